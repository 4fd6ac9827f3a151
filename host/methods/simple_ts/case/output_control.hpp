// What a case writes.
#pragma once

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Reads the [output] section; mesh and bodies of `c` are there. Throws Error(bad_input).
OutputControl read_output(const config::Settings& settings, const Case& c);

}  // namespace slipflow::simple_ts
