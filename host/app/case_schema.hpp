// The keys of case files as a JSON schema, for editors and programs that write cases.
#pragma once

#include <string>

#include "slipflow/config/key_table.hpp"

namespace slipflow::app {

/// A JSON schema (draft 2020-12) of a case as an object: keys before the first section, and an
/// object for each section. `method` decides which other keys there are. Repeatable keys are
/// arrays.
std::string case_schema(const config::KeyTables& tables);

}  // namespace slipflow::app
