// Names of fields and expressions in a case.
#pragma once

#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/setup/expressions.hpp"

namespace slipflow::setup {

/// All fields of the method.
const std::vector<std::string>& all_fields(const config::Settings& settings);

/// The lines of output.expression. Throws Error(bad_input).
ExpressionList read_expressions(const config::Settings& settings);

/// The words of a key that names fields and expressions, each of which must exist. Throws
/// Error(bad_input).
std::vector<std::string> read_field_names(const config::Settings& settings, const std::string& key,
                                          const ExpressionList& expressions);

/// Why that is no field or expression; empty if it is one.
std::string fault_of_name(const config::Settings& settings, const ExpressionList& expressions,
                          const std::string& name);

/// The fields that these names need besides the measured ones.
std::vector<std::string> fields_not_measured(const config::Settings& settings,
                                             const ExpressionList& expressions,
                                             const std::vector<std::string>& names);

}  // namespace slipflow::setup
