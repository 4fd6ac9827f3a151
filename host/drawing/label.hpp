// Labels with Greek letters, subscripts and superscripts.
#pragma once

#include <string>
#include <vector>

namespace slipflow::drawing {

/// A part of a line of text.
struct TextRun {
  enum class Place { line, below, above };
  std::string text;  ///< valid UTF-8 without control characters
  Place place = Place::line;
  bool operator==(const TextRun&) const = default;
};

/// The text without symbols or scripts. What is not UTF-8 becomes '?', control characters become
/// blanks.
std::vector<TextRun> plain_runs(const std::string& text);

/// A label in the words of case files: names of Greek letters become these ("rho", "um"), "grad "
/// nabla, digits after a single letter a subscript ("p0"), so does the text after '_' ("T_wall",
/// "T_{in 1}"); the text after '^' becomes a superscript ("10^-3"), '-' before a digit a minus
/// sign.
std::vector<TextRun> label_runs(const std::string& label);

/// A number with a minus sign instead of a hyphen.
std::string with_minus(const std::string& number);

}  // namespace slipflow::drawing
