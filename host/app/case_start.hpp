// The start of a case from a file.
#pragma once

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::app {

/// Reads the frame that initial.state = file names, if it does, into the case. Throws Error(bad_input),
/// one sentence, for a file that cannot be the start.
void load_start(const config::Settings& settings, simple_ts::Case& c);

}  // namespace slipflow::app
