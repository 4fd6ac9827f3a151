// Lines and curves of SVG as the edges of an outline.
#pragma once

#include <cstddef>

#include "slipflow/mesh/shapes.hpp"
#include "svg_transform.hpp"

namespace slipflow::mesh {

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
