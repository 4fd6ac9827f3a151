// Surfaces in space seen along a diagonal of a cube, drawn with a depth for each pixel: the nearest
// surface hides the others.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "colour.hpp"
#include "slipflow/drawing/window.hpp"

namespace slipflow::drawing {

using Point3 = std::array<double, 3>;

/// Seen from large x and z and small y: x runs to the lower right, y to the upper right, z up, all
/// at one scale.
struct Isometric {
  double x = 0, y = 0;
  double depth = 0;  ///< larger where it is nearer to the viewer
};
Isometric isometric(const Point3& point);

/// Whether a face with this normal looks to the viewer.
bool is_seen(const Point3& normal);

/// Brightness of a surface with this normal, 0 to 1, in light from above and the left; of both
/// sides of a surface without an inside.
double brightness(const Point3& normal);

/// How far a colour is mixed with another one, 0 to 1.
Colour mixed(Colour colour, Colour with, double part);

/// The pixels of a window of isometric().
class IsometricCanvas {
 public:
  IsometricCanvas(const Window& window, int width, int height);

  /// A convex polygon.
  void polygon(std::span<const Point3> corners, Colour colour);
  /// A line `pixels` wide, a distance ahead of surfaces that it lies on.
  void line(const Point3& from, const Point3& to, double pixels, double ahead, Colour colour);

  /// By rows from the lowest on, smoothed.
  std::vector<Colour> pixels() const;

 private:
  Isometric at(const Point3& point) const;
  void fill(std::span<const Isometric> corners, Colour colour);

  Window window_;
  int samples_;         // along each side of a pixel
  int width_, height_;  // of all samples
  std::vector<Colour> colours_;
  std::vector<float> depths_;
};

}  // namespace slipflow::drawing
