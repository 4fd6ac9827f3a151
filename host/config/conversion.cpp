#include "conversion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/split.hpp"
#include "tokens.hpp"
#include "value_rules.hpp"

namespace slipflow::config {

Error Conversion::error(const std::string& message) const {
  return value_error(entry_.origin.text(), spec_.name, fold_blanks(entry_.value), message);
}

/// "20um" as "20" and "um"; a word that begins with no number has no number.
Conversion::Part Conversion::parted(const std::string& word) {
  if (to_number(word)) return {word, ""};
  const auto number = leading_number(word);
  if (!number) return {"", word};
  return {word.substr(0, word.size() - number->rest.size()), number->rest};
}

Quantity Conversion::unit_for(const std::string& name, const std::string& to) const {
  const auto unit = unit_named(name);
  const auto one = system_ ? system_->one(to) : std::nullopt;
  if (!system_)
    throw error(
        fmt::format("the unit '{}' needs the section [units], which gives the reference "
                    "quantities",
                    shown(name)));
  if (to == kUnitOfField)
    throw error(fmt::format("the unit '{}' needs field=NAME, a field of this unit", shown(name)));
  if (!one || one->dimension == Dimension{})
    throw error(fmt::format("takes no unit, not '{}'", shown(name)));
  if (!unit || unit->dimension != one->dimension)
    throw error(fmt::format("'{}' is not a unit of {}; allowed are {}, or none for the unit {}",
                            shown(name), si_unit(one->dimension), usual_units(one->dimension), to));
  return *unit;
}

std::string Conversion::converted(const std::string& number, const Quantity& unit,
                                  const std::string& to) const {
  const double value = ratio(*to_number(number) * unit, *system_->one(to));
  if (!std::isfinite(value)) throw error("is too large in its unit");
  return fmt::format("{}", value);
}

std::vector<std::string> Conversion::numbers(std::vector<std::string> words,
                                             const std::string& unit) const {
  if (words.empty() || to_number(words.back()) || (!system_ && unit == "-")) return words;
  Part last = parted(words.back());
  const bool is_word = words.size() > 1 && (last.number.empty() || unit_named(words.back()));
  if (is_word) last = {"", words.back()};
  // Without [units] what is no unit is an error of the number, as for keys without numbers.
  if ((!is_word && last.number.empty()) || (!system_ && !unit_named(last.unit))) return words;
  words.pop_back();
  if (!is_word) words.push_back(last.number);
  if (!std::ranges::all_of(words, [](const auto& word) { return to_number(word).has_value(); })) {
    words.push_back(last.unit);
    return words;
  }
  const Quantity from = unit_for(last.unit, unit);
  for (auto& word : words) word = converted(word, from, unit);
  return words;
}

std::string Conversion::list(const std::string& text, const std::string& units) const {
  std::vector<Part> parts;
  for (const auto& word : split_at(text, ',')) parts.push_back(parted(word));
  const auto has_unit = [](const Part& part) { return !part.unit.empty(); };
  const auto given = std::ranges::count_if(parts, has_unit);
  // Words such as free_stream are for the method.
  if (given == 0 || std::ranges::any_of(parts, [](const Part& p) { return p.number.empty(); }))
    return text;
  if (!system_ && !unit_named(std::ranges::find_if(parts, has_unit)->unit)) return text;
  const auto to = split_at(units, ',');
  if (to.size() == 1 && given == 1 && has_unit(parts.back()))
    for (auto& part : parts) part.unit = parts.back().unit;
  else if (to.size() == 1 && given != std::ssize(parts))
    throw error(fmt::format("{}: give each number its unit, or the last one for all", shown(text)));
  std::string line;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto& [number, unit] = parts[k];
    const auto& one = to[std::min(k, to.size() - 1)];
    line += k > 0 ? "," : "";
    line += unit.empty() ? number : converted(number, unit_for(unit, one), one);
  }
  return line;
}

}  // namespace slipflow::config
