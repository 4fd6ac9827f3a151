// Texts that the build puts into the program.
#pragma once

#include <string>
#include <vector>

#include "slipflow/config/key_table.hpp"

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

/// packaging/report.css.
const std::string& report_style();

/// docs/glossary.md.
const std::string& glossary();

// Help for other programs, from the tables of commands, options and keys.

/// slipflow(1): commands, their options, exit statuses, environment and files.
std::string man_page_of_program();

/// slipflow-case(5): the format of case files and the keys of each method.
std::string man_page_of_cases(const config::KeyTables& tables);

/// A script for bash, from the tables of commands, options and keys: commands, options and their
/// values, keys of --set and their choices, topics of help, files.
std::string bash_completion();

/// A JSON schema (draft 2020-12) of a case as an object: keys before the first section, and an
/// object for each section. `method` decides which other keys there are. Repeatable keys are
/// arrays.
std::string case_schema(const config::KeyTables& tables);

}  // namespace slipflow::app
