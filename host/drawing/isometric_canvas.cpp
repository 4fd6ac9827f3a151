#include "isometric_canvas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "palette.hpp"

namespace slipflow::drawing {

namespace {
/// Samples along each side of a pixel, and the pixels from which on one is enough.
constexpr int kSamples = 2;
constexpr long kManyPixels = 4'000'000;
const Point3 kLight = {0.2, -0.45, 0.87};

std::size_t as_size(int k) { return static_cast<std::size_t>(k); }

double scalar_product(const Point3& a, const Point3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Twice the area of a triangle, negative if it is clockwise.
double twice_area(const Isometric& a, const Isometric& b, double x, double y) {
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}
}  // namespace

Isometric isometric(const Point3& point) {
  const auto [x, y, z] = point;
  return {(x + y) / std::sqrt(2.0), (2 * z + y - x) / std::sqrt(6.0), (x - y + z) / std::sqrt(3.0)};
}

bool is_seen(const Point3& normal) { return normal[0] - normal[1] + normal[2] > 0; }

double brightness(const Point3& normal) {
  const double length = std::sqrt(scalar_product(normal, normal));
  return length > 0 ? 0.75 + 0.25 * std::abs(scalar_product(normal, kLight)) / length : 1;
}

Colour mixed(Colour colour, Colour with, double part) {
  const auto mix = [&](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(std::lerp(1.0 * a, 1.0 * b, part)));
  };
  return {mix(colour.r, with.r), mix(colour.g, with.g), mix(colour.b, with.b)};
}

IsometricCanvas::IsometricCanvas(const Window& window, int width, int height)
    : window_(window),
      samples_(static_cast<long>(width) * height < kManyPixels ? kSamples : 1),
      width_(width * samples_),
      height_(height * samples_),
      colours_(as_size(width_) * as_size(height_), kWhite),
      depths_(colours_.size(), -std::numeric_limits<float>::infinity()) {}

Isometric IsometricCanvas::at(const Point3& point) const {
  const Isometric p = isometric(point);
  return {(p.x - window_.x0) / window_.width() * width_,
          (p.y - window_.y0) / window_.height() * height_, p.depth};
}

void IsometricCanvas::fill(std::span<const Isometric> corners, Colour colour) {
  for (std::size_t k = 2; k < corners.size(); ++k) {
    const Isometric &a = corners[0], &b = corners[k - 1], &c = corners[k];
    const double whole = twice_area(a, b, c.x, c.y);
    if (whole == 0) continue;
    const auto [low_x, high_x] = std::minmax({a.x, b.x, c.x});
    const auto [low_y, high_y] = std::minmax({a.y, b.y, c.y});
    const auto first = [](double low) { return std::max(static_cast<int>(std::floor(low)), 0); };
    const int end_x = std::min(static_cast<int>(std::ceil(high_x)), width_);
    const int end_y = std::min(static_cast<int>(std::ceil(high_y)), height_);
    for (int row = first(low_y); row < end_y; ++row)
      for (int column = first(low_x); column < end_x; ++column) {
        const double x = column + 0.5, y = row + 0.5;
        const double of_b = twice_area(c, a, x, y) / whole, of_c = twice_area(a, b, x, y) / whole;
        // Neighbours share the samples on their edge, so that rounding opens no gap.
        if (std::min({of_b, of_c, 1 - of_b - of_c}) < -1e-9) continue;
        const auto depth =
            static_cast<float>(a.depth + of_b * (b.depth - a.depth) + of_c * (c.depth - a.depth));
        const std::size_t sample = as_size(row) * as_size(width_) + as_size(column);
        if (depth <= depths_[sample]) continue;
        depths_[sample] = depth;
        colours_[sample] = colour;
      }
  }
}

void IsometricCanvas::polygon(std::span<const Point3> corners, Colour colour) {
  std::vector<Isometric> projected;
  for (const Point3& corner : corners) projected.push_back(at(corner));
  fill(projected, colour);
}

void IsometricCanvas::line(const Point3& from, const Point3& to, double pixels, double ahead,
                           Colour colour) {
  const Isometric a = at(from), b = at(to);
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  if (length == 0) return;
  const double half = 0.5 * samples_ * pixels / length;
  const double dx = half * (a.y - b.y), dy = half * (b.x - a.x);
  const Isometric corners[] = {{a.x + dx, a.y + dy, a.depth + ahead},
                               {a.x - dx, a.y - dy, a.depth + ahead},
                               {b.x - dx, b.y - dy, b.depth + ahead},
                               {b.x + dx, b.y + dy, b.depth + ahead}};
  fill(corners, colour);
}

std::vector<Colour> IsometricCanvas::pixels() const {
  std::vector<Colour> pixels;
  const int all = samples_ * samples_;
  for (int y = 0; y < height_; y += samples_)
    for (int x = 0; x < width_; x += samples_) {
      int r = 0, g = 0, b = 0;
      for (int k = 0; k < all; ++k) {
        const Colour& sample =
            colours_[as_size(y + k / samples_) * as_size(width_) + as_size(x + k % samples_)];
        r += sample.r, g += sample.g, b += sample.b;
      }
      const auto mean = [&](int sum) { return static_cast<std::uint8_t>((sum + all / 2) / all); };
      pixels.push_back({mean(r), mean(g), mean(b)});
    }
  return pixels;
}

}  // namespace slipflow::drawing
