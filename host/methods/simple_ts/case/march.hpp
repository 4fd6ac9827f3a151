// How a case gets to its end: in time, or to a steady state.
#pragma once

#include <string>

#include "slipflow/config/settings.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Why the pressures of the case cannot be solved together; empty if they can. `otherwise`: what to
/// take instead.
std::string obstacle_to_solving(const config::Settings& s, const Case& c,
                                const std::string& otherwise);

/// time.march, of a case with its sides; notes a march to a steady state. Throws Error(bad_input)
/// where the case asks for it and for something that needs time.
March read_march(const config::Settings& s, Case& c);

}  // namespace slipflow::simple_ts
