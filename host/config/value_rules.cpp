#include "value_rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "slipflow/config/units.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "tokens.hpp"

namespace slipflow::config {
namespace {

bool in_range(const KeySpec& spec, double value) {
  const bool above = spec.least_excluded ? value > spec.least : value >= spec.least;
  const bool below = spec.most_excluded ? value < spec.most : value <= spec.most;
  return above && below;
}

bool is_whole(KeyType type) { return type == KeyType::integer || type == KeyType::integers; }

bool is_number(const KeySpec& spec, const std::string& token) {
  if (is_whole(spec.type)) {
    const auto value = to_integer(token);
    return value && in_range(spec, static_cast<double>(*value));
  }
  const auto value = to_number(token);
  return value && in_range(spec, *value);
}

bool are_numbers(const KeySpec& spec, const std::vector<std::string>& tokens) {
  const auto fewest = static_cast<std::size_t>(spec.count);
  const auto most = static_cast<std::size_t>(std::max(spec.count, spec.or_up_to));
  if (spec.count != 0 && (tokens.size() < fewest || tokens.size() > most)) return false;
  return !tokens.empty() &&
         std::all_of(tokens.begin(), tokens.end(),
                     [&](const std::string& token) { return is_number(spec, token); });
}

/// Whether a word may be a name that another key gives.
bool may_be_name(const std::string& word) {
  static const std::string letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  return word != "none" && word.find_first_not_of(letters) == std::string::npos;
}

bool is_known(const KeySpec& spec, const std::string& word) {
  return (!spec.more_names.empty() && may_be_name(word)) ||
         std::find(spec.allowed.begin(), spec.allowed.end(), word) != spec.allowed.end();
}

bool are_words(const KeySpec& spec, const std::vector<std::string>& words) {
  if (spec.count == 0 && (words.empty() || words == std::vector<std::string>{"none"})) return true;
  const std::set<std::string> distinct(words.begin(), words.end());
  return distinct.size() == words.size() && words.size() >= static_cast<std::size_t>(spec.count) &&
         std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return is_known(spec, word); });
}

/// " from 0 to 10", " greater than 0 and at most 10", or nothing when there is no limit.
std::string range_text(const KeySpec& spec) {
  const bool lower = std::isfinite(spec.least);
  const bool upper = std::isfinite(spec.most);
  const char* below = spec.most_excluded ? "less than" : "at most";
  if (lower && upper && !spec.least_excluded && !spec.most_excluded) {
    return fmt::format(" from {} to {}", spec.least, spec.most);
  }
  std::string text;
  if (lower) {
    text = fmt::format(" {} {}", spec.least_excluded ? "greater than" : "at least", spec.least);
  }
  if (lower && upper) text += " and";
  if (upper) text += fmt::format(" {} {}", below, spec.most);
  return text;
}

std::string numbers_text(const KeySpec& spec) {
  const char* whole = is_whole(spec.type) ? "whole " : "";
  if (spec.type == KeyType::number || spec.type == KeyType::integer) {
    if (spec.least == spec.most) return fmt::format("{}", spec.least);
    return fmt::format("a {}number{}", whole, range_text(spec));
  }
  const auto many = spec.count == 0     ? std::string("one or more")
                    : spec.or_up_to > 0 ? fmt::format("{} or {}", spec.count, spec.or_up_to)
                                        : fmt::format("{}", spec.count);
  return fmt::format("{} {}numbers{}, separated by blanks", many, whole, range_text(spec));
}

bool is_quantity(const KeySpec& spec, const std::string& text) {
  const auto quantity = quantity_in(text);
  return quantity && quantity->dimension == unit_named(spec.unit)->dimension &&
         std::isfinite(quantity->si()) && in_range(spec, quantity->si());
}

std::string form_text(const DirectiveForm& form) {
  if (!form.text.empty()) return form.text;
  std::vector<std::string> parts;
  if (!form.kind.empty()) parts.push_back(form.kind);
  if (!form.file.empty()) parts.push_back(form.file);
  if (form.count == 1) parts.push_back("NUMBER");
  if (form.count > 1) {
    const auto numbers = fmt::format("{} numbers{}", form.count, form.or_more ? " or more" : "");
    parts.push_back(form.or_none ? "[" + numbers + "]" : numbers);
  }
  for (const auto& option : form.options) {
    parts.push_back(form.options_required ? option + "=..." : "[" + option + "=...]");
  }
  return fmt::format("{}", fmt::join(parts, " "));
}

}  // namespace

std::string allowed_values(const KeySpec& spec) {
  switch (spec.type) {
    case KeyType::text:
      return "a text that is not empty";
    case KeyType::words:
      return fmt::format(
          "{} of {}{}, each at most once", spec.count == 0 ? "none, or some" : "some",
          fmt::join(spec.allowed, " "),
          spec.more_names.empty() ? "" : fmt::format(" and the names of {}", spec.more_names));
    case KeyType::choice:
      if (spec.allowed.size() == 1) return spec.allowed.front();
      return fmt::format("one of {}", fmt::join(spec.allowed, ", "));
    case KeyType::duration:
      return "a time in s, min or h, such as 10 min, or 0";
    case KeyType::quantity:
      return fmt::format("a number{} with its unit, one of {}", range_text(spec),
                         usual_units(unit_named(spec.unit)->dimension));
    case KeyType::directive: {
      std::vector<std::string> forms;
      for (const auto& form : spec.forms) forms.push_back(form_text(form));
      return fmt::format("{}{}", forms.size() > 1 ? "one of " : "", fmt::join(forms, ", "));
    }
    default:
      return numbers_text(spec);
  }
}

bool is_allowed(const KeySpec& spec, const std::string& value) {
  const auto tokens = split_blanks(value);
  switch (spec.type) {
    case KeyType::text:
      return !tokens.empty();
    case KeyType::words:
      return are_words(spec, tokens);
    case KeyType::choice:
      return is_known(spec, value);
    case KeyType::number:
    case KeyType::integer:
      return is_number(spec, value);
    case KeyType::duration:
      return to_seconds(value).has_value();
    case KeyType::quantity:
      return is_quantity(spec, value);
    default:
      return are_numbers(spec, tokens);
  }
}

Error value_error(const std::string& origin, const std::string& key, const std::string& value,
                  const std::string& message) {
  const std::string given = value.empty() ? "has no value" : "= " + shown(value);
  return Error(ExitStatus::bad_input, fmt::format("{}: {} {}: {}", origin, key, given, message));
}

}  // namespace slipflow::config
