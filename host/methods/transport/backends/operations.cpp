#include "backends/operations.hpp"

#include <algorithm>

namespace slipflow::transport {

namespace {
using linear_solvers::Coefficients7;
using linear_solvers::Matrix7;

// Fields of a cell: phi at two levels, right-hand side, tags and widths; vectors of an iteration,
// and multigrid with four coefficients and four vectors on levels of 8/7 of the cells.
constexpr double kVectors = 4 + 8, kMultigrid = 8 * 8.0 / 7;

long cells_in_bodies(const Case& c) {
  long cells = 0;
  for (const auto& body : c.bodies) cells += body.cell_count;
  return cells;
}

// Mean coefficients between cells along each axis.
std::array<double, 3> strengths_of(const Parts& parts) {
  const StepValues values = values_at(parts.c, 0);
  const TrBox box = parts.box.view(parts.c, values);
  std::array<double, 3> sums{}, counts{};
  for_free_cells(parts.box, box, [&](const TrCell& cell) {
    for (int axis = 0; axis < parts.c.mesh.axes(); ++axis)
      if (box.tag[tr_beyond(&box, &cell, 2 * axis + 1)] == 0) {
        sums[axis] += tr_inner_face(&box, &cell, 2 * axis + 1, 0).next;
        counts[axis] += 1;
      }
  });
  for (int axis = 0; axis < 3; ++axis) sums[axis] /= std::max(counts[axis], 1.0);
  return sums;
}
}  // namespace

double bytes_of(const Case& c) {
  const double box = (c.mesh.x.cells() + 2.0) * (c.mesh.y.cells() + 2.0) *
                     (c.mesh.axes() > 2 ? c.mesh.z.cells() + 2.0 : 1.0);
  const double coefficients = c.has_velocity() ? 7 + 3 + 3 : 4 + 3;
  const double scale = c.diffusion_factors.empty() ? 0 : 1;
  return box * sizeof(double) * (kVectors + kMultigrid + coefficients + scale) + box;
}

Matrix7 matrix_without_arrays(const Parts& parts) {
  Matrix7 matrix;
  matrix.kind = parts.c.has_velocity() ? Coefficients7::general : Coefficients7::symmetric;
  matrix.box = parts.box.box;
  for (int axis = 0; axis < parts.c.mesh.axes(); ++axis)
    matrix.widths[axis] = parts.c.mesh.axis(axis).widths;
  matrix.strengths = strengths_of(parts);
  matrix.open_cells = parts.c.mesh.cells() - cells_in_bodies(parts.c);
  matrix.singular = is_singular(parts.c);
  return matrix;
}

}  // namespace slipflow::transport
