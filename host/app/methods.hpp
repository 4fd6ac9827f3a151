// The methods of the program.
#pragma once

#include <vector>

#include "slipflow/methods/method.hpp"

namespace slipflow::app {

/// The list, the default method first. Each program defines it: no other function of the commands
/// is outside their library.
std::vector<methods::Method> make_methods();

/// The same, made once.
const std::vector<methods::Method>& all_methods();

/// The method of that name. Throws Error(bad_input) that names `option`, where the name was given.
const methods::Method& method_named(const std::string& name, const std::string& option);

/// Their key tables, in the same order.
const config::KeyTables& key_tables();

/// A validated case.
struct LoadedCase {
  config::Settings settings;
  const methods::Method& method;
  std::unique_ptr<methods::Problem> problem;
};

/// Reads and validates a case file with the texts of --set. Throws Error(bad_input).
LoadedCase load_case(const std::string& file, const std::vector<std::string>& overrides,
                     methods::Start start = methods::Start::read);

}  // namespace slipflow::app
