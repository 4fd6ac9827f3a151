// Values at points of a box from those of its cells.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "slipflow/box/conditions.hpp"
#include "slipflow/methods/simulation.hpp"
#include "slipflow/setup/point_stencil.hpp"

namespace slipflow::boxes {

/// Interpolation at a point: linear between the centres of cells, and to the values on boundaries
/// and bodies.
class SamplePoint {
 public:
  using Cell = std::array<int, 3>;
  /// is_boundary(cell, side) tells whether the domain ends at that side, a mesh::Side, of a cell.
  /// Arrays of cells have that many layers of ghosts.
  SamplePoint(const BoxCase& c, int ghosts, const methods::Point& point,
              const std::function<bool(const Cell& cell, int side)>& is_boundary);
  /// Outside of bodies; else there are no values.
  bool in_domain() const { return in_domain_; }
  /// The value at the point: of_place(k) is that of place k of an array of cells,
  /// on_boundary(cell, side) that on a boundary, an optional.
  template <class OfPlace, class OnBoundary>
  double value(OfPlace of_place, OnBoundary on_boundary) const {
    const auto of_node = [&](int k) { return of_place(stencil_.place[k]); };
    return setup::value_at(stencil_, near_, of_node, on_boundary);
  }

 private:
  bool in_domain_ = false;
  std::vector<setup::NearBoundary> near_;
  setup::PointStencil stencil_;
};

}  // namespace slipflow::boxes
