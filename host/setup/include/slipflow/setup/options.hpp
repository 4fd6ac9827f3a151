// The name=value options of a value line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::setup {

/// The option's value, or nullptr when the line leaves it out.
const std::string* option(const config::Directive& directive, const std::string& name);

/// The field in isosurface=FIELD,VALUE of a line output.picture; empty without it.
std::string field_of_isosurface(const config::Directive& line);

/// Whether the text can be part of the names of columns and files: at most 40 letters, digits, _
/// and -.
bool is_name(const std::string& text);

/// The finite numbers in a comma-separated text; none unless all of its parts are numbers.
std::vector<double> parse_numbers(std::string_view text);

/// The option as one number that is `allowed`, or `otherwise` when the line leaves it out. Throws
/// Error(bad_input): it "must be a number", followed by `rule`.
template <class Allowed>
double number_of(const config::Settings& settings, const config::Directive& directive,
                 const std::string& name, double otherwise, Allowed allowed,
                 const std::string& rule) {
  const std::string* text = option(directive, name);
  if (!text) return otherwise;
  const auto numbers = parse_numbers(*text);
  if (numbers.size() != 1 || !allowed(numbers[0]))
    throw settings.error(directive, name + "=" + shown(*text) + " must be a number" + rule);
  return numbers[0];
}

}  // namespace slipflow::setup
