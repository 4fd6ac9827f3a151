// Symmetric systems on polyhedra, on the host: solutions, iterations of multigrid, refusals.
#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "face_systems.hpp"
#include "failure.hpp"
#include "slipflow/linear_solvers/host_face_solver.hpp"

namespace test_face_systems {

using namespace slipflow::linear_solvers;
using namespace test_face_systems;
using slipflow::ExitStatus;
using test_support::failure;

namespace {
Choice7 choice_of(Preconditioner7 preconditioner) {
  Choice7 choice;
  choice.preconditioner = preconditioner;
  return choice;
}

/// Iterations from 0 until the residual of a disturbed right-hand side is 1e-6 of the first one.
int iterations(const FaceSystem& system,
               Preconditioner7 preconditioner = Preconditioner7::multigrid) {
  HostFaceSolver solver(system.graph, system.matrix, choice_of(preconditioner));
  solver.f() = disturbed(system.graph.cells);
  const auto result = solver.solve();
  CHECK(result.converged);
  return result.iterations;
}

/// The largest error of the solution whose right-hand side is A times a disturbed field.
double error_of(const FaceSystem& system, Choice7 choice) {
  choice.relative_tolerance = 1e-12;
  HostFaceSolver solver(system.graph, system.matrix, choice);
  const auto exact = disturbed(system.graph.cells);
  solver.multiply(exact, solver.f());
  solver.solve();
  const auto& x = solver.x();
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  const bool singular = system.matrix.b == std::vector<double>(system.matrix.b.size(), 0.0);
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    largest = std::max(largest, std::abs(x[i] - (singular ? mean : 0) - exact[i]));
  return largest;
}
}  // namespace

TEST_CASE("the Laplacian of a box is the known one") {
  const auto system = laplacian(box(4, 3, 2), "top");
  HostFaceSolver solver(system.graph, system.matrix, choice_of(Preconditioner7::jacobi));
  std::vector<double> x(24), y;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i % 4);
  solver.multiply(x, y);
  // Linear along x: only the ends have a flux, 1/6 / (1/4), and the top its condition, 1/12 /
  // (1/4).
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double ends = i % 4 == 0 ? -4.0 / 6 : i % 4 == 3 ? 4.0 / 6 : 0;
    CHECK(y[i] == doctest::Approx(ends + (i >= 12 ? 4.0 / 12 * x[i] : 0)).epsilon(1e-13));
  }
}

TEST_CASE("solutions on boxes and tetrahedra, with and without a Dirichlet condition") {
  for (const auto& system : {laplacian(box(9, 7, 5)), laplacian(box(9, 7, 5), "east"),
                             laplacian(tube_of_tetrahedra(1), "outlet"), periodic_square(12)}) {
    CAPTURE(system.graph.cells);
    CHECK(error_of(system, choice_of(Preconditioner7::multigrid)) < 1e-8);
    CHECK(error_of(system, choice_of(Preconditioner7::jacobi)) < 1e-8);
  }
  Choice7 alone;
  alone.solver = Solver7::multigrid;
  CHECK(error_of(laplacian(box(9, 7, 5), "east"), alone) < 1e-8);
}

TEST_CASE("multigrid takes few iterations, which hardly grow with the mesh") {
  CHECK(iterations(laplacian(box(12, 12, 12))) <= 6);
  CHECK(iterations(laplacian(box(32, 32, 32))) <= 6);
  CHECK(iterations(laplacian(box(23, 23, 23))) <= 5);  // widths that are rounded
  CHECK(iterations(laplacian(box(200, 19, 1), "east")) <= 9);
  CHECK(iterations(periodic_square(64)) <= 6);
  CHECK(iterations(laplacian(tube_of_tetrahedra(1), "outlet")) <= 10);
}

TEST_CASE("multigrid on widths of 1 to 14") {
  const auto system = laplacian(box(32, 32, 32, 2));
  CHECK(iterations(system) <= 17);
  CHECK(iterations(system, Preconditioner7::jacobi) > 150);
}

TEST_CASE("levels have a quarter of the cells, down to those of a dense matrix") {
  const auto system = laplacian(box(16, 16, 16));
  const auto cells =
      HostFaceSolver(system.graph, system.matrix, choice_of(Preconditioner7::multigrid))
          .cells_of_levels();
  CHECK(cells == std::vector{4096, 1024, 256, 64});
}

TEST_CASE("new coefficients are taken into all levels") {
  auto system = laplacian(box(8, 8, 8), "west");
  HostFaceSolver solver(system.graph, system.matrix, choice_of(Preconditioner7::multigrid));
  for (std::size_t f = 0; f < system.matrix.a.size(); ++f)
    system.matrix.a[f] *= 1 + 0.5 * std::sin(static_cast<double>(f));
  solver.matrix() = system.matrix;
  solver.set_coefficients();
  HostFaceSolver fresh(system.graph, system.matrix, choice_of(Preconditioner7::multigrid));
  solver.f() = fresh.f() = disturbed(512);
  const auto changed = solver.solve(), made_so = fresh.solve();
  CHECK(changed.iterations <= made_so.iterations + 2);
  CHECK(changed.converged);
}

TEST_CASE("systems on polyhedra that cannot be solved are refused") {
  const auto refusal = [](void (*change)(FaceSystem&, Choice7&)) {
    auto system = laplacian(box(2, 2, 2));
    Choice7 choice;
    change(system, choice);
    const auto [status, sentence] =
        failure([&] { HostFaceSolver(system.graph, system.matrix, choice); });
    CHECK(status == ExitStatus::bad_input);
    return sentence;
  };
  CHECK(refusal([](FaceSystem&, Choice7& c) { c.solver = Solver7::matm; }) ==
        "the solver matm is for boxes; systems on polyhedra have cg and multigrid");
  CHECK(refusal([](FaceSystem&, Choice7& c) { c.preconditioner = Preconditioner7::lines; }) ==
        "the preconditioner lines is for boxes; systems on polyhedra have none, jacobi and "
        "multigrid");
  CHECK(refusal([](FaceSystem&, Choice7& c) { c.single_multigrid = true; }) ==
        "multigrid in single precision is for boxes; systems on polyhedra have double");
  CHECK(refusal([](FaceSystem& s, Choice7&) { s.matrix.a[3] = -1; }) ==
        "the coefficient of face 3 is -1; it must be finite and not negative");
  CHECK(refusal([](FaceSystem& s, Choice7&) { s.matrix.b[1] = NAN; }) ==
        "the coefficient of cell 1 is nan; it must be finite and not negative");
  CHECK(refusal([](FaceSystem& s, Choice7&) { s.matrix.a.assign(12, 0.0); }) ==
        "cell 0 has no coefficient");
  CHECK(refusal([](FaceSystem& s, Choice7&) { s = {}; }) == "a system needs at least one cell");
}

TEST_CASE("a right-hand side that is not finite ends the iterations") {
  const auto system = laplacian(box(4, 4, 4), "west");
  HostFaceSolver solver(system.graph, system.matrix, choice_of(Preconditioner7::multigrid));
  solver.f()[5] = NAN;
  const auto [status, sentence] = failure([&] { solver.solve(); });
  CHECK(status == ExitStatus::diverged);
  CHECK(
      sentence.starts_with("the linear solver cg broke down in iteration 1: the norm of the "
                           "residual is nan"));
}

}  // namespace test_face_systems
