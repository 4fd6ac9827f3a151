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
  m.sides[axis][p] += coefficient;
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

void add_sides(const Case& c, int axis, int i, int j, int p, Matrix7& m) {
  const mesh::Axis& along = axis == 0 ? c.mesh.x : c.mesh.y;
  const int k = axis == 0 ? i : j;
  const double length = axis == 0 ? c.mesh.y.widths[j] : c.mesh.x.widths[i];
  const auto low = axis == 0 ? mesh::west : mesh::south;
  const auto high = axis == 0 ? mesh::east : mesh::north;
  const double coefficient = 2 * length / along.widths[k];
  if (k == 0 && gives_pressure(c.sides[low])) add_side(m, axis, p, coefficient);
  if (k + 1 == along.cells() && gives_pressure(c.sides[high])) add_side(m, axis, p, coefficient);
}

void add_cell(const Case& c, int i, int j, Matrix7& m) {
  const auto& hx = c.mesh.x.widths;
  const auto& hy = c.mesh.y.widths;
  const int p = m.box.at(i, j);
  m.a[0][p] += hx[i] * hy[j];
  if (i + 1 < m.box.n1 && !c.mesh.solid(i + 1, j))
    join(m, 0, p, m.box.at(i + 1, j), 2 * hy[j] / (hx[i] + hx[i + 1]));
  if (j + 1 < m.box.n2 && !c.mesh.solid(i, j + 1))
    join(m, 1, p, m.box.at(i, j + 1), 2 * hx[i] / (hy[j] + hy[j + 1]));
  for (const int axis : {0, 1}) add_sides(c, axis, i, j, p, m);
}
}  // namespace

linear_solvers::Matrix7 pressure_matrix(const Case& c) {
  Matrix7 m;
  m.box = Box7{c.mesh.x.cells(), c.mesh.y.cells()};
  for (auto* values : {&m.a[0], &m.a[1], &m.a[3], &m.sides[0], &m.sides[1]})
    values->resize(m.box.size());
  m.widths = {c.mesh.x.widths, c.mesh.y.widths, {}};
  for (int j = 0; j < m.box.n2; ++j)
    for (int i = 0; i < m.box.n1; ++i)
      if (!c.mesh.solid(i, j)) add_cell(c, i, j, m);
  return m;
}

// A relative residual of 0.1 costs no inner iteration.
linear_solvers::Choice7 pressure_solver(const Case& c) {
  linear_solvers::Choice7 choice;
  choice.relative_tolerance = c.linear.relative_tolerance;
  const bool stretched = is_stretched(c.mesh.x) || is_stretched(c.mesh.y);
  choice.max = c.linear.max > 0 ? c.linear.max : stretched ? kStepsIfStretched : kSteps;
  return choice;
}

}  // namespace slipflow::simple_ts
