// The commit of the program.
#pragma once

namespace slipflow::app {

/// In hexadecimal digits; "unknown" if the program was not built from a git repository.
const char* build_commit();

}  // namespace slipflow::app
