// Lines of text in a figure.
#pragma once

#include <string>
#include <vector>

#include "figure.hpp"
#include "label.hpp"

namespace slipflow::drawing {

/// Which point of the text is at the given position.
enum class Align { low, middle, high };

struct TextStyle {
  double size = 20;  ///< pixels
  Colour colour;
  bool upwards = false;            ///< reads from bottom to top
  double angle = 0;                ///< turned about its place, counter-clockwise
  Align across = Align::low;       ///< low: the text begins at x
  Align vertical = Align::middle;  ///< low: the text is above y; middle: capitals are, half
};

/// A line of text, `size` pixels high with descenders.
using TextLine = std::vector<TextRun>;

/// Its length in pixels.
double length_of(const TextLine& text, const TextStyle& style);

/// Draws the line, placed at (x, y) as the style says.
void draw_text(Figure& figure, double x, double y, const TextLine& text, const TextStyle& style);

/// The style, with letters down to half the size if the text would not fit otherwise.
TextStyle fitted(TextStyle style, const TextLine& text, double room);

}  // namespace slipflow::drawing
