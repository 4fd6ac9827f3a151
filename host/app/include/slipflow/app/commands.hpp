// The program's commands.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace slipflow::app {

/// Runs `slipflow ARGUMENTS...` and returns its exit status. Errors are printed to standard error
/// as one sentence. `program` is the file that does this, which is started again to try the OpenCL
/// drivers first; without it they are not tried.
int run_program(const std::vector<std::string>& arguments,
                const std::filesystem::path& program = {});

}  // namespace slipflow::app
