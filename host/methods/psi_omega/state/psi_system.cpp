#include "state/psi_system.hpp"

#include "psi_omega/poisson.h"

namespace slipflow::psi_omega {

namespace {
// Half of the distance between the neighbours of each node between the ends of an axis.
std::vector<double> widths_of_volumes(const mesh::Axis& axis) {
  std::vector<double> widths;
  for (int k = 1; k < axis.cells(); ++k)
    widths.push_back(0.5 * (axis.widths[k - 1] + axis.widths[k]));
  return widths;
}
}  // namespace

linear_solvers::Matrix7 psi_matrix(const Case& c, const Nodes& nodes) {
  const auto& x = c.mesh.x;
  const auto& y = c.mesh.y;
  linear_solvers::Matrix7 matrix;
  matrix.box = {x.cells() - 1, y.cells() - 1, 1};
  matrix.widths = {widths_of_volumes(x), widths_of_volumes(y)};
  // Nodes are at the edges of bodies and of the domain.
  matrix.side_distance = 1;
  const std::vector<double> zeros(matrix.box.size());
  for (const int k : {0, 1, 3}) matrix.a[k] = zeros;
  for (const int axis : {0, 1}) matrix.sides[axis] = zeros;
  for (int j = 1; j < y.cells(); ++j)
    for (int i = 1; i < x.cells(); ++i) {
      const auto at = c.mesh.layout().at(i, j);
      if (nodes.kind[at] != PO_FLOW) continue;
      const PoVolume volume = po_volume(nodes.kind.data(), x.cells(), static_cast<int>(at),
                                        x.widths[i - 1], x.widths[i], y.widths[j - 1], y.widths[j]);
      const int p = po_place_in_system(x.cells(), i, j);
      for (int side = 0; side < 4; ++side) {
        matrix.a[0][p] += volume.weight[side];
        if (volume.is_known[side]) matrix.sides[side / 2][p] += volume.weight[side];
      }
      if (!volume.is_known[1]) matrix.a[1][p] = volume.weight[1];
      if (!volume.is_known[3]) matrix.a[3][p] = volume.weight[3];
    }
  return matrix;
}

linear_solvers::Choice7 psi_choice(const Case& c, bool parity) {
  linear_solvers::Choice7 choice;
  choice.relative_tolerance = c.linear.relative_tolerance;
  choice.of_right_hand_side = true;
  choice.max = c.linear.max;
  choice.parity = parity;
  return choice;
}

}  // namespace slipflow::psi_omega
