// What a value may be: numbers as complete tokens, ranges, and the sentences that say so.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "case_text.hpp"
#include "slipflow/config/key_table.hpp"

namespace slipflow::config {

/// The finite decimal number that the whole token spells, whatever the locale.
std::optional<double> to_number(const std::string& token);

struct LeadingNumber {
  double value;
  std::string rest;
};
/// The finite number that a text begins with, and the text after it: 20 and "um" of "+20um".
std::optional<LeadingNumber> leading_number(const std::string& text);

/// The whole number that the token spells, up to 2^53: beyond it a double would round it.
std::optional<long> to_integer(const std::string& token);

/// The seconds in "30 s", "10 min", "1.5 h", or "0".
std::optional<double> to_seconds(const std::string& text);

/// The parts of the text between blanks.
std::vector<std::string> split_blanks(const std::string& text);
/// The same text with one blank between its parts.
std::string fold_blanks(const std::string& text);

/// What the key accepts, to follow "must be": "a number greater than 0 and at most 10".
std::string allowed_values(const KeySpec& spec);

/// Whether the value of a key that is not a directive is acceptable.
bool is_allowed(const KeySpec& spec, const std::string& value);

/// "ORIGIN: key = VALUE: MESSAGE", with an overlong value cut.
Error value_error(const std::string& origin, const std::string& key, const std::string& value,
                  const std::string& message);

}  // namespace slipflow::config
