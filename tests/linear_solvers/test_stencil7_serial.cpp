// Seven-point systems on the host: iteration counts, solutions, orders.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "slipflow/linear_solvers/host_solver7.hpp"
#include "stencil7_systems.hpp"

namespace slipflow::linear_solvers::test_stencil7_serial {

namespace {
using P = Preconditioner7;
using S = Solver7;

int count(const Matrix7& matrix, const Choice7& choice) {
  const Solution7 solved = solve_on_host(matrix, choice);
  CHECK(solved.result.converged);
  CHECK(relative_residual(matrix, right_hand_side(matrix), solved.x) < 1e-4);
  return solved.result.iterations;
}

int count(const Matrix7& matrix, S solver, P preconditioner = P::none) {
  return count(matrix, choice7(solver, preconditioner));
}

// Within two iterations or 5 %.
void check_count(int iterations, int expected) {
  CHECK(std::abs(iterations - expected) <= std::max(2, expected / 20));
}

Matrix7 cube(int n, bool given, const std::array<double, 3>& constants = {1, 1, 1}) {
  return free_matrix({n, n, n}, constants, given);
}
}  // namespace

TEST_CASE("seven-point systems: iterations in a cube without flow through its sides" *
          doctest::test_suite("full")) {
  const Matrix7 p1 = cube(64, false);
  check_count(count(p1, S::cg, P::jacobi), 298);
  check_count(count(p1, S::cg, P::atm), 51);
  Choice7 along_x = choice7(S::cg, P::lines);
  along_x.line_axes = {true, false, false};
  check_count(count(p1, along_x), 277);
  check_count(count(p1, S::matm), 360);
}

TEST_CASE("seven-point systems: MATM with given values, and with convection") {
  const Matrix7 p2 = cube(32, true);
  check_count(count(p2, S::matm), 36);
  Choice7 seldom = choice7(S::matm, P::none);
  seldom.parameters_every = 10;
  check_count(count(p2, seldom), 41);
  check_count(count(rotation_matrix(32, 10), S::matm), 34);
  check_count(count(rotation_matrix(32, 100), S::matm), 119);
}

TEST_CASE("seven-point systems: the iterations of multigrid do not depend on the size") {
  for (const int n : {16, 32, 47, 64}) CHECK(count(cube(n, false), S::cg, P::multigrid) <= 5);
  for (const int n : {16, 32, 47, 64}) CHECK(count(cube(n, true), S::cg, P::multigrid) <= 5);
  for (const int n : {31, 127, 255}) {
    const Matrix7 square = free_matrix({n, n, 1}, {1, 1, 0}, true);
    CHECK(count(square, choice7(S::cg, P::multigrid, 1e-8)) <= 8);
  }
  Choice7 choice = choice7(S::cg, P::multigrid);
  choice.degree = 2;
  CHECK(count(cube(32, false), choice) <= 7);
  CHECK(count(cube(32, false), S::multigrid) <= 8);
}

TEST_CASE("seven-point systems: anisotropy, stretched axes, holes") {
  const Matrix7 p4 = cube(64, false, {100, 1, 1});
  check_count(count(p4, S::cg, P::multigrid), 4);
  check_count(count(p4, S::cg, P::atm), 216);
  for (const int axis : {0, 1, 2}) {
    std::array<double, 3> constants = {1, 1, 1};
    constants[static_cast<std::size_t>(axis)] = 0.01;
    CHECK(count(cube(24, true, constants), S::cg, P::multigrid) <= 8);
  }
  CHECK(count(stretched_matrix({40, 33, 1}, 1.05, true), S::cg, P::multigrid) <= 20);
  CHECK(count(stretched_matrix({20, 15, 17}, 1.1, false), S::cg, P::multigrid) <= 20);
  const Box7 box{24, 20, 22};
  CHECK(count(free_matrix(box, {1, 1, 1}, true, ball(box, 6)), S::cg, P::multigrid) <= 10);
  CHECK(count(stored(free_matrix(box, {1, 1, 1}, false, ball(box, 6))), S::cg, P::multigrid) <= 10);
}

TEST_CASE("seven-point systems: periodic axes") {
  for (const Box7& box : {Box7{24, 16, 1, {true, false, false}}, Box7{15, 17, 1, {true, true}},
                          Box7{12, 10, 14, {false, true, true}}, Box7{9, 8, 7, {true, true, true}}})
    for (const double along_x : {1.0, 50.0}) {
      CAPTURE(box.n1);
      const Matrix7 matrix = periodic_matrix(box, {along_x, 1, 1});
      CHECK(count(matrix, S::cg, P::multigrid) <= 9);
      for (const P preconditioner : {P::none, P::jacobi, P::atm})
        CHECK(count(matrix, S::cg, preconditioner) < 150);
    }
}

TEST_CASE("seven-point systems: multigrid in single precision takes as many iterations") {
  const Box7 box{24, 20, 22};
  Matrix7 large = free_matrix(box, {1e20, 1e20, 1e20}, true), small = stored(cube(16, true));
  for (auto& a : small.a)
    for (double& value : a) value *= 1e-20;
  const Matrix7 systems[] = {cube(32, false),
                             stored(cube(47, false)),
                             free_matrix({127, 127, 1}, {1, 1, 0}, true),
                             cube(24, false, {100, 1, 1}),
                             stored(free_matrix(box, {1, 1, 1}, false, ball(box, 6))),
                             stretched_matrix({20, 15, 17}, 1.1, false),
                             periodic_matrix({12, 10, 14, {false, true, true}}, {1, 1, 1}),
                             large,
                             small};
  for (const Matrix7& matrix : systems)
    for (const double tolerance : {1e-6, 1e-12}) {
      CAPTURE(matrix.box.n1);
      const auto in_double = solve_on_host(matrix, choice7(S::cg, P::multigrid, tolerance));
      const auto in_single = solve_on_host(matrix, single_multigrid7(S::cg, tolerance));
      CHECK(in_single.result.converged);
      CHECK(in_single.result.iterations <= in_double.result.iterations + 1);
      CHECK(relative_residual(matrix, right_hand_side(matrix), in_single.x) < 100 * tolerance);
    }
  CHECK(count(cube(32, false), single_multigrid7(S::multigrid)) <= 8);
  CHECK(count(rotation_matrix(32, 10), single_multigrid7(S::bicgstab)) <= 6);
}

TEST_CASE("seven-point systems: BiCGStab with every preconditioner") {
  const Matrix7 p3 = rotation_matrix(16, 100);
  for (const P preconditioner : {P::none, P::jacobi, P::atm, P::lines, P::multigrid})
    CHECK(count(p3, S::bicgstab, preconditioner) < 150);
  CHECK(count(rotation_matrix(32, 10), S::bicgstab, P::multigrid) <= 6);
}

TEST_CASE("seven-point systems: BiCGStab reports the residual of its solution") {
  const Matrix7 matrix = rotation_matrix(16, 100);
  HostSolver7 solver(matrix, choice7(S::bicgstab, P::none, 1e-13));
  solver.f() = right_hand_side(matrix);
  const Result7 result = solver.solve();
  CHECK(result.converged);
  CHECK(solver.solve().first == result.last);
}

// A tenth of a residual that is rounding already.
TEST_CASE("seven-point systems: BiCGStab converges from a start that is the solution") {
  const Matrix7 matrix = rotation_matrix(16, 100);
  HostSolver7 solver(matrix, choice7(S::bicgstab, P::jacobi, 1e-15));
  solver.f() = right_hand_side(matrix);
  solver.solve();
  solver.set_relative_tolerance(0.1);
  for (int again = 0; again < 5; ++again) CHECK(solver.solve().converged);
}

TEST_CASE("seven-point systems: all solvers find the same solution") {
  const Box7 box{9, 7, 8};
  const Matrix7 matrix = free_matrix(box, {1, 2, 3}, true, ball(box, 2));
  const auto exact = solve_on_host(matrix, choice7(S::cg, P::jacobi, 1e-13)).x;
  const auto check_same = [&](const Choice7& choice) {
    const auto x = solve_on_host(matrix, choice).x;
    double largest = 0;
    for (std::size_t p = 0; p < x.size(); ++p)
      largest = std::max(largest, std::abs(x[p] - exact[p]));
    CHECK(largest < 1e-9);
  };
  for (const P preconditioner : {P::none, P::atm, P::lines, P::multigrid}) {
    check_same(choice7(S::cg, preconditioner, 1e-11));
    check_same(choice7(S::bicgstab, preconditioner, 1e-11));
  }
  check_same(choice7(S::multigrid, P::none, 1e-11));
  check_same(choice7(S::matm, P::none, 1e-11));
}

TEST_CASE("seven-point systems: stored coefficients have the solution of constant ones") {
  const Box7 box{13, 11, 1};
  const Matrix7 free = free_matrix(box, {1, 3, 0}, true, ball(box, 2.5));
  const auto choice = choice7(S::cg, P::multigrid);
  const Solution7 a = solve_on_host(free, choice), b = solve_on_host(stored(free), choice);
  CHECK(a.result.iterations == b.result.iterations);
  CHECK(a.x == b.x);
}

TEST_CASE("seven-point systems: second order in space") {
  // -div grad x = 3 pi^2 sin sin sin in the unit cube, 0 on its sides.
  const auto error = [](int n) {
    HostSolver7 solver(cube(n, true), choice7(S::cg, P::multigrid, 1e-12));
    const double h = 1.0 / n, pi = std::numbers::pi;
    const auto exact = [&](int i, int j, int k) {
      return std::sin(pi * (i + 0.5) * h) * std::sin(pi * (j + 0.5) * h) *
             std::sin(pi * (k + 0.5) * h);
    };
    const Box7 box = solver.matrix().box;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
          solver.f()[static_cast<std::size_t>(box.at(i, j, k))] =
              h * h * 3 * pi * pi * exact(i, j, k);
    solver.solve();
    double largest = 0;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
          largest = std::max(
              largest,
              std::abs(solver.x()[static_cast<std::size_t>(box.at(i, j, k))] - exact(i, j, k)));
    return largest;
  };
  const double coarse = error(16), middle = error(32), fine = error(64);
  CHECK(std::log2(coarse / middle) > 1.95);
  CHECK(std::log2(middle / fine) > 1.95);
}

TEST_CASE("seven-point systems: solving again, and with other coefficients") {
  const Matrix7 matrix = stored(free_matrix({12, 9, 1}, {1, 1, 0}, true));
  Choice7 choice = choice7(S::cg, P::multigrid, 0);
  choice.tolerance = 1e-9;
  HostSolver7 solver(matrix, choice);
  const auto f = right_hand_side(matrix);
  solver.f() = f;
  CHECK(solver.solve().iterations > 3);
  const auto first = solver.x();
  CHECK(solver.solve().iterations == 0);  // begins with the solution
  for (auto& a : solver.matrix().a)
    for (double& value : a) value *= 2;
  for (auto& side : solver.matrix().sides)
    for (double& value : side) value *= 2;
  solver.set_coefficients();
  solver.f() = f;
  solver.solve();
  for (std::size_t p = 0; p < first.size(); ++p)
    CHECK(solver.x()[p] == doctest::Approx(first[p] / 2).epsilon(1e-8));
}

TEST_CASE("seven-point systems: atm finds its omega anew and begins with the solution") {
  Choice7 choice = choice7(S::cg, P::atm, 0);
  choice.tolerance = 1e-9;
  choice.record = true;
  HostSolver7 solver(cube(8, true), choice);
  solver.f() = right_hand_side(solver.matrix());
  const auto first = solver.solve();
  CHECK(first.iterations > 3);
  CHECK(first.history.back().omega == solver.omega());
  CHECK(first.history.back().tau == 0);
  solver.set_coefficients();
  CHECK(solver.omega() == 0);
  CHECK(solver.solve().iterations == 0);
  CHECK(solver.omega() > 0);
}

TEST_CASE("seven-point systems: a solver that is given the omega of another one does as that one") {
  const Choice7 choice = choice7(S::cg, P::atm, 1e-10);
  HostSolver7 one(cube(8, true), choice), other(cube(8, true), choice);
  one.f() = right_hand_side(one.matrix());
  one.solve();
  other.set_omega(one.omega());
  for (HostSolver7* solver : {&one, &other}) {
    solver->f().assign(solver->f().size(), 0);
    solver->f()[static_cast<std::size_t>(solver->matrix().box.at(2, 3, 1))] = 1;
    solver->x().assign(solver->x().size(), 0);
    solver->solve();
  }
  CHECK(one.x() == other.x());
}

TEST_CASE("seven-point systems: the record of iterations") {
  Choice7 choice = choice7(S::matm, P::none);
  choice.record = true;
  const Solution7 solved = solve_on_host(cube(8, true), choice);
  const auto& history = solved.result.history;
  REQUIRE(history.size() == static_cast<std::size_t>(solved.result.iterations));
  CHECK(history.back().residual == solved.result.last);
  CHECK(history.front().omega == 1);
  CHECK(history.front().tau > 0);
  CHECK(outside_note(solved.result).empty());
}

}  // namespace slipflow::linear_solvers::test_stencil7_serial
