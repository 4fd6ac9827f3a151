#include "field_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "slipflow/support/foreign_text.hpp"

namespace slipflow::setup {

namespace {
using config::Directive;
using config::Settings;
using NameList = std::vector<std::string>;

constexpr std::size_t kMostExpressions = 50;
constexpr std::size_t kLongestName = 40;
constexpr const char* kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr const char* kDigits = "0123456789_";

bool contains(const NameList& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_name_of_expression(const std::string& text) {
  return !text.empty() && text.size() <= kLongestName &&
         std::string(kLetters).find(text[0]) != std::string::npos &&
         text.find_first_not_of(std::string(kLetters) + kDigits) == std::string::npos;
}

/// NameList that files of results have for something else.
bool is_taken(const std::string& name) {
  return contains({"none", "velocity", "friction"}, name) || name.ends_with("_mean") ||
         name.ends_with("_rms");
}

void check_name(const Settings& s, const Directive& line, const std::string& name,
                const ExpressionList& expressions) {
  if (!is_name_of_expression(name))
    throw s.error(line, fmt::format("must be NAME = FORMULA, where NAME begins with a letter and "
                                    "has at most {} letters, digits and _",
                                    kLongestName));
  if (contains(all_fields(s), name) || is_taken(name))
    throw s.error(line, fmt::format("'{}' is the name of a field; take another one", name));
  if (std::ranges::find(expressions, name, &Expression::name) != expressions.end())
    throw s.error(line, fmt::format("another expression is named '{}'", name));
}

std::string without_blanks_at_ends(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}
}  // namespace

const NameList& all_fields(const Settings& s) { return s.table().find("output.fields")->allowed; }

ExpressionList read_expressions(const Settings& s) {
  ExpressionList expressions;
  for (const Directive& line : s.directives("output.expression")) {
    if (expressions.size() == kMostExpressions)
      throw s.error(line, fmt::format("at most {} expressions are allowed", kMostExpressions));
    const auto equals = line.raw.find('=');
    if (equals == std::string::npos) throw s.error(line, "must be NAME = FORMULA");
    const auto name = without_blanks_at_ends(line.raw.substr(0, equals));
    check_name(s, line, name, expressions);
    const auto formula = without_blanks_at_ends(line.raw.substr(equals + 1));
    try {
      add_expression(name, formula, all_fields(s), expressions);
    } catch (const FormulaFault& fault) {
      throw s.error(line, fault.what());
    }
  }
  return expressions;
}

std::string fault_of_name(const Settings& s, const ExpressionList& expressions,
                          const std::string& name) {
  if (contains(all_fields(s), name) ||
      std::ranges::find(expressions, name, &Expression::name) != expressions.end())
    return "";
  return fmt::format("'{}' is neither a field, of {}, nor the name of an output.expression",
                     shown(name), fmt::join(all_fields(s), " "));
}

NameList read_field_names(const Settings& s, const std::string& key,
                          const ExpressionList& expressions) {
  NameList names = s.words(key);
  for (const auto& name : names)
    if (const auto fault = fault_of_name(s, expressions, name); !fault.empty())
      throw s.error(key, fault);
  return names;
}

// The measured fields are those that averages may be taken of.
NameList fields_not_measured(const Settings& s, const ExpressionList& expressions,
                             const NameList& names) {
  const auto& measured = s.table().find("output.averages")->allowed;
  NameList others;
  for (const auto& name : fields_needed(expressions, names))
    if (!contains(measured, name)) others.push_back(name);
  return others;
}

}  // namespace slipflow::setup
