// A picture in memory: pixels of our own, without a window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace slipflow::drawing {

struct Colour {
  std::uint8_t r = 0, g = 0, b = 0;
  bool operator==(const Colour&) const = default;
};

/// A rectangle of pixels; y points up, as in the flow and in VTK's images.
struct Box {
  int x = 0, y = 0, width = 0, height = 0;
  int right() const { return x + width; }
  int top() const { return y + height; }
};

/// An RGB image whose row 0 is the lowest. Drawing outside it is cut off.
class Canvas {
 public:
  Canvas(int width, int height, Colour background);

  int width() const { return width_; }
  int height() const { return height_; }

  /// The first of the pixels of a row, left to right.
  Colour* row(int y) { return &pixels_[static_cast<std::size_t>(y) * width_]; }

  void fill(const Box& box, Colour colour);

  /// Draws the four sides of `box`, `line` pixels wide, outside of it.
  void frame(const Box& box, int line, Colour colour);

  /// Lays `colour` over one pixel with this opacity, 0 to 255.
  void blend(int x, int y, Colour colour, int opacity);

  /// Draws a line of this width with round ends; a disc where both ends are the same.
  void stroke(double x0, double y0, double x1, double y1, double line, Colour colour);

  /// The image as the bytes of a PNG file.
  std::string png() const;

 private:
  int width_;
  int height_;
  std::vector<Colour> pixels_;
};

}  // namespace slipflow::drawing
