// Lines of text on a canvas.
#pragma once

#include <string>

#include "canvas.hpp"

namespace slipflow::drawing {

/// Which point of the text is at the given position.
enum class Align { low, middle, high };

struct TextStyle {
  int size = 20;  ///< pixels
  Colour colour;
  bool bold = false;
  bool upwards = false;            ///< reads from bottom to top
  Align across = Align::low;       ///< low: the text begins at x
  Align vertical = Align::middle;  ///< low: the text is above y
};

/// Pixels that a line of text takes; the height is that of the tallest letters with descenders.
struct TextSize {
  int width = 0, height = 0;
};
TextSize measure_text(const std::string& text, const TextStyle& style);

/// Draws one line of UTF-8 text, placed at (x, y) as the style says.
void draw_text(Canvas& canvas, int x, int y, const std::string& text, const TextStyle& style);

}  // namespace slipflow::drawing
