// The start of a case from a file.
#pragma once

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::app {

/// Reads the frame that initial.state = file names, if it does, into the case. Throws
/// Error(bad_input), one sentence, for a file that cannot be the start.
void load_start(const config::Settings& settings, simple_ts::Case& c);

/// Throws Error(bad_input) when that frame lies in the output directory, whose results --overwrite
/// removes.
void require_start_elsewhere(const config::Settings& settings, const simple_ts::Case& c);

}  // namespace slipflow::app
