// slipflow help: the keys of case files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "command_line.hpp"
#include "methods.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
using config::KeySpec;
using config::KeyTable;

/// That of --method; without it, of the default method.
const KeyTable& table_from(const po::variables_map& values) {
  if (!values.count("method")) return *key_tables().front();
  const auto& method = method_named(values["method"].as<std::string>(), "--method");
  return *key_tables()[static_cast<std::size_t>(&method - all_methods().data())];
}

bool is_in(const KeySpec& spec, const std::string& section) {
  return section.empty() || spec.name.starts_with(section + '.');
}

void require_section(const KeyTable& table, const std::string& section) {
  const auto known = table.sections();
  if (section.empty() || std::find(known.begin(), known.end(), section) != known.end()) return;
  throw Error(ExitStatus::bad_input, fmt::format("unknown section '{}': the sections are {}",
                                                 shown(section), fmt::join(known, ", ")));
}

void print_keys(const KeyTable& table, const std::string& section, bool markdown) {
  require_section(table, section);
  std::vector<KeySpec> rows;
  for (const auto& spec : table.rows())
    if (is_in(spec, section)) rows.push_back(spec);
  if (markdown) {
    fmt::print("{}", config::markdown_of(rows));
    return;
  }
  for (const auto& spec : rows) fmt::print("{}\n", config::text_of(spec));
}

/// The key in each method that has it.
void print_key(const std::string& name) {
  bool found = false;
  for (const auto& table : key_tables()) {
    const auto* spec = table->find(name);
    if (!spec) continue;
    if (key_tables().size() > 1) fmt::print("method = {}\n", table->method());
    fmt::print("{}", config::text_of(*spec));
    found = true;
  }
  if (!found)
    throw Error(ExitStatus::bad_input,
                fmt::format("unknown key '{}'; did you mean '{}'?", shown(name),
                            key_tables().front()->nearest(name)));
}
}  // namespace

int help_command(const std::vector<std::string>& arguments) {
  // `keys` may be followed by a section; Boost takes one argument without a name.
  auto words = arguments;
  std::string section;
  if (words.size() > 1 && words[0] == "keys" && !words[1].starts_with('-')) {
    section = words[1];
    words.erase(words.begin() + 1);
  }
  po::options_description options("Options");
  auto add = options.add_options();
  add("method", po::value<std::string>()->value_name("NAME"), "the keys of this method");
  add("markdown", po::bool_switch(), "as a table in Markdown");
  const auto values =
      parse_command(words, options, "topic",
                    {"slipflow help keys [SECTION] [options], or slipflow help KEY",
                     "Prints the keys of case files: unit, allowed values, default and meaning.",
                     "slipflow help keys gas"});
  if (!values) return 0;
  const auto& topic = (*values)["topic"].as<std::string>();
  if (topic == "keys")
    print_keys(table_from(*values), section, (*values)["markdown"].as<bool>());
  else
    print_key(topic);
  return 0;
}

}  // namespace slipflow::app
