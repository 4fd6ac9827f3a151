// What another program prints.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace slipflow {

/// How the other program ended, and its standard output.
struct ProgramOutput {
  bool succeeded = false;  ///< it was found and ended with status 0 in time
  std::string text;        ///< at most 256 MiB
};

/// Starts arguments[0], as found in PATH, without a shell and without input, and waits for its end.
/// After the limit it is killed. Throws nothing but std::bad_alloc.
ProgramOutput output_of_program(const std::vector<std::string>& arguments,
                                std::chrono::milliseconds limit);

}  // namespace slipflow
