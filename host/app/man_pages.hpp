// The man pages, from the tables of commands, options and keys.
#pragma once

#include <string>

#include "slipflow/config/key_table.hpp"

namespace slipflow::app {

/// slipflow(1): commands, their options, exit statuses, environment and files.
std::string man_page_of_program();

/// slipflow-case(5): the format of case files and the keys of each method.
std::string man_page_of_cases(const config::KeyTables& tables);

}  // namespace slipflow::app
