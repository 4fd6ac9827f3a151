// Decaying vortices between boundaries without friction, psi = sin x sin y exp(-2 t/Re): an exact
// solution, for which convection and the gradient of the pressure balance.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "flows.hpp"

namespace test_vortices {

using namespace psi_tests;

namespace {
constexpr double kReynolds = 10, kEnd = 1;

std::string vortices(int n) {
  return fmt::format(
      "[fluid]\nreynolds = {}\n[mesh]\nx = 0 {}\ny = 0 {}\ncells = {} {}\n"
      "[boundary]\nwest = symmetry\neast = symmetry\nsouth = symmetry\nnorth = symmetry\n"
      "[scheme]\ntime = adi\n[time]\nstep = 1\nmax_steps = 1\n[linear]\nrelative_tolerance = "
      "1e-13\n",
      kReynolds, std::numbers::pi, std::numbers::pi, n, n);
}

// The largest error of omega at kEnd, after `steps` steps from the exact state, or from that of the
// discrete equations in space.
double error(int n, int steps, bool exact_in_space, const Overrides& overrides = {}) {
  const Flow flow(vortices(n), overrides);
  const auto layout = flow.c.mesh.layout();
  const double h = std::numbers::pi / n;
  // Eigenvalue of the second difference of a sine.
  const double lambda = exact_in_space ? 2 * (1 - std::cos(h)) / (h * h) : 1;
  std::vector<double> psi(layout.size()), omega(layout.size());
  for (int j = 1; j < n; ++j)
    for (int i = 1; i < n; ++i) {
      psi[layout.at(i, j)] = std::sin(flow.c.mesh.x.faces[i]) * std::sin(flow.c.mesh.y.faces[j]);
      omega[layout.at(i, j)] = 2 * lambda * psi[layout.at(i, j)];
    }
  const auto simulation = flow.start();
  simulation->upload({{"psi", psi}, {"omega", omega}});
  for (int step = 1; step <= steps; ++step) simulation->advance(kEnd / steps, 0, 1);
  const auto result = values(*simulation, "omega");
  double largest = 0;
  for (std::size_t k = 0; k < result.size(); ++k)
    largest = std::max(largest,
                       std::abs(result[k] - omega[k] * std::exp(-2 * lambda * kEnd / kReynolds)));
  return largest;
}

// The smallest order that two neighbours of a series of halved widths or steps show.
double least_order(const std::vector<double>& errors) {
  double order = std::numeric_limits<double>::infinity();
  for (std::size_t k = 1; k < errors.size(); ++k)
    order = std::min(order, std::log2(errors[k - 1] / errors[k]));
  return order;
}
}  // namespace

TEST_CASE("decaying vortices: second order in space") {
  std::vector<double> errors;
  for (const int n : {8, 16, 32, 64}) errors.push_back(error(n, 50, false));
  CHECK(least_order(errors) > 1.95);
  CHECK(errors.back() < 5e-4);
}

TEST_CASE("decaying vortices: second order in time") {
  std::vector<double> errors;
  for (const int steps : {2, 4, 8, 16}) errors.push_back(error(16, steps, true));
  CHECK(least_order(errors) > 1.9);
}

TEST_CASE("decaying vortices: all convection schemes are of second order in space") {
  for (const char* scheme : {"advective", "conservative"}) {
    const Overrides other = {fmt::format("scheme.convection={}", scheme)};
    CHECK(std::log2(error(8, 100, false, other) / error(16, 100, false, other)) > 1.9);
  }
}

}  // namespace test_vortices
