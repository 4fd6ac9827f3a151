#include "svg_transform.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "svg_text.hpp"

namespace slipflow::mesh {

namespace {
constexpr std::size_t kMostNumbers = 6;

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

SvgTransform rotation(double degrees, double x, double y) {
  const double c = std::cos(radians(degrees)), s = std::sin(radians(degrees));
  return {c, s, -s, c, x - c * x + s * y, y - s * x - c * y};
}

/// A number of a transform, with the units of CSS: pixels for lengths, else degrees.
double number_with_unit(SvgText& in) {
  const double number = in.number();
  const std::string_view unit = in.word();
  if (unit.empty() || unit == "deg" || unit == "px") return number;
  if (unit == "rad") return number * 180 / std::numbers::pi;
  if (unit == "grad") return number * 0.9;
  if (unit == "turn") return number * 360;
  if (const auto pixels = svg_length(fmt::format("1{}", unit))) return number * *pixels;
  throw SvgFault(
      fmt::format("transform: unit '{}' is none of px, mm, cm, in, pt, pc, deg, rad, "
                  "grad and turn",
                  unit));
}

SvgTransform transform_named(std::string_view name, std::vector<double> n) {
  const std::size_t count = n.size();
  n.resize(kMostNumbers);
  if (name == "matrix" && count == 6) return {n[0], n[1], n[2], n[3], n[4], n[5]};
  if (name == "translate" && (count == 1 || count == 2)) return {1, 0, 0, 1, n[0], n[1]};
  if (name == "scale" && count == 1) return {n[0], 0, 0, n[0], 0, 0};
  if (name == "scale" && count == 2) return {n[0], 0, 0, n[1], 0, 0};
  if (name == "rotate" && (count == 1 || count == 3)) return rotation(n[0], n[1], n[2]);
  // CSS has these, attributes do not.
  if (name == "translateX" && count == 1) return {1, 0, 0, 1, n[0], 0};
  if (name == "translateY" && count == 1) return {1, 0, 0, 1, 0, n[0]};
  if (name == "scaleX" && count == 1) return {n[0], 0, 0, 1, 0, 0};
  if (name == "scaleY" && count == 1) return {1, 0, 0, n[0], 0, 0};
  if (name == "skew" && (count == 1 || count == 2))
    return {1, std::tan(radians(n[1])), std::tan(radians(n[0])), 1, 0, 0};
  if (name == "skewX" && count == 1) return {1, 0, std::tan(radians(n[0])), 1, 0, 0};
  if (name == "skewY" && count == 1) return {1, std::tan(radians(n[0])), 0, 1, 0, 0};
  throw SvgFault(
      fmt::format("transform: {} of {} numbers is none of matrix, translate, scale, "
                  "rotate, skewX and skewY with theirs",
                  name.empty() ? "one without a name" : std::string(name), count));
}
}  // namespace

SvgTransform SvgTransform::after(const SvgTransform& t) const {
  return {a * t.a + c * t.b, b * t.a + d * t.b,     a * t.c + c * t.d,
          b * t.c + d * t.d, a * t.e + c * t.f + e, b * t.e + d * t.f + f};
}

double SvgTransform::growth() const { return std::hypot(a, b) + std::hypot(c, d); }

SvgTransform read_svg_transform(std::string_view text) {
  SvgText in(text, "transform");
  SvgTransform all;
  if (without_blanks(text) == "none") return all;
  while (!in.at_end()) {
    const std::string_view name = in.word();
    if (!in.accept('(')) in.refuse("'('");
    std::vector<double> numbers;
    while (in.at_number() && numbers.size() <= kMostNumbers)
      numbers.push_back(number_with_unit(in));
    if (!in.accept(')')) in.refuse("a number or ')'");
    all = all.after(transform_named(name, std::move(numbers)));
  }
  return all;
}

}  // namespace slipflow::mesh
