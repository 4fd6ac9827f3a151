#include "slipflow/config/key_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "nearest.hpp"

namespace slipflow::config {
namespace {

std::string without_section(const std::string& key) {
  return key.substr(key.rfind('.') + 1);  // npos + 1 is 0
}

std::size_t key_distance(const std::string& name, const std::string& key) {
  // A known key in the wrong section counts as one change, however different the sections are.
  const auto tail = edit_distance(without_section(name), without_section(key)) + 1;
  return std::min(edit_distance(name, key), tail);
}

}  // namespace

bool is_near(const std::string& name, const std::string& key) {
  const auto letters = without_section(name).size();
  return key_distance(name, key) <= std::min<std::size_t>(3, letters / 3);
}

KeyTable::KeyTable(std::string method, const std::vector<std::string>& methods,
                   const std::vector<KeySpec>& rows, MakeUnits make_units)
    : method_(std::move(method)),
      rows_{{.name = "title",
             .default_value = "untitled",
             .meaning = "Name of the case in logs and pictures."},
            {.name = "method",
             .type = KeyType::choice,
             .default_value = methods.front(),
             .allowed = methods,
             .meaning = "The method that solves the case; it decides which other keys there are."}},
      make_units_(std::move(make_units)) {
  rows_.insert(rows_.end(), rows.begin(), rows.end());
}

const KeySpec* KeyTable::find(const std::string& name) const {
  const auto row = std::find_if(rows_.begin(), rows_.end(),
                                [&](const KeySpec& spec) { return spec.name == name; });
  return row == rows_.end() ? nullptr : &*row;
}

std::string KeyTable::advice(const std::string& name) const {
  const auto& known =
      std::min_element(rows_.begin(), rows_.end(), [&](const KeySpec& a, const KeySpec& b) {
        return key_distance(name, a.name) < key_distance(name, b.name);
      })->name;
  if (is_near(name, known))
    return fmt::format("did you mean '{}'{}?", known,
                       known.find('.') == std::string::npos ? ", before the first section" : "");
  const auto names = sections();
  const auto section = name.substr(0, name.find('.'));
  if (std::find(names.begin(), names.end(), section) == names.end())
    return fmt::format("the sections are {}", fmt::join(names, ", "));
  std::vector<std::string> keys;
  for (const auto& spec : rows_)
    if (spec.name.starts_with(section + '.')) keys.push_back(without_section(spec.name));
  return fmt::format("the keys of [{}] are {}", section, fmt::join(keys, ", "));
}

std::vector<std::string> KeyTable::sections() const {
  std::vector<std::string> names;
  for (const auto& spec : rows_) {
    const auto name = spec.name.substr(0, spec.name.find('.'));
    const bool is_section = name.size() < spec.name.size();
    if (is_section && (names.empty() || names.back() != name)) names.push_back(name);
  }
  return names;
}

KeyTables make_key_tables(const std::vector<MethodKeys>& methods) {
  std::vector<std::string> names;
  for (const auto& method : methods) names.push_back(method.method);
  KeyTables tables;
  for (const auto& [method, rows, make_units] : methods)
    tables.push_back(std::make_shared<const KeyTable>(method, names, rows, make_units));
  return tables;
}

std::vector<std::string> nearest_keys(const KeyTables& tables, const std::string& name,
                                      std::size_t most) {
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const auto& table : tables)
    for (const auto& spec : table->rows())
      if (std::pair key(key_distance(name, spec.name), spec.name);
          std::find(found.begin(), found.end(), key) == found.end())
        found.push_back(std::move(key));
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (const auto& [distance, key] : found)
    if (names.size() < most && distance <= found.front().first + 1) names.push_back(key);
  return names;
}

}  // namespace slipflow::config
