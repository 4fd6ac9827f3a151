#include "backends/operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "slipflow/support/error.hpp"

namespace slipflow::transport {

namespace {
using linear_solvers::Choice7;
using linear_solvers::Coefficients7;
using linear_solvers::Matrix7;
using linear_solvers::Preconditioner7;
using linear_solvers::Result7;
using linear_solvers::Solver7;

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
std::string failure_in_words(const Solution& by) {
  return fmt::format("the residual of {} went from {:.2g} to {:.2g} in {} iterations", by.solver,
                     by.result.first, by.result.last, by.result.iterations);
}
}  // namespace

double bytes_of(const Case& c) {
  const double box = (c.mesh.x.cells() + 2.0) * (c.mesh.y.cells() + 2.0) *
                     (c.mesh.axes() > 2 ? c.mesh.z.cells() + 2.0 : 1.0);
  const double coefficients = c.has_velocity() ? 7 + 3 + 3 : 4 + 3;
  const double scale = c.diffusion_factors.empty() ? 0 : 1;
  return box * sizeof(double) * (kVectors + kMultigrid + coefficients + scale) + box;
}

std::vector<Choice7> choices_of(const Case& c) {
  std::vector<Choice7> choices = {c.linear};
  if (!c.tries_solvers) return choices;
  Choice7 next = c.linear;
  next.single_multigrid = false;
  next.preconditioner = Preconditioner7::lines;
  if (c.linear.preconditioner != Preconditioner7::lines) choices.push_back(next);
  next.solver = Solver7::matm;
  choices.push_back(next);
  return choices;
}

std::string in_words(const Choice7& choice) {
  using namespace linear_solvers;
  std::string words = text_of(kSolvers7, choice.solver);
  if (choice.solver == Solver7::cg || choice.solver == Solver7::bicgstab)
    words += std::string(" with ") + text_of(kPreconditioners7, choice.preconditioner);
  return choice.single_multigrid ? words + " in single precision" : words;
}

Solution solve_by_first(const Case& c, const std::function<Result7(std::size_t)>& solve) {
  Solution all;
  int iterations = 0;
  bool takes_all = false;  // that linear.max allows
  std::vector<linear_solvers::Iteration7> history;
  const auto choices = choices_of(c);
  for (std::size_t at = 0; at < choices.size(); ++at) {
    all.solver = in_words(choices[at]);
    std::string failure;
    try {
      all.result = solve(at);
      iterations += all.result.iterations;
      takes_all = takes_all || all.result.iterations >= c.linear.max;
      std::ranges::copy(all.result.history, std::back_inserter(history));
      failure = failure_in_words(all);
    } catch (const Error& error) {
      if (error.status() != ExitStatus::diverged || c.has_fixed_iterations) throw;
      failure = error.what();
    }
    all.result.iterations = iterations;
    all.result.history = history;
    if (all.result.converged || c.has_fixed_iterations) return all;
    all.failures += (at > 0 ? "; " : "") + failure;
  }
  throw Error(
      ExitStatus::diverged,
      fmt::format("no linear solver converged: {}; raise {}linear.relative_tolerance = {:g}{}",
                  all.failures, takes_all ? fmt::format("linear.max = {} or ", c.linear.max) : "",
                  c.linear.relative_tolerance,
                  c.tries_solvers ? "" : ", or take linear.solver = auto, which tries several"));
}

void check_diagonals(const Parts& parts, const StepValues& values, double mass) {
  const TrBox box = parts.box.view(parts.c, values);
  for_free_cells(parts.box, box, [&](const TrCell& cell) {
    if (tr_row(&box, &cell, mass).a[0] >= 0) return;
    throw Error(ExitStatus::bad_input,
                fmt::format("scheme.convection = central makes the diagonal of cell ({}, {}, {}) "
                            "negative, next to a boundary with a value through which the flow "
                            "leaves: take upwind, or finer cells there",
                            cell.at[0], cell.at[1], cell.at[2]));
  });
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
