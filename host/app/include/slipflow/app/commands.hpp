// The program's commands.
#pragma once

#include <string>
#include <vector>

namespace slipflow::app {

/// Runs `slipflow ARGUMENTS...` and returns its exit status. Errors are printed to standard error as
/// one sentence.
int run_program(const std::vector<std::string>& arguments);

}  // namespace slipflow::app
