// Texts that the build puts into the program.
#pragma once

#include <string>
#include <vector>

namespace slipflow::app {

/// A commented case to start from, a file of configs/start.
struct StartCase {
  std::string kind;  ///< its name without .cfg
  std::string text;
};

/// All of them, by kind.
const std::vector<StartCase>& start_cases();

/// The commit of the program in hexadecimal digits; "unknown" if the program was not built from a
/// git repository.
const char* build_commit();

/// packaging/completion.bash.
const std::string& completion_template();

/// docs/glossary.md.
const std::string& glossary();

}  // namespace slipflow::app
