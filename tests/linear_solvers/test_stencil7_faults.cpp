// What is wrong with a seven-point system, in a sentence.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <limits>

#include "slipflow/linear_solvers/host_solver7.hpp"
#include "slipflow/support/error.hpp"
#include "stencil7_systems.hpp"

namespace slipflow::linear_solvers::test_stencil7_faults {

namespace {
using P = Preconditioner7;
using S = Solver7;

std::string fault(ExitStatus status, const Matrix7& matrix, const Choice7& choice) {
  try {
    solve_on_host(matrix, choice);
  } catch (const Error& error) {
    CHECK(error.status() == status);
    return error.what();
  }
  return "";
}

const Choice7 kChoice = choice7(S::cg, P::jacobi);
Matrix7 small() { return stored(free_matrix({4, 3, 2}, {1, 1, 1}, true)); }
}  // namespace

TEST_CASE("seven-point systems: boxes that cannot be counted") {
  Matrix7 none;
  none.box = {4, 0, 1};
  CHECK(fault(ExitStatus::bad_input, none, kChoice) ==
        "a box of 4 x 0 x 1 cells is empty: each axis needs a cell or more");
  none.box = {2000, 2000, 2000};
  CHECK(fault(ExitStatus::bad_input, none, kChoice) ==
        "a system of 2000 x 2000 x 2000 cells is too large: with ghosts, fewer than 2^31 are "
        "possible");
}

TEST_CASE("seven-point systems: coefficients that are none") {
  Matrix7 matrix = small();
  const auto p = static_cast<std::size_t>(matrix.box.at(1, 2, 0));
  matrix.a[3][p] = std::numeric_limits<double>::quiet_NaN();
  CHECK(fault(ExitStatus::bad_input, matrix, kChoice) ==
        "a coefficient of cell (1, 2, 0) of a system is nan");
  matrix = small();
  matrix.a[0][p] = -2;
  CHECK(fault(ExitStatus::bad_input, matrix, kChoice) ==
        "the diagonal of cell (1, 2, 0) of a system is -2");
  const auto refusal = [](const char* value) {
    return fmt::format(
        "multigrid in single precision needs coefficients between 1e-25 and 1e+25, not {}; double "
        "precision has no such limits",
        value);
  };
  matrix.a[0][p] = 1e26;
  CHECK(fault(ExitStatus::bad_input, matrix, single_multigrid7()) == refusal("1e+26"));
  CHECK(fault(ExitStatus::bad_input, free_matrix({4, 3, 2}, {1, 1e-26, 1}, true),
              single_multigrid7()) == refusal("1e-26"));
  matrix.a[0].pop_back();
  CHECK_THROWS_AS(solve_on_host(matrix, kChoice), std::logic_error);
}

TEST_CASE("seven-point systems: choices that do not suit") {
  const Matrix7 general = rotation_matrix(4, 1);
  CHECK(fault(ExitStatus::bad_input, general, kChoice) ==
        "the linear solver cg needs a symmetric matrix; take bicgstab or matm");
  Choice7 choice = choice7(S::cg, P::lines);
  choice.line_axes = {false, false, false};
  CHECK(fault(ExitStatus::bad_input, small(), choice) == "the preconditioner lines needs an axis");
  choice = choice7(S::matm, P::none);
  choice.parameters_every = 0;
  CHECK(fault(ExitStatus::bad_input, small(), choice) == "parameters_every is 1 or more, not 0");
  choice = choice7(S::cg, P::multigrid);
  choice.degree = 17;
  CHECK(fault(ExitStatus::bad_input, small(), choice) ==
        "the degree of a smoother is 1 to 16, not 17");
  choice = kChoice;
  choice.single_multigrid = true;
  CHECK(fault(ExitStatus::bad_input, small(), choice) ==
        "single precision is for multigrid: take it as solver or preconditioner, or double "
        "precision");
  choice = choice7(S::cg, P::jacobi, -1);
  CHECK(fault(ExitStatus::bad_input, small(), choice) == "a tolerance is 0 or more");
}

TEST_CASE("seven-point systems: a matrix that is not positive definite") {
  Matrix7 matrix = small();
  for (double& value : matrix.a[0]) value *= 0.1;
  for (const auto& choice : {kChoice, choice7(S::matm, P::none)})
    CHECK(fault(ExitStatus::diverged, matrix, choice)
              .find("the product of a direction with the matrix and itself is -") !=
          std::string::npos);
}

TEST_CASE("seven-point systems: numbers that are not finite") {
  Choice7 choice = kChoice;
  HostSolver7 solver(small(), choice);
  solver.f()[static_cast<std::size_t>(solver.matrix().box.at(0, 0, 0))] =
      std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH_AS(
      solver.solve(),
      "the linear solver cg broke down in iteration 1: the norm of the residual is inf; "
      "check the coefficients and the right-hand side",
      Error);
}

TEST_CASE("seven-point systems: too few iterations are no fault") {
  Choice7 choice = kChoice;
  choice.max = 2;
  const Solution7 solved = solve_on_host(small(), choice);
  CHECK_FALSE(solved.result.converged);
  CHECK(solved.result.iterations == 2);
}

}  // namespace slipflow::linear_solvers::test_stencil7_faults
