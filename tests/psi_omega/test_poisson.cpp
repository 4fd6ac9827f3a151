// The multigrid for psi.
#include <cmath>
#include <random>

#include "flows.hpp"

namespace test_poisson {

using namespace psi_tests;

namespace {
// psi_xx + psi_yy at a node.
double laplacian(const Flow& flow, const std::vector<double>& psi, int i, int j) {
  const auto layout = flow.c.mesh.layout();
  const auto second = [&](const mesh::Axis& axis, int k, double low, double own, double high) {
    const double l = axis.widths[k - 1], r = axis.widths[k];
    return ((high - own) / r - (own - low) / l) / (0.5 * (l + r));
  };
  const auto at = [&](int column, int row) { return psi[layout.at(column, row)]; };
  return second(flow.c.mesh.x, i, at(i - 1, j), at(i, j), at(i + 1, j)) +
         second(flow.c.mesh.y, j, at(i, j - 1), at(i, j), at(i, j + 1));
}

linear_solvers::Result7 solve(const Flow& flow, const std::vector<double>& omega,
                              std::vector<double>& psi, double tolerance) {
  using psi_omega::Field;
  const auto on = psi_omega::make_serial_operations({flow.c, flow.nodes});
  on->write(Field::psi, psi);
  on->write(Field::omega, omega);
  auto result = on->solve_psi(tolerance);
  psi = on->read(Field::psi);
  return result;
}

void check(const std::string& mesh, int most) {
  CAPTURE(mesh);
  const Flow flow("[fluid]\nreynolds = 1\n[mesh]\n" + mesh +
                  "[boundary]\nwest = inflow\neast = outflow\nsouth = wall\nnorth = wall\n"
                  "[time]\nmax_steps = 1\n");
  const auto layout = flow.c.mesh.layout();
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<double> expected(layout.size()), psi(layout.size()), omega(layout.size());
  const auto for_nodes = [&](auto f) {
    for (int j = 0; j <= layout.ny; ++j)
      for (int i = 0; i <= layout.nx; ++i) f(i, j, layout.at(i, j));
  };
  for_nodes([&](int, int, std::size_t at) {
    expected[at] = number(random);
    if (flow.nodes.kind[at] != PO_FLOW) psi[at] = expected[at];
  });
  for_nodes([&](int i, int j, std::size_t at) {
    if (flow.nodes.kind[at] == PO_FLOW) omega[at] = -laplacian(flow, expected, i, j);
  });
  const auto result = solve(flow, omega, psi, 1e-12);
  CHECK(result.converged);
  CHECK(result.iterations <= most);
  double largest = 0;
  for (std::size_t k = 0; k < psi.size(); ++k)
    largest = std::max(largest, std::abs(psi[k] - expected[k]));
  CHECK(largest < 1e-8);
}
}  // namespace

TEST_CASE("the equation of psi is solved to the last digits on any mesh, in few iterations") {
  check("x = 0 1\ny = 0 1\ncells = 4 5\n", 7);
  check("x = 0 1\ny = 0 1\ncells = 63 64\n", 11);
  check("x = 0 1\ny = 0 1\ncells = 129 130\n", 11);
  check("x = 0 5\ny = 0 1\ncells = 151 33\n[body]\nrectangle = 1 0.3 1.5 0.6\n", 13);
  check(
      "x = 0 3\ny = 0 1\ncells = 61 47\nx_stretch = geometric 1.03\n[body]\ncircle = 1 0.5 0.2\n"
      "circle = 2 0.3 0.1\n",
      15);
  check("x = 0 40\ny = 0 1\ncells = 1000 5\n", 10);
}

TEST_CASE("nothing is done where psi is the solution") {
  const Flow flow(cavity(20, 100));
  std::vector<double> psi(flow.c.mesh.layout().size());
  const auto result = solve(flow, psi, psi, 1e-10);
  CHECK(result.converged);
  CHECK(result.iterations == 0);
}

}  // namespace test_poisson
