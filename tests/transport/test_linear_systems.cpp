// The linear system of a step: solvers that lose their way, the next ones, and none that converges.
#include "cases.hpp"
#include "failure.hpp"

namespace test_linear_systems {

using namespace transport_tests;

namespace {
constexpr double kDiffusion = 0.01;  // the Peclet number is 100

/// Convection from 0 in the west to 1 in the east: a layer at the outlet.
std::string layer(int n) {
  return fmt::format(
      "[equation]\ndiffusion = {}\nvelocity = constant 1 0\n[mesh]\nx = 0 1\ny = 0 1\n"
      "cells = {} 4\n[boundary]\nwest = value 0\neast = value 1\nsouth = flux 0\nnorth = flux 0\n"
      "[output]\npictures = none\n",
      kDiffusion, n);
}

/// Its discrete solution by central differences: in each cell a multiple of the flux J, which is
/// the same through all faces: phi_f - K dphi/dx = J.
std::vector<double> layer_of_central_differences(int n) {
  const double h = 1.0 / n, k = kDiffusion / h;
  std::vector<double> phi = {-0.5 / k};
  while (static_cast<int>(phi.size()) < n) phi.push_back((phi.back() * (k + 0.5) - 1) / (k - 0.5));
  const double flux = (1 - 2 * k) / (1 - 2 * k * phi.back());
  for (double& value : phi) value *= flux;
  return phi;
}

double error_of(const Run& run, int n) {
  const auto exact = layer_of_central_differences(n);
  return run.error(
      [&](double x, double, double) { return exact[static_cast<std::size_t>(x * n)]; });
}
}  // namespace

TEST_CASE("layers of Peclet number 100 are those of the discrete equations") {
  for (const int n : {64, 128, 256}) {
    CAPTURE(n);
    const Run run(layer(n));
    CHECK(error_of(run, n) < 1e-6);
    CHECK(run.totals.inner < 300);
  }
}

TEST_CASE("where the first linear solver does not converge the next one is taken, with a word") {
  const Case c = case_from(layer(128), {"linear.max=75"});
  Simulation simulation(c, transport::make_serial_operations);
  simulation.start();
  const auto result = simulation.advance(1, 1, 1);
  CHECK(result.inner > 2 * 75);
  CHECK(result.inner < 3 * 75);
  CHECK(simulation.tables()[1].size() == 4 * static_cast<std::size_t>(result.inner));
  const auto phi = simulation.frame({"phi"}, {}).fields[0].values;
  const double last = layer_of_central_differences(128).back();
  CHECK(phi.back() == doctest::Approx(last).epsilon(1e-7));
  const auto warnings = simulation.warnings_after(1);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].starts_with(
      "in the step to pseudo-time = 1 matm solved the linear system, as the "
      "residual of bicgstab with multigrid went from "));
  CHECK(warnings[0].find(" in 75 iterations; the residual of bicgstab with lines went from ") !=
        std::string::npos);
  CHECK(warnings[0].ends_with(" in 75 iterations"));
  CHECK(simulation.warnings_after(2).empty());
}

TEST_CASE("without a linear solver that converges a run ends with status 4 and all the counts") {
  const auto failure = [](const Overrides& more) {
    return test_support::failure([&] { Run(layer(128), more); });
  };
  const auto [status, all] = failure({"linear.max=3"});
  CHECK(status == ExitStatus::diverged);
  CHECK(
      all.starts_with("no linear solver converged: the residual of bicgstab with multigrid went "
                      "from "));
  CHECK(all.find("; the residual of bicgstab with lines went from ") != std::string::npos);
  CHECK(all.find("; the residual of matm went from ") != std::string::npos);
  CHECK(
      all.ends_with(" in 3 iterations; raise linear.max = 3 or linear.relative_tolerance = "
                    "1e-08"));
  const auto [other, one] = failure({"linear.max=3", "linear.solver=matm"});
  CHECK(other == ExitStatus::diverged);
  CHECK(one.starts_with("no linear solver converged: the residual of matm went from "));
  CHECK(one.ends_with(", or take linear.solver = auto, which tries several"));
}

// Nothing passes the boundaries: phi is determined up to a constant, and f is 0 but for rounding.
TEST_CASE("a closed box that is in equilibrium stays so, steady and step by step") {
  const std::string closed =
      "[equation]\ndiffusion = 0.1\nvelocity = rotation 1 0.5 0.5\n[mesh]\nx = 0 1\ny = 0 1\n"
      "cells = 14 10\n[boundary]\nwest = flux 0\neast = flux 0\nsouth = flux 0\nnorth = flux 0\n"
      "[initial]\nphi = 1.1\n[output]\npictures = none\n";
  const auto equilibrium = [](double, double, double) { return 1.1; };
  for (const Overrides& more :
       {Overrides{}, {"scheme.time=crank_nicolson", "time.step=0.1", "time.end=0.3"}}) {
    const Run run(closed, more);
    CHECK(run.error(equilibrium) < 1e-9);
  }
}

TEST_CASE("a diagonal that central convection makes negative is refused, with what to do") {
  const auto [status, message] = test_support::failure([&] { Run(layer(16)); });
  CHECK(status == ExitStatus::bad_input);
  CHECK(message ==
        "scheme.convection = central makes the diagonal of cell (15, 0, 0) negative, next to a "
        "boundary with a value through which the flow leaves: take upwind, or finer cells there");
}

}  // namespace test_linear_systems
