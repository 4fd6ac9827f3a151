// Transforms of SVG.
#pragma once

#include <string_view>

#include "slipflow/mesh/shapes.hpp"

namespace slipflow::mesh {

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

}  // namespace slipflow::mesh
