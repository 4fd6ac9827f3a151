#include "svg_outline.hpp"

#include <fmt/format.h>

#include <algorithm>
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

namespace {
constexpr double kMostPieces = 4096;  // of one curve

Point mixed(const Point& a, const Point& b, double part) {
  return {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

double bend(const Point& a, const Point& b, const Point& c) {
  return std::hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y);
}

double angle_of(double x, double y) { return std::atan2(y, x); }

/// An elliptical arc by its centre: of the SVG specification, appendix B.2.4.
struct CentredArc {
  Point centre;
  double rx = 0, ry = 0, cosine = 1, sine = 0;
  double begin = 0, angle = 0;

  Point at(double part) const {
    const double phi = begin + part * angle;
    const double x = rx * std::cos(phi), y = ry * std::sin(phi);
    return {centre.x + cosine * x - sine * y, centre.y + sine * x + cosine * y};
  }
};

CentredArc centred(const Point& from, const SvgArc& arc) {
  CentredArc c;
  const double phi = arc.degrees * std::numbers::pi / 180;
  c.cosine = std::cos(phi);
  c.sine = std::sin(phi);
  const double dx = (from.x - arc.to.x) / 2, dy = (from.y - arc.to.y) / 2;
  const double x = c.cosine * dx + c.sine * dy, y = c.cosine * dy - c.sine * dx;
  c.rx = std::abs(arc.rx);
  c.ry = std::abs(arc.ry);
  // Radii that are too small for the distance grow until they are not.
  const double reach = std::max(std::hypot(x / c.rx, y / c.ry), 1.0);
  c.rx *= reach;
  c.ry *= reach;
  const double u = x / c.rx, v = y / c.ry, square = u * u + v * v;
  const double root = square > 0 ? std::sqrt(std::max(1 / square - 1, 0.0)) : 0;
  const double to_centre = arc.large == arc.sweep ? -root : root;
  const double cu = to_centre * v, cv = -to_centre * u;  // of the centre, on the unit circle
  c.centre = {(from.x + arc.to.x) / 2 + c.cosine * cu * c.rx - c.sine * cv * c.ry,
              (from.y + arc.to.y) / 2 + c.sine * cu * c.rx + c.cosine * cv * c.ry};
  c.begin = angle_of(u - cu, v - cv);
  c.angle = angle_of(-u - cu, -v - cv) - c.begin;
  if (arc.sweep && c.angle < 0) c.angle += 2 * std::numbers::pi;
  if (!arc.sweep && c.angle > 0) c.angle -= 2 * std::numbers::pi;
  return c;
}
}  // namespace

SvgOutlineBuilder::SvgOutlineBuilder(const SvgTransform& transform, double tolerance,
                                     std::size_t& edges_left)
    : transform_(transform),
      tolerance_(tolerance / std::max(transform.growth(), 1e-300)),
      edges_left_(edges_left) {}

void SvgOutlineBuilder::move_to(const Point& p) {
  close();
  at_ = start_ = p;
}

void SvgOutlineBuilder::line_to(const Point& p) {
  const Edge edge{transform_(at_), transform_(p)};
  for (const double number : {edge.a.x, edge.a.y, edge.b.x, edge.b.y})
    if (!std::isfinite(number)) throw SvgFault("a position is not a finite number");
  if (edges_left_ == 0) throw SvgFault("there are more than 4194304 edges in all");
  --edges_left_;
  outline_.edges.push_back(edge);
  at_ = p;
}

template <class Curve>
void SvgOutlineBuilder::follow(const Curve& curve, double pieces, const Point& end) {
  // A curve that is not finite has one edge, which is refused.
  const double count = std::ceil(std::clamp(pieces, 1.0, kMostPieces));
  const int n = std::isfinite(count) ? static_cast<int>(count) : 1;
  for (int k = 1; k < n; ++k) line_to(curve(static_cast<double>(k) / n));
  line_to(end);
}

void SvgOutlineBuilder::quadratic_to(const Point& control, const Point& p) {
  const Point from = at_;
  const auto curve = [&](double t) {
    return mixed(mixed(from, control, t), mixed(control, p, t), t);
  };
  follow(curve, std::sqrt(bend(from, control, p) / (4 * tolerance_)), p);
}

void SvgOutlineBuilder::cubic_to(const Point& first, const Point& second, const Point& p) {
  const Point from = at_;
  const auto curve = [&](double t) {
    const Point middle = mixed(first, second, t);
    return mixed(mixed(mixed(from, first, t), middle, t), mixed(middle, mixed(second, p, t), t), t);
  };
  const double most = std::max(bend(from, first, second), bend(first, second, p));
  follow(curve, std::sqrt(3 * most / (4 * tolerance_)), p);
}

void SvgOutlineBuilder::arc_to(const SvgArc& arc) {
  if (arc.to.x == at_.x && arc.to.y == at_.y) return;
  if (arc.rx == 0 || arc.ry == 0) return line_to(arc.to);
  const CentredArc c = centred(at_, arc);
  const double pieces = std::abs(c.angle) * std::sqrt(std::max(c.rx, c.ry) / (8 * tolerance_));
  follow([&](double part) { return c.at(part); }, pieces, arc.to);
}

void SvgOutlineBuilder::close() {
  if (at_.x != start_.x || at_.y != start_.y) line_to(start_);
}

Outline SvgOutlineBuilder::finish(FillRule rule) {
  close();
  outline_.rule = rule;
  return std::move(outline_);
}

}  // namespace slipflow::mesh
