#include "stencil7_systems.hpp"

#include <algorithm>
#include <cmath>

#include "slipflow/linear_solvers/host_solver7.hpp"

namespace slipflow::linear_solvers {

namespace {
template <class F>
void for_each_cell(const Box7& box, F f) {
  for (int k = 0; k < box.n3; ++k)
    for (int j = 0; j < box.n2; ++j)
      for (int i = 0; i < box.n1; ++i) f(i, j, k, static_cast<std::size_t>(box.at(i, j, k)));
}

bool is_cell(const Matrix7& m, std::size_t p) {
  return m.kind == Coefficients7::free ? m.codes[p] != 0 : m.a[0][p] > 0;
}

std::vector<double> geometric_widths(int n, double ratio) {
  std::vector<double> widths(static_cast<std::size_t>(n), 1.0);
  for (std::size_t k = 1; k < widths.size(); ++k) widths[k] = ratio * widths[k - 1];
  return widths;
}
}  // namespace

std::vector<double> right_hand_side(const Matrix7& matrix) {
  std::vector<double> f(matrix.box.size());
  double sum = 0, cells = 0, number = 0;
  for_each_cell(matrix.box, [&](int, int, int, std::size_t p) {
    number += 1;
    if (!is_cell(matrix, p)) return;
    const double value = std::sin(number) * 43758.5453;
    f[p] = value - std::floor(value) - 0.5;
    sum += f[p];
    cells += 1;
  });
  if (matrix.singular)
    for_each_cell(matrix.box, [&](int, int, int, std::size_t p) {
      if (is_cell(matrix, p)) f[p] -= sum / cells;
    });
  return f;
}

Matrix7 rotation_matrix(int n, double peclet) {
  const Matrix7 symmetric = stored(free_matrix({n, n, n}, {1, 1, 1}, true));
  Matrix7 matrix;
  matrix.kind = Coefficients7::general;
  matrix.box = symmetric.box;
  matrix.sides = symmetric.sides;
  for (auto& a : matrix.a) a.resize(matrix.box.size());
  const double h = 1.0 / n;
  for_each_cell(matrix.box, [&](int i, int j, int k, std::size_t p) {
    const int at[3] = {i, j, k};
    const double velocity[3] = {peclet * ((j + 0.5) * h - 0.5), -peclet * ((i + 0.5) * h - 0.5), 0};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double half = velocity[axis] * h / 2;
      const bool up = at[axis] + 1 < n, down = at[axis] > 0;
      if (up) matrix.a[2 * axis + 1][p] = 1 - half;
      if (down) matrix.a[2 * axis + 2][p] = 1 + half;
      matrix.a[0][p] += (up ? 1 + half : 2) + (down ? 1 - half : 2);
    }
  });
  return matrix;
}

std::vector<bool> ball(const Box7& box, double radius) {
  std::vector<bool> solid(box.size());
  for_each_cell(box, [&](int i, int j, int k, std::size_t p) {
    const double x = i + 0.5 - box.n1 / 2.0, y = j + 0.5 - box.n2 / 2.0, z = k + 0.5 - box.n3 / 2.0;
    solid[p] = x * x + y * y + (box.flat() ? 0 : z * z) < radius * radius;
  });
  return solid;
}

Matrix7 stretched_matrix(const Box7& box, double ratio, bool given) {
  Matrix7 matrix = stored(free_matrix(box, {1, 1, 1}, given));
  for (int axis = 0; axis < 3; ++axis)
    matrix.widths[axis] = geometric_widths(box.cells(axis), axis == 2 && box.flat() ? 1 : ratio);
  std::fill(matrix.a[0].begin(), matrix.a[0].end(), 0.0);
  const int steps[3] = {1, box.row(), box.plane()};
  for_each_cell(box, [&](int i, int j, int k, std::size_t p) {
    const int at[3] = {i, j, k};
    double volume = 1;
    for (int axis = 0; axis < 3; ++axis)
      volume *= matrix.widths[axis][static_cast<std::size_t>(at[axis])];
    for (std::size_t axis = 0; axis < (box.flat() ? 2U : 3U); ++axis) {
      const auto& widths = matrix.widths[axis];
      const auto here = static_cast<std::size_t>(at[axis]);
      double& next = matrix.a[2 * axis + 1][p];
      if (next != 0) {
        next = volume / widths[here] * 2 / (widths[here] + widths[here + 1]);
        matrix.a[0][p] += next;
        matrix.a[0][p + static_cast<std::size_t>(steps[axis])] += next;
      }
      double& side = matrix.sides[axis][p];
      side *= volume / widths[here] / widths[here];
      matrix.a[0][p] += side;
    }
  });
  return matrix;
}

