// Colours and rectangles of a figure.
#pragma once

#include <cstdint>

namespace slipflow::drawing {

struct Colour {
  std::uint8_t r = 0, g = 0, b = 0;
  bool operator==(const Colour&) const = default;
};

/// The colour #rrggbb.
constexpr Colour rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
          static_cast<std::uint8_t>(hex)};
}

/// A rectangle of pixels; y points up, as in the flow.
struct Box {
  int x = 0, y = 0, width = 0, height = 0;
  int right() const { return x + width; }
  int top() const { return y + height; }
};

/// A point in pixels.
struct Dot {
  double x = 0, y = 0;
};

}  // namespace slipflow::drawing
