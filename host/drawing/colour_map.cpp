#include "colour_map.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace slipflow::drawing {

namespace {

// Viridis (public domain) at 17 even steps. Neighbours are so close that straight lines between
// them in sRGB, the space in which the map itself is tabulated, stay within two levels of it.
constexpr std::array kViridis = {
    rgb(0x440154), rgb(0x48186a), rgb(0x472d7b), rgb(0x424086), rgb(0x3b528b), rgb(0x33638d),
    rgb(0x2c728e), rgb(0x26828e), rgb(0x21918c), rgb(0x1fa088), rgb(0x28ae80), rgb(0x3fbc73),
    rgb(0x5ec962), rgb(0x84d44b), rgb(0xaddc30), rgb(0xd8e219), rgb(0xfde725)};

// "RdBu" of ColorBrewer (Cynthia Brewer, Apache licence 2.0) at 11 even steps, from its blue end.
constexpr std::array kBlueToRed = {rgb(0x053061), rgb(0x2166ac), rgb(0x4393c3), rgb(0x92c5de),
                                   rgb(0xd1e5f0), rgb(0xf7f7f7), rgb(0xfddbc7), rgb(0xf4a582),
                                   rgb(0xd6604d), rgb(0xb2182b), rgb(0x67001f)};

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

bool is_dark(Colour colour) {
  const auto light = [](std::uint8_t level) { return std::pow(level / 255.0, 2.2); };
  // Where both have the same contrast by the rule of WCAG 2.
  return 0.2126 * light(colour.r) + 0.7152 * light(colour.g) + 0.0722 * light(colour.b) < 0.21;
}

ColourScale::ColourScale(const Range& range, std::optional<bool> diverging)
    : map_(diverging.value_or(range.has_both_signs()) ? blue_to_red() : viridis()),
      range_(range),
      mapped_(range) {
  if (&map_ != &blue_to_red() || range.lo >= 0 || range.hi <= 0) return;
  const double size = std::max(-range.lo, range.hi);
  mapped_ = {-size, size};
}

Colour ColourScale::colour(double value) const {
  const double fraction = mapped_.fraction(std::clamp(value, range_.lo, range_.hi));
  return map_[static_cast<std::size_t>(
      std::lround(fraction * static_cast<double>(map_.size() - 1)))];
}

}  // namespace slipflow::drawing