Matrix7 periodic_matrix(const Box7& box, const std::array<double, 3>& constants) {
  Matrix7 matrix = stored(free_matrix({box.n1, box.n2, box.n3}, constants, true));
  matrix.box = box;
  matrix.singular = box.periodic[0] && box.periodic[1] && (box.flat() || box.periodic[2]);
  for_each_cell(box, [&](int i, int j, int k, std::size_t p) {
    const int at[3] = {i, j, k};
    for (std::size_t axis = 0; axis < (box.flat() ? 2U : 3U); ++axis) {
      if (!box.periodic[axis]) continue;
      const int last = box.cells(static_cast<int>(axis)) - 1;
      matrix.sides[axis][p] = 0;
      if (at[axis] == last) matrix.a[2 * axis + 1][p] = constants[axis];
      for (const int end : {0, last})
        if (at[axis] == end) matrix.a[0][p] -= constants[axis];  // a Dirichlet condition had 2
    }
  });
  return matrix;
}

double relative_residual(const Matrix7& matrix, const std::vector<double>& f,
                         const std::vector<double>& x) {
  const Matrix7 m = matrix.kind == Coefficients7::free ? stored(matrix) : matrix;
  const bool general = m.kind == Coefficients7::general;
  const int steps[3] = {1, m.box.row(), m.box.plane()};
  double largest = 0, scale = 0;
  for_each_cell(m.box, [&](int i, int j, int k, std::size_t p) {
    if (!is_cell(m, p)) return;
    const int at[3] = {i, j, k};
    double r = f[p] - m.a[0][p] * x[p];
    for (std::size_t axis = 0; axis < (m.box.flat() ? 2U : 3U); ++axis) {
      const int last = m.box.cells(static_cast<int>(axis)) - 1, all = last * steps[axis];
      const bool joined = m.box.periodic[axis];
      const auto after =
          p + static_cast<std::size_t>(joined && at[axis] == last ? -all : steps[axis]);
      const auto before =
          p - static_cast<std::size_t>(joined && at[axis] == 0 ? -all : steps[axis]);
      r += m.a[2 * axis + 1][p] * x[after];
      r += (general ? m.a[2 * axis + 2][p] : m.a[2 * axis + 1][before]) * x[before];
    }
    largest = std::max(largest, std::abs(r));
    scale = std::max(scale, std::abs(f[p]));
  });
  return largest / scale;
}

Choice7 choice7(Solver7 solver, Preconditioner7 preconditioner, double relative_tolerance) {
  Choice7 choice;
  choice.solver = solver;
  choice.preconditioner = preconditioner;
  choice.relative_tolerance = relative_tolerance;
  choice.max = 5000;
  choice.parity = true;
  return choice;
}

Choice7 single_multigrid7(Solver7 solver, double relative_tolerance) {
  Choice7 choice = choice7(solver, Preconditioner7::multigrid, relative_tolerance);
  choice.single_multigrid = true;
  return choice;
}

Solution7 solve_on_host(const Matrix7& matrix, const Choice7& choice) {
  HostSolver7 solver(matrix, choice);
  solver.f() = right_hand_side(matrix);
  const Result7 result = solver.solve();
  return {result, solver.x()};
}

}  // namespace slipflow::linear_solvers
