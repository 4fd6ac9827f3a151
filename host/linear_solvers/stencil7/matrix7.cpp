#include "matrix7.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "linear_solvers/stencil7.h"
#include "slipflow/support/error.hpp"

namespace slipflow::linear_solvers {

namespace {
// The places of all cells, in ascending order.
template <class F>
void for_places(const Box7& box, F f) {
  for (int k = 0; k < box.n3; ++k)
    for (int j = 0; j < box.n2; ++j)
      for (int i = 0; i < box.n1; ++i) f(i, j, k, box.at(i, j, k));
}

std::array<int, 3> steps_of(const Box7& box) {
  return {1, box.row(), box.flat() ? 0 : box.plane()};
}

void check_box(const Box7& box) {
  for (int axis = 0; axis < 3; ++axis)
    if (box.cells(axis) < 1)
      throw Error(
          ExitStatus::bad_input,
          fmt::format("a box of {} x {} x {} cells is empty: each axis needs a cell or more",
                      box.n1, box.n2, box.n3));
  double places = 1;
  for (int axis = 0; axis < (box.flat() ? 2 : 3); ++axis) places *= box.cells(axis) + 2.0;
  if (places > std::numeric_limits<int>::max())
    throw Error(ExitStatus::bad_input, fmt::format("a system of {} x {} x {} cells is too large: "
                                                   "with ghosts, fewer than 2^31 are possible",
                                                   box.n1, box.n2, box.n3));
}

void check_arrays(const Matrix7& matrix) {
  const std::size_t size = matrix.box.size();
  for (int k = 0; k < 7; ++k)
    if (has_coefficient(matrix, k) && !is_left_open(matrix) && matrix.a[k].size() != size)
      throw std::logic_error("the coefficients of a system do not fit its box");
  if (matrix.kind == Coefficients7::free && matrix.codes.size() != size)
    throw std::logic_error("the codes of a system do not fit its box");
  for (int axis = 0; axis < 3; ++axis) {
    const auto& sides = matrix.sides[axis];
    const auto& widths = matrix.widths[axis];
    if ((!sides.empty() && sides.size() != size) ||
        (!widths.empty() && widths.size() != static_cast<std::size_t>(matrix.box.cells(axis))))
      throw std::logic_error("sides or widths of a system do not fit its box");
  }
}

void check_choice(const Matrix7& matrix, const Choice7& choice) {
  const auto refuse = [](const std::string& sentence) {
    throw Error(ExitStatus::bad_input, sentence);
  };
  if (matrix.kind == Coefficients7::general &&
      (choice.solver == Solver7::cg || choice.solver == Solver7::multigrid))
    refuse(fmt::format("the linear solver {} needs a symmetric matrix; take bicgstab or matm",
                       text_of(kSolvers7, choice.solver)));
  if (choice.single_multigrid && !has_multigrid(choice))
    refuse(
        "single precision is for multigrid: take it as solver or preconditioner, or double "
        "precision");
  if (choice.solver == Solver7::multigrid && choice.degree < 2)
    refuse("multigrid by itself needs a smoother of degree 2 or more");
  if (choice.degree < 1 || choice.degree > 16)
    refuse(fmt::format("the degree of a smoother is 1 to 16, not {}", choice.degree));
  if (choice.parameters_every < 1)
    refuse(fmt::format("parameters_every is 1 or more, not {}", choice.parameters_every));
  if (choice.preconditioner == Preconditioner7::lines &&
      std::none_of(choice.line_axes.begin(), choice.line_axes.end(), [](bool on) { return on; }))
    refuse("the preconditioner lines needs an axis");
  if (!(choice.tolerance >= 0) || !(choice.relative_tolerance >= 0))
    refuse("a tolerance is 0 or more");
}

// Limits in single precision: they leave room for the values within a cycle.
constexpr double kSmallestInSingle = 1e-25, kLargestInSingle = 1e25;

void check_in_single(double coefficient) {
  const double size = std::abs(coefficient);
  if (size > 0 && !(size >= kSmallestInSingle && size <= kLargestInSingle))
    throw Error(ExitStatus::bad_input,
                fmt::format("multigrid in single precision needs coefficients between {:g} and "
                            "{:g}, not {:g}; double precision has no such limits",
                            kSmallestInSingle, kLargestInSingle, coefficient));
}

void check_values(const Matrix7& matrix, bool in_single) {
  if (in_single && matrix.kind == Coefficients7::free)
    std::ranges::for_each(matrix.constants, check_in_single);
  for_places(matrix.box, [&](int i, int j, int k, int p) {
    const auto refuse = [&](const char* what, double value) {
      throw Error(ExitStatus::bad_input,
                  fmt::format("{} of cell ({}, {}, {}) of a system is {:g}", what, i, j, k, value));
    };
    for (int c = 0; c < 7; ++c)
      if (has_coefficient(matrix, c) && !std::isfinite(matrix.a[c][p]))
        refuse("a coefficient", matrix.a[c][p]);
    if (has_coefficient(matrix, 0) && matrix.a[0][p] < 0) refuse("the diagonal", matrix.a[0][p]);
    for (int c = 0; c < 7 && in_single; ++c)
      if (has_coefficient(matrix, c)) check_in_single(matrix.a[c][p]);
  });
}
}  // namespace

bool has_coefficient(const Matrix7& matrix, int number) {
  if (matrix.kind == Coefficients7::free) return false;
  const bool along_z = number >= 5;
  const bool stored = matrix.kind == Coefficients7::general || number % 2 == 1;
  return number == 0 || (stored && !(along_z && matrix.box.flat()));
}

bool is_left_open(const Matrix7& matrix) {
  return matrix.kind != Coefficients7::free && matrix.a[0].empty();
}

void check(const Matrix7& matrix, const Choice7& choice) {
  check_box(matrix.box);
  check_arrays(matrix);
  check_choice(matrix, choice);
  if (!is_left_open(matrix)) check_values(matrix, choice.single_multigrid);
}

long cells_of(const Matrix7& matrix) {
  if (is_left_open(matrix)) return matrix.open_cells;
  if (matrix.kind == Coefficients7::free)
    return std::count_if(matrix.codes.begin(), matrix.codes.end(),
                         [](unsigned char code) { return code != 0; });
  return std::count_if(matrix.a[0].begin(), matrix.a[0].end(), [](double a) { return a > 0; });
}

std::vector<double> diagonals_of_codes(const std::array<double, 3>& c) {
  std::vector<double> diagonals;
  for (int code = 0; code < S7_CODES; ++code)
    diagonals.push_back(s7_diagonal_of_code(code, c[0], c[1], c[2]));
  return diagonals;
}

Matrix7 free_matrix(const Box7& box, const std::array<double, 3>& constants, bool given,
                    const std::vector<bool>& solid) {
  Matrix7 matrix;
  matrix.kind = Coefficients7::free;
  matrix.box = box;
  matrix.constants = constants;
  matrix.singular = !given;
  matrix.codes.resize(box.size());
  const auto is_cell = [&](int p) { return solid.empty() || !solid[static_cast<std::size_t>(p)]; };
  const auto steps = steps_of(box);
  for_places(box, [&](int i, int j, int k, int p) {
    if (!is_cell(p)) return;
    const std::array<int, 3> at = {i, j, k};
    std::array<int, 3> faces{};
    for (int axis = 0; axis < (box.flat() ? 2 : 3); ++axis)
      for (const int step : {-1, 1}) {
        const int beyond = at[axis] + step;
        const bool inside = beyond >= 0 && beyond < box.cells(axis);
        if (inside)
          faces[axis] += is_cell(p + step * steps[axis]) ? 1 : 0;
        else
          faces[axis] += given ? 2 : 0;
      }
    matrix.codes[p] = static_cast<unsigned char>(s7_code(faces[0], faces[1], faces[2]));
  });
  return matrix;
}

Matrix7 stored(const Matrix7& free) {
  Matrix7 matrix;
  matrix.kind = Coefficients7::symmetric;
  matrix.box = free.box;
  matrix.widths = free.widths;
  matrix.singular = free.singular;
  const Box7& box = free.box;
  const auto steps = steps_of(box);
  const auto diagonals = diagonals_of_codes(free.constants);
  const int axes = box.flat() ? 2 : 3;
  for (int axis = 0; axis < axes; ++axis) {
    matrix.a[2 * axis + 1].resize(box.size());
    matrix.sides[axis].resize(box.size());
  }
  matrix.a[0].resize(box.size());
  for_places(box, [&](int, int, int, int p) {
    const int code = free.codes[p];
    if (code == 0) return;
    const std::array<int, 3> faces = {(code - 1) % 5, (code - 1) / 5 % 5, (code - 1) / 25};
    matrix.a[0][p] = diagonals[code];
    for (int axis = 0; axis < axes; ++axis) {
      const bool up = free.codes[p + steps[axis]] != 0, down = free.codes[p - steps[axis]] != 0;
      if (up) matrix.a[2 * axis + 1][p] = free.constants[axis];
      matrix.sides[axis][p] = free.constants[axis] * (faces[axis] - up - down);
    }
  });
  return matrix;
}

}  // namespace slipflow::linear_solvers
