// The program's commands.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace slipflow::app {

/// Runs `slipflow ARGUMENTS...` and returns its exit status. Errors are printed to standard error
/// as one sentence. `program` is the executable, which is started again to probe the OpenCL
/// drivers; if it is empty they are not probed.
int run_program(const std::vector<std::string>& arguments,
                const std::filesystem::path& program = {});

}  // namespace slipflow::app
