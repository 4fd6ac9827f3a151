// Rows of a key table as text for people.
#include <fmt/format.h>

#include <iterator>

#include "slipflow/config/key_table.hpp"
#include "value_rules.hpp"

namespace slipflow::config {
namespace {

/// Names of the types, by KeyType.
constexpr const char* kTypeNames[] = {"text",  "number", "whole number", "numbers", "whole numbers",
                                      "words", "choice", "duration",     "line",    "quantity"};
static_assert(std::size(kTypeNames) == static_cast<std::size_t>(KeyType::quantity) + 1);

/// The text of a table cell: an unescaped bar would end it.
std::string cell(std::string text) {
  for (auto bar = text.find('|'); bar != std::string::npos; bar = text.find('|', bar + 2)) {
    text.insert(bar, 1, '\\');
  }
  return text;
}

/// `quote` encloses values.
std::string default_text(const KeySpec& spec, const char* quote) {
  if (spec.required)
    return spec.unless_section.empty()
               ? "required"
               : fmt::format("required without {0}[{1}]{0}", quote, spec.unless_section);
  if (spec.optional) return "none";
  std::string text = fmt::format("{0}{1}{0}", quote, spec.default_value);
  for (const auto& [value, other] : spec.default_for)
    text += fmt::format(", {0}{1}{0} with {0}{2} = {3}{0}", quote, other, spec.default_depends_on,
                        value);
  return text;
}

}  // namespace

std::string text_of(const KeySpec& spec) {
  const char* own = spec.takes_unit ? ", or with a unit in a case with [units]" : "";
  const auto unit = spec.unit == "-" ? "" : fmt::format(", in {}{}", spec.unit, own);
  return fmt::format("{}{}\n  {}{}\n  default: {}\n  {}\n", spec.name,
                     spec.repeatable ? " (repeatable)" : "", allowed_values(spec), unit,
                     default_text(spec, ""), spec.meaning);
}

std::string markdown_of(const std::vector<KeySpec>& rows) {
  std::string out =
      "| Key | Type | Unit | Allowed | Default | Meaning |\n"
      "|---|---|---|---|---|---|\n";
  for (const auto& spec : rows) {
    out += fmt::format("| `{}`{} | {} | {} | {} | {} | {} |\n", spec.name,
                       spec.repeatable ? " (repeatable)" : "",
                       kTypeNames[static_cast<std::size_t>(spec.type)], spec.unit,
                       allowed_values(spec), default_text(spec, "`"), cell(spec.meaning));
  }
  return out;
}

}  // namespace slipflow::config
