#include "serial/line_systems7.hpp"

#include <vector>

#include "slipflow/linear_solvers/solve_lines.hpp"

namespace slipflow::linear_solvers {

namespace {
struct Line {
  explicit Line(int count)
      : a(static_cast<std::size_t>(count)), b(a.size()), c(a.size()), d(a.size()) {}
  std::vector<double> a, b, c, d;
};

void solve_line(const SerialLevel<double>& rows, int axis, int first, int step, const double* r,
                double* z, bool add, Line& line) {
  const std::size_t count = line.a.size();
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t p = static_cast<std::size_t>(first) + k * static_cast<std::size_t>(step);
    const double diagonal = rows.diagonal(p);
    const bool is_cell = diagonal > 0;
    line.a[k] = is_cell ? -rows.line_coefficient(axis, false, p) : 0;
    line.b[k] = is_cell ? diagonal : 1;
    line.c[k] = is_cell ? -rows.line_coefficient(axis, true, p) : 0;
    line.d[k] = is_cell ? r[p] : 0;
  }
  line.a.front() = line.c.back() = 0;  // of periodic ends
  LineChoice choice;
  choice.algorithm = LineAlgorithm::pta;
  check_pivots(solve_lines(Lines::contiguous(1, static_cast<long>(count)), choice, line.a, line.b,
                           line.c, line.d, line.d));
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t p = static_cast<std::size_t>(first) + k * static_cast<std::size_t>(step);
    z[p] = add ? z[p] + line.d[k] : line.d[k];
  }
}
}  // namespace

void solve_lines_of(const SerialLevel<double>& rows, const Box7& box,
                    const std::array<bool, 3>& axes, const double* r, double* z) {
  const std::array<int, 3> steps = {1, box.row(), box.plane()};
  bool add = false;
  for (int axis = 0; axis < (box.flat() ? 2 : 3); ++axis) {
    if (!axes[axis]) continue;
    Line line(box.cells(axis));
    const std::array<int, 3> all = {axis == 0 ? 1 : box.n1, axis == 1 ? 1 : box.n2,
                                    axis == 2 ? 1 : box.n3};
    for (int k = 0; k < all[2]; ++k)
      for (int j = 0; j < all[1]; ++j)
        for (int i = 0; i < all[0]; ++i)
          solve_line(rows, axis, box.at(i, j, k), steps[axis], r, z, add, line);
    add = true;
  }
}

}  // namespace slipflow::linear_solvers
