// Another program that reads what is written to it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace slipflow {

/// How the other program ended.
struct FilterEnd {
  bool was_found = true;  ///< false: PATH has no such program, and nothing was written
  int status = 0;         ///< of its exit; 128 + signal if one ended it
  std::string said;       ///< the end of its standard error, at most 2000 bytes
};

/// Starts arguments[0], as found in PATH, without a shell, and calls `feed` with a function that
/// writes to its standard input. The function returns false once the program no longer reads.
FilterEnd feed_program(
    const std::vector<std::string>& arguments,
    const std::function<void(const std::function<bool(std::string_view)>& write)>& feed);

}  // namespace slipflow
