#include "slipflow/config/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "quoted_name.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "tokens.hpp"
#include "value_rules.hpp"

namespace slipflow::config {
namespace {

/// The entry of that key; asking for a key that has no value is a programming error.
template <typename Values>
const auto& value_at(const Values& values, const std::string& key) {
  const auto found = values.find(key);
  if (found == values.end()) throw std::logic_error("no value of the key " + key);
  return found->second;
}

double number_of(const std::string& key, const std::string& token) {
  if (const auto number = to_number(token)) return *number;
  throw std::logic_error("the key " + key + " does not hold numbers");
}

/// Options that name a file relative to the case file.
constexpr const char* kFileOptions[] = {"path",   "over_time", "over_x",
                                        "over_y", "over_z",    "picture"};

/// The place of the file's name in the words of a directive that begins with one.
std::size_t place_of_file(const Directive& directive) { return directive.kind.empty() ? 0 : 1; }

/// The word that names the file from any folder in which the line is read.
std::string portable_name(const std::string& name, const std::filesystem::path& folder) {
  return quoted(std::filesystem::absolute(folder / name).lexically_normal().string());
}

/// The directive as written, but with its files found from any folder in which it is read.
std::string portable_line(const Directive& directive, const std::filesystem::path& folder) {
  auto words = split_words(directive.raw);
  if (!directive.file.empty())
    words[place_of_file(directive)] = portable_name(directive.file, folder);
  for (const std::string option : kFileOptions)
    if (const auto found = directive.options.find(option); found != directive.options.end())
      std::ranges::replace_if(
          words, [&](const std::string& word) { return word.starts_with(option + "="); },
          option + "=" + portable_name(found->second, folder));
  return fmt::format("{}", fmt::join(words, " "));
}

std::string section_of(const std::string& key) {
  const auto dot = key.find('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

/// "knudsen = 0.05" and, where there is one that the value does not have itself, the unit.
std::string key_line(const KeySpec& spec, const std::string& value, bool has_unit) {
  const auto key = spec.name.substr(spec.name.rfind('.') + 1);
  const auto unit = spec.unit == "-" || has_unit ? std::string() : "  # " + spec.unit;
  return fmt::format("{} = {}{}\n", key, value, unit);
}

/// Each word that is a number as the shortest text of that number.
std::string with_equal_numbers(const std::string& text) {
  std::string line;
  for (const auto& word : split_blanks(text)) {
    const auto number = to_number(word);
    line += (line.empty() ? "" : " ") + (number ? fmt::format("{}", *number) : word);
  }
  return line;
}

/// The directive in the units of the table, without the names of files that it reads.
std::string without_files(const Directive& directive) {
  auto words = split_words(directive.plain);
  if (!directive.file.empty()) words.erase(words.begin() + place_of_file(directive));
  std::erase_if(words, [](const std::string& word) {
    return std::any_of(std::begin(kFileOptions), std::end(kFileOptions), [&](const char* option) {
      return word.starts_with(option + std::string("="));
    });
  });
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

std::string Origin::text() const {
  if (file.empty()) return "default";
  return line == 0 ? shown(file) : fmt::format("{}:{}", shown(file), line);
}

double Settings::number(const std::string& key) const {
  return number_of(key, value_at(values_, key).raw);
}

long Settings::integer(const std::string& key) const {
  if (const auto integer = to_integer(value_at(values_, key).raw)) return *integer;
  throw std::logic_error("the key " + key + " does not hold a whole number");
}

double Settings::seconds(const std::string& key) const {
  if (const auto seconds = to_seconds(value_at(values_, key).raw)) return *seconds;
  throw std::logic_error("the key " + key + " does not hold a duration");
}

Quantity Settings::quantity(const std::string& key) const {
  if (const auto quantity = quantity_in(value_at(values_, key).raw)) return *quantity;
  throw std::logic_error("the key " + key + " does not hold a quantity");
}

const std::string& Settings::text(const std::string& key) const {
  return value_at(values_, key).raw;
}

std::vector<double> Settings::numbers(const std::string& key) const {
  std::vector<double> numbers;
  for (const auto& token : split_blanks(value_at(values_, key).raw)) {
    numbers.push_back(number_of(key, token));
  }
  return numbers;
}

std::vector<std::string> Settings::words(const std::string& key) const {
  auto words = split_blanks(value_at(values_, key).raw);
  if (words == std::vector<std::string>{"none"}) words.clear();
  return words;
}

const std::vector<Directive>& Settings::directives(const std::string& key) const {
  static const std::vector<Directive> none;
  const auto found = values_.find(key);
  return found == values_.end() ? none : found->second.directives;
}

bool Settings::given(const std::string& key) const { return !origin(key).file.empty(); }

Origin Settings::origin(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? Origin{} : found->second.origin;
}

std::vector<std::filesystem::path> Settings::files() const {
  std::vector<std::filesystem::path> files;
  for (const auto& [key, value] : values_)
    for (const auto& directive : value.directives) {
      if (!directive.file.empty()) files.push_back(folder_ / directive.file);
      for (const char* option : kFileOptions)
        if (const auto found = directive.options.find(option); found != directive.options.end())
          files.push_back(folder_ / found->second);
    }
  return files;
}

Error Settings::error(const std::string& key, const std::string& message) const {
  const auto found = values_.find(key);
  if (found == values_.end()) {
    return Error(ExitStatus::bad_input, fmt::format("{}: {}: {}", shown(name_), key, message));
  }
  const Value& value = found->second;
  if (given(key)) return value_error(value.origin.text(), key, value.written, message);
  return value_error(shown(name_), key,
                     value.written + (value.determined ? " (by [units])" : " (default)"), message);
}

Error Settings::error(const Directive& directive, const std::string& message) const {
  const bool is_default = directive.origin.file.empty();
  return value_error(is_default ? shown(name_) : directive.origin.text(), directive.key,
                     directive.raw + (is_default ? " (default)" : ""), message);
}

std::filesystem::path Settings::folder() const { return folder_; }

std::map<std::string, std::string> Settings::values() const {
  std::map<std::string, std::string> all;
  for (const auto& [key, value] : values_) {
    std::string& text = all[key];
    if (value.directives.empty()) text = with_equal_numbers(value.raw);
    // 1 um and 1000 nm are equal, up to rounding.
    if (table_->find(key)->type == KeyType::quantity)
      text = fmt::format("{:.15g}", quantity(key).si());
    for (const auto& directive : value.directives)
      text += (text.empty() ? "" : " | ") + with_equal_numbers(without_files(directive));
  }
  return all;
}

std::string Settings::resolved() const {
  std::string out;
  std::string section;
  for (const auto& spec : table_->rows()) {
    const auto found = values_.find(spec.name);
    if (found == values_.end()) continue;
    if (section_of(spec.name) != section) {
      section = section_of(spec.name);
      out += fmt::format("\n[{}]\n", section);
    }
    const Value& value = found->second;
    const bool has_unit = value.raw != value.written || spec.type == KeyType::quantity;
    if (value.determined) out += "# by [units]: ";
    if (value.directives.empty()) out += key_line(spec, value.written, has_unit);
    for (const auto& directive : value.directives)
      out += key_line(spec, portable_line(directive, folder_), directive.raw != directive.plain);
  }
  return out;
}

}  // namespace slipflow::config
