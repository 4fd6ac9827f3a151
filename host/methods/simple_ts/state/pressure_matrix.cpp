#include "pressure_matrix.hpp"

#include <algorithm>

namespace slipflow::simple_ts {

namespace {
using linear_solvers::Box7;
using linear_solvers::Matrix7;

// Between the centres of two cells, or the centre of one and a side.
void join(Matrix7& m, int axis, int p, int next, double coefficient) {
  m.a[0][p] += coefficient;
  m.a[0][next] += coefficient;
  m.a[2 * axis + 1][p] = coefficient;
}
void add_side(Matrix7& m, int axis, int p, double coefficient) {
  m.a[0][p] += coefficient;
  if (!m.sides[axis].empty()) m.sides[axis][p] += coefficient;
}

// Iterations that reach the tolerance, or nearly so. A device is given all of them at once, and
// those after the last still cost their launches.
constexpr int kSteps = 2, kStepsIfStretched = 10;
constexpr double kStretched = 2;  // largest over smallest width

bool is_stretched(const mesh::Axis& axis) {
  const auto [least, most] = std::ranges::minmax(axis.widths);
  return most > kStretched * least;
}

bool gives_pressure(BoundaryKind kind) {
  return kind == BoundaryKind::pressure || kind == BoundaryKind::stream;
}

void add_cell(const Case& c, const std::array<int, 3>& cell, Matrix7& m) {
  const auto at = [&](const std::array<int, 3>& of) { return m.box.at(of[0], of[1], of[2]); };
  const int p = at(cell);
  m.a[0][p] += mesh::area_of_face(c.mesh, cell, mesh::west) * c.mesh.x.widths[cell[0]];
  for (int axis = 0; axis < c.axes(); ++axis) {
    const auto& h = c.mesh.axis(axis).widths;
    const int k = cell[axis], last = c.mesh.axis(axis).cells() - 1;
    const double area2 = 2 * mesh::area_of_face(c.mesh, cell, 2 * axis);
    auto next = cell;
    ++next[axis];
    if (k < last && !c.mesh.solid(next[0], next[1], next[2]))
      join(m, axis, p, at(next), area2 / (h[k] + h[k + 1]));
    const auto low = static_cast<std::size_t>(axis) * 2;
    if (k == 0 && gives_pressure(c.sides[low])) add_side(m, axis, p, area2 / h[k]);
    if (k == last && gives_pressure(c.sides[low + 1])) add_side(m, axis, p, area2 / h[k]);
  }
}
}  // namespace

linear_solvers::Matrix7 pressure_matrix(const Case& c) {
  Matrix7 m;
  m.box = Box7{c.mesh.x.cells(), c.mesh.y.cells(), std::max(c.mesh.z.cells(), 1)};
  m.a[0].resize(m.box.size());
  for (int axis = 0; axis < (m.box.flat() ? 2 : 3); ++axis) {
    m.a[2 * axis + 1].resize(m.box.size());
    m.sides[axis].resize(m.box.size());
    m.widths[axis] = c.mesh.axis(axis).widths;
  }
  mesh::for_cells(mesh::cells_of(c.mesh.layout()), [&](int i, int j, int k) {
    if (!c.mesh.solid(i, j, k)) add_cell(c, {i, j, k}, m);
  });
  return m;
}

// A relative residual of 0.1 costs no inner iteration.
linear_solvers::Choice7 pressure_solver(const Case& c) {
  linear_solvers::Choice7 choice;
  choice.relative_tolerance = c.linear.relative_tolerance;
  bool stretched = false;
  for (int axis = 0; axis < c.axes(); ++axis) stretched |= is_stretched(c.mesh.axis(axis));
  choice.max = c.linear.max > 0 ? c.linear.max : stretched ? kStepsIfStretched : kSteps;
  return choice;
}

}  // namespace slipflow::simple_ts
