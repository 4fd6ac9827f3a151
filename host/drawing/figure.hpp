// A picture in memory, without a window: shapes and text drawn by Cairo.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "colour.hpp"
#include "slipflow/drawing/image_format.hpp"

typedef struct _cairo cairo_t;  // NOLINT(bugprone-reserved-identifier): Cairo's own name

namespace slipflow::drawing {

/// A white page. Lengths are pixels; y points up. Drawing outside of the page is cut off.
class Figure {
 public:
  Figure(int width, int height, ImageFormat format);
  ~Figure();
  Figure(const Figure&) = delete;
  Figure& operator=(const Figure&) = delete;

  int width() const { return width_; }
  int height() const { return height_; }

  void fill(const Box& box, Colour colour);
  /// Draws the four sides of `box`, `line` pixels wide, outside of it.
  void frame(const Box& box, int line, Colour colour);
  /// Joins the points by lines with round ends; a disc where both ends of a line are the same.
  void stroke(const std::vector<Dot>& points, double line, Colour colour);
  /// Joins the points of each line; where lines cross they are not darker.
  void strokes(const std::vector<std::vector<Dot>>& lines, double line, Colour colour);
  /// Fills a polygon.
  void polygon(const std::vector<Dot>& corners, Colour colour);
  /// Fills `box` with pixels of its size, by rows from the lowest on.
  void image(const Box& box, const std::vector<Colour>& pixels);
  /// Until the next call, draws within `box` only; of the page's size, everywhere.
  void clip(const Box& box);

  /// Cairo's context, whose y points down; for text.
  cairo_t* context() { return context_; }

  /// The file of the picture. Nothing may be drawn afterwards.
  std::string bytes();

 private:
  void set_colour(Colour colour);
  void trace(const std::vector<Dot>& points);

  int width_, height_;
  ImageFormat format_;
  std::string file_;  // what Cairo has written
  cairo_t* context_;
};

}  // namespace slipflow::drawing
