// Lines and curves of SVG as the edges of an outline.
#pragma once

#include <cstddef>
#include <string_view>

#include "slipflow/mesh/shapes.hpp"

namespace slipflow::mesh {

// Transforms of SVG.

/// x' = a x + c y + e, y' = b x + d y + f.
struct SvgTransform {
  double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;

  Point operator()(const Point& p) const { return {a * p.x + c * p.y + e, b * p.x + d * p.y + f}; }
  /// The transform that does `inner` first.
  SvgTransform after(const SvgTransform& inner) const;
  /// Bound of the factor by which lengths grow.
  double growth() const;
};

/// The transform of an attribute or a property: "none" or a list of matrix, translate, scale,
/// rotate, skewX and skewY, and of what CSS has besides, with its units. Throws SvgFault.
SvgTransform read_svg_transform(std::string_view text);

/// Where a curve begins or ends with the radii, the rotation and the flags of an elliptical arc.
struct SvgArc {
  double rx = 0, ry = 0, degrees = 0;
  bool large = false, sweep = false;
  Point to;
};

/// Collects subpaths, which it closes. Positions are those before the transform. Throws SvgFault
/// when a position is not finite or there are too many edges.
class SvgOutlineBuilder {
 public:
  /// Curves become lines that deviate by at most `tolerance`, in positions after the transform;
  /// `edges_left` counts down.
  SvgOutlineBuilder(const SvgTransform& transform, double tolerance, std::size_t& edges_left);

  void move_to(const Point& p);
  void line_to(const Point& p);
  void quadratic_to(const Point& control, const Point& p);
  void cubic_to(const Point& first, const Point& second, const Point& p);
  void arc_to(const SvgArc& arc);
  void close();
  const Point& at() const { return at_; }
  /// The outline of all subpaths.
  Outline finish(FillRule rule);

 private:
  template <class Curve>
  void follow(const Curve& curve, double pieces, const Point& end);

  SvgTransform transform_;
  double tolerance_;  // before the transform
  std::size_t& edges_left_;
  Outline outline_;
  Point at_, start_;
};

}  // namespace slipflow::mesh
