#include "serial/serial_operations.hpp"

#include <array>
#include <vector>

#include "matrix7.hpp"
#include "serial/serial_level.hpp"
#include "slipflow/linear_solvers/solve_lines.hpp"

namespace slipflow::linear_solvers {

namespace {
// The systems of the lines of cells along an axis.

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

/// z = the sum over these axes of the solutions, with r on the right, of the systems of the cells
/// along lines: the diagonal of A0 and its coefficients along the line.
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

LevelArrays<double> arrays_of(const Matrix7& matrix, const std::vector<double>& diagonals) {
  LevelArrays<double> arrays;
  for (std::size_t k = 0; k < 7; ++k)
    if (!matrix.a[k].empty()) arrays.a[k] = matrix.a[k].data();
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!matrix.sides[axis].empty()) arrays.sides[axis] = matrix.sides[axis].data();
  arrays.constants = matrix.constants;
  arrays.periodic = matrix.box.periodic_bits();
  arrays.codes = matrix.codes.data();
  arrays.diagonals = diagonals.data();
  return arrays;
}
}  // namespace

SerialOperations::SerialOperations(const Matrix7& matrix, const Choice7& choice)
    : SerialVectors(matrix.box.size()),
      matrix_(matrix),
      choice_(choice),
      diagonals_(diagonals_of_codes(matrix.constants)),
      plan_(make_levels7(matrix, mean_strengths(matrix))),
      rows_(make_serial_level(matrix.kind, plan_.levels[0], arrays_of(matrix, diagonals_))) {}

double SerialOperations::bytes() const {
  double bytes = bytes_of_vectors() + (coarse_ ? coarse_->bytes() : 0);
  if (cycle_) bytes += cycle_->bytes();
  if (cycle_in_single_) bytes += cycle_in_single_->bytes();
  for (const auto& values : matrix_.a) bytes += sizeof(double) * static_cast<double>(values.size());
  return bytes + static_cast<double>(matrix_.codes.size());
}

void SerialOperations::find_residual(Sum7 sum) {
  if (ended()) return;
  rows_->residual(at(Vector7::f), at(Vector7::x), at(Vector7::r));
  sum_products(Vector7::r, Vector7::r, sum);
}

void SerialOperations::multiply(Part7 part, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) {
  if (ended()) return;
  if (part == Part7::all)
    rows_->multiply(at(x), at(y));
  else
    rows_->multiply_symmetric(at(x), at(y));
  sum_products(y, with, sum);
}

void SerialOperations::multiply_upper(Vector7 x, Vector7 y) {
  if (!ended()) rows_->multiply_upper(at(x), at(y));
}

void SerialOperations::sweep_lower(Vector7 r, Vector7 y) {
  if (!ended()) rows_->sweep_lower(number(S7_W), at(r), at(y));
}

void SerialOperations::sweep_upper(Vector7 y, Vector7 q) {
  if (!ended()) rows_->sweep_upper(number(S7_W), at(y), at(q));
}

void SerialOperations::solve_lines(Vector7 r, Vector7 z) {
  if (!ended()) solve_lines_of(*rows_, matrix_.box, choice_.line_axes, at(r), at(z));
}

void SerialOperations::cycle(Vector7 r, Vector7 z) {
  if (ended()) return;
  if (cycle_in_single_)
    cycle_in_single_->run(at(r), progress().last, at(z));
  else
    cycle_->run(at(r), at(z));
}

void SerialOperations::set_coarse_levels() {
  if (!coarse_) {
    coarse_ = std::make_unique<SerialCoarse>(plan_, *rows_, matrix_.box.periodic_bits());
    if (choice_.single_multigrid && plan_.levels.size() > 1)
      cycle_in_single_ =
          std::make_unique<SerialCycleInSingle>(matrix_, plan_, *coarse_, choice_.degree);
    else
      cycle_ = std::make_unique<SerialCycle<double>>(plan_, coarse_->rows(), choice_.degree);
  }
  coarse_->set_coefficients();
  if (cycle_in_single_) cycle_in_single_->set_coefficients();
}

}  // namespace slipflow::linear_solvers
