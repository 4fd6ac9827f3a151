// The parts of a value: words between blanks, and numbers as complete words.
#pragma once

#include <optional>
#include <string>
#include <vector>

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

}  // namespace slipflow::config
