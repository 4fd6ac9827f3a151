// Looking keys up by name, and printing the table.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

#include "nearest.hpp"
#include "slipflow/config/key_table.hpp"
#include "value_rules.hpp"

namespace slipflow::config {
namespace {

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

std::string without_section(const std::string& key) {
  return key.substr(key.rfind('.') + 1);  // npos + 1 is 0
}

std::size_t key_distance(const std::string& name, const std::string& key) {
  // A known key in the wrong section counts as one change, however different the sections are.
  const auto tail = edit_distance(without_section(name), without_section(key)) + 1;
  return std::min(edit_distance(name, key), tail);
}

const char* type_name(KeyType type) {
  switch (type) {
    case KeyType::text:
      return "text";
    case KeyType::number:
      return "number";
    case KeyType::integer:
      return "whole number";
    case KeyType::numbers:
      return "numbers";
    case KeyType::integers:
      return "whole numbers";
    case KeyType::words:
      return "words";
    case KeyType::choice:
      return "choice";
    case KeyType::duration:
      return "duration";
    case KeyType::directive:
      return "line";
  }
  return "";
}

/// A bar in a cell would end it.
std::string cell(std::string text) {
  for (auto bar = text.find('|'); bar != std::string::npos; bar = text.find('|', bar + 2)) {
    text.insert(bar, 1, '\\');
  }
  return text;
}

std::string default_text(const KeySpec& spec) {
  if (spec.required) return "required";
  if (spec.optional) return "none";
  std::string text = fmt::format("`{}`", spec.default_value);
  for (const auto& [value, other] : spec.default_for)
    text += fmt::format(", `{}` with `{} = {}`", other, spec.default_depends_on, value);
  return text;
}

}  // namespace

const KeySpec* find_key(const std::string& name) {
  const auto& table = key_table();
  const auto row = std::find_if(table.begin(), table.end(),
                                [&](const KeySpec& spec) { return spec.name == name; });
  return row == table.end() ? nullptr : &*row;
}

std::string nearest_key(const std::string& name) {
  const auto& table = key_table();
  return std::min_element(table.begin(), table.end(),
                          [&](const KeySpec& a, const KeySpec& b) {
                            return key_distance(name, a.name) < key_distance(name, b.name);
                          })
      ->name;
}

std::size_t edit_distance(const std::string& a, const std::string& b) {
  // Levenshtein with one row: row[j] is the distance of the letters of `a` so far to b[0, j).
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (same_letter(a[i], b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string nearest(const std::string& name, const std::vector<std::string>& candidates) {
  return *std::min_element(candidates.begin(), candidates.end(),
                           [&](const std::string& a, const std::string& b) {
                             return edit_distance(name, a) < edit_distance(name, b);
                           });
}

std::string key_table_markdown() {
  std::string out =
      "| Key | Type | Unit | Allowed | Default | Meaning |\n"
      "|---|---|---|---|---|---|\n";
  for (const auto& spec : key_table()) {
    out += fmt::format("| `{}`{} | {} | {} | {} | {} | {} |\n", spec.name,
                       spec.repeatable ? " (repeatable)" : "", type_name(spec.type), spec.unit,
                       allowed_values(spec), default_text(spec), cell(spec.meaning));
  }
  return out;
}

}  // namespace slipflow::config
