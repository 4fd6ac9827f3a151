// The start of a case from a file.
#pragma once

#include <filesystem>

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Reads the frame that initial.state = file names, if it does, into the case. Throws
/// Error(bad_input), one sentence, for a file that cannot be the start.
void load_start(const config::Settings& settings, Case& c);

/// Throws Error(bad_input) when that frame lies in the folder of the results, which --overwrite
/// removes.
void require_start_outside(const std::filesystem::path& results, const config::Settings& settings,
                           const Case& c);

}  // namespace slipflow::simple_ts
