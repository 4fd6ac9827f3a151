#include "slipflow/box/samples.hpp"

namespace slipflow::boxes {

SamplePoint::SamplePoint(const BoxCase& c, int ghosts, const methods::Point& point,
                         const std::function<bool(const Cell& cell, int side)>& is_boundary) {
  const mesh::Mesh& m = c.mesh;
  const std::array<double, 3> at = {point.x, point.y, point.z};
  const auto cell = setup::free_cell_at(m, at);
  in_domain_ = cell.has_value();
  if (!cell) return;
  near_ = setup::boundaries_near(m, *cell, at, [&](int side) { return is_boundary(*cell, side); });
  const auto nodes = [&](int axis) {
    return setup::AxisNodes{m.axis(axis), false, c.periodic(axis), ghosts};
  };
  stencil_ = setup::point_stencil(m.axes(), nodes, at,
                                  [&](int i, int j, int k) { return !m.solid(i, j, k); });
}

}  // namespace slipflow::boxes
