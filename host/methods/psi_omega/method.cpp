#include "slipflow/methods/method.hpp"

#include <fmt/format.h>

#include "slipflow/psi_omega/problem.hpp"

namespace slipflow::psi_omega {

namespace {
// With a body, a stretched axis, an inflow and an outflow.
std::string test_case(setup::Precision) {
  return "title = Self-test\nmethod = psi_omega\n[fluid]\nreynolds = 20\n"
         "[mesh]\nx = 0 6\ny = 0 3\ncells = 37 19\ny_stretch = geometric 1.05\n"
         "[body]\nrectangle = 1.5 1 2.5 2\n"
         "[boundary]\nwest = inflow\neast = outflow\nsouth = wall\nnorth = symmetry\n"
         "[scheme]\ntime = adi\n[time]\nstep = 0.01\nmax_steps = 1\n";
}

// The flow in a cavity of any size whose lid moves.
std::string bench_case(const methods::BenchMesh& mesh, const std::string& scheme,
                       setup::Precision) {
  return fmt::format(
      "title = Benchmark\nmethod = psi_omega\n[fluid]\nreynolds = 100\n"
      "[mesh]\nx = 0 {}\ny = 0 1\ncells = {} {}\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity=1\n"
      "[scheme]\ntime = {}\n[time]\nmax_steps = 1\n",
      static_cast<double>(mesh.nx) / mesh.ny, mesh.nx, mesh.ny, scheme);
}
}  // namespace

methods::Method method() {
  return methods::method_of<Problem>(
      {"psi_omega",
       keys(),
       test_case,
       {"steady", "rows"},
       {"steady", "rows"},
       bench_case,
       unit_system,
       {"A. Thom, The flow past circular cylinders at low speeds, Proceedings of the Royal Society "
        "of London A 141 (1933) 651-669",
        "D. W. Peaceman, H. H. Rachford, The numerical solution of parabolic and elliptic "
        "differential equations, Journal of the Society for Industrial and Applied Mathematics 3 "
        "(1955) 28-41"}});
}

}  // namespace slipflow::psi_omega
