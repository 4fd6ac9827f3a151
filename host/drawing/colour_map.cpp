#include "colour_map.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace slipflow::drawing {

namespace {

// Viridis (public domain) at 17 even steps. Neighbours are so close that straight lines between
// them in sRGB, the space in which the map itself is tabulated, stay within two levels of it.
constexpr std::array<Colour, 17> kViridis = {{{0x44, 0x01, 0x54},
                                              {0x48, 0x18, 0x6a},
                                              {0x47, 0x2d, 0x7b},
                                              {0x42, 0x40, 0x86},
                                              {0x3b, 0x52, 0x8b},
                                              {0x33, 0x63, 0x8d},
                                              {0x2c, 0x72, 0x8e},
                                              {0x26, 0x82, 0x8e},
                                              {0x21, 0x91, 0x8c},
                                              {0x1f, 0xa0, 0x88},
                                              {0x28, 0xae, 0x80},
                                              {0x3f, 0xbc, 0x73},
                                              {0x5e, 0xc9, 0x62},
                                              {0x84, 0xd4, 0x4b},
                                              {0xad, 0xdc, 0x30},
                                              {0xd8, 0xe2, 0x19},
                                              {0xfd, 0xe7, 0x25}}};

// "RdBu" of ColorBrewer (Cynthia Brewer, Apache licence 2.0) at 11 even steps, from its blue end.
constexpr std::array<Colour, 11> kBlueToRed = {{{0x05, 0x30, 0x61},
                                                {0x21, 0x66, 0xac},
                                                {0x43, 0x93, 0xc3},
                                                {0x92, 0xc5, 0xde},
                                                {0xd1, 0xe5, 0xf0},
                                                {0xf7, 0xf7, 0xf7},
                                                {0xfd, 0xdb, 0xc7},
                                                {0xf4, 0xa5, 0x82},
                                                {0xd6, 0x60, 0x4d},
                                                {0xb2, 0x18, 0x2b},
                                                {0x67, 0x00, 0x1f}}};

std::uint8_t between(std::uint8_t a, std::uint8_t b, double t) {
  return static_cast<std::uint8_t>(std::lround(a + (b - a) * t));
}

ColourMap interpolate(std::span<const Colour> samples) {
  ColourMap map;
  for (std::size_t k = 0; k < map.size(); ++k) {
    const double position = static_cast<double>(k * (samples.size() - 1)) / (map.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(position), samples.size() - 2);
    const double t = position - static_cast<double>(low);
    const Colour &a = samples[low], &b = samples[low + 1];
    map[k] = {between(a.r, b.r, t), between(a.g, b.g, t), between(a.b, b.b, t)};
  }
  return map;
}

}  // namespace

const ColourMap& viridis() {
  static const ColourMap map = interpolate(kViridis);
  return map;
}

const ColourMap& blue_to_red() {
  static const ColourMap map = interpolate(kBlueToRed);
  return map;
}

}  // namespace slipflow::drawing
