#include <fmt/format.h>
#include <fmt/ranges.h>

#include "methods.hpp"
#include "slipflow/opencl/program.hpp"
#include "slipflow/run/surface_table.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

const std::vector<methods::Method>& all_methods() {
  static const auto list = [] {
    auto methods = make_methods();
    for (const auto& method : methods) opencl::add_kernel_sources(method.kernels);
    return methods;
  }();
  return list;
}

const methods::Method& method_named(const std::string& name, const std::string& option) {
  std::vector<std::string> names;
  for (const auto& method : all_methods()) {
    if (method.name == name) return method;
    names.push_back(method.name);
  }
  throw Error(ExitStatus::bad_input,
              fmt::format("{} {} must be {}", option, shown(name), fmt::join(names, " or ")));
}

const config::KeyTables& key_tables() {
  static const auto tables = [] {
    std::vector<config::MethodKeys> keys;
    for (const auto& method : all_methods())
      keys.push_back({method.name, method.keys, method.make_units});
    return config::make_key_tables(keys);
  }();
  return tables;
}

LoadedCase load_case(const std::string& file, const std::vector<std::string>& overrides,
                     methods::Start start) {
  auto settings = config::load_case_file(file, overrides, key_tables());
  const auto& method = method_named(settings.table().method(), "method");
  auto problem = method.make(settings, start);
  run::require_surfaces(settings, *problem);
  return {std::move(settings), method, std::move(problem)};
}

}  // namespace slipflow::app
