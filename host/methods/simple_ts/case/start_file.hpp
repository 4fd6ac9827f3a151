// The initial state of a case from a file.
#pragma once

#include <filesystem>

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Reads the frame of initial.state = file into the case, if the case has one. Throws
/// Error(bad_input), one sentence, for a file that cannot be the initial state.
void load_start(const config::Settings& settings, Case& c);

/// Throws Error(bad_input) when that frame is in the folder of the results, which --overwrite
/// removes.
void require_start_outside(const std::filesystem::path& results, const config::Settings& settings,
                           const Case& c);

}  // namespace slipflow::simple_ts
