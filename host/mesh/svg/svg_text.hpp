// Numbers and words in the attributes of SVG.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace slipflow::mesh {

/// A fault in an attribute; the reader of the file adds the place.
struct SvgFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Walks through the text of an attribute: blanks and commas separate, and need not where a sign
/// or a second point begins a number. Throws SvgFault.
class SvgText {
 public:
  /// `what` names the text in messages: "path data".
  SvgText(std::string_view text, const char* what) : rest_(text), what_(what) {}

  bool at_end();
  /// Whether a number is next.
  bool at_number();
  double number();
  /// '0' or '1', of an arc.
  bool flag();
  /// The next character; '\0' at the end.
  char take();
  /// Letters.
  std::string_view word();
  /// Takes this character if it is next.
  bool accept(char wanted);
  [[noreturn]] void refuse(const std::string& wanted);

 private:
  void skip_blanks();

  std::string_view rest_;
  const char* what_;
};

/// A length in pixels, of which an inch has 96: alone or with px, mm, cm, in, pt or pc. None for
/// another text.
std::optional<double> svg_length(std::string_view text);

/// The text without blanks at its ends.
std::string_view without_blanks(std::string_view text);

}  // namespace slipflow::mesh
