#include "slipflow/methods/method.hpp"

#include <fmt/format.h>

#include "slipflow/piso/problem.hpp"

namespace slipflow::piso {

namespace {
// With a body, a stretched axis, and a wall that slips and moves.
std::string test_case(setup::Precision) {
  return "title = Self-test\nmethod = piso\n[flow]\nviscosity = 0.05\ngravity = 0 -1\n"
         "[mesh]\nx = 0 1\ny = 0 1\ncells = 13 9\ny_stretch = geometric 1.05\n"
         "[body]\nrectangle = 0.3 0.3 0.6 0.6\n"
         "[boundary]\nwest = inflow velocity=1,0\neast = outflow\nsouth = wall velocity=0.5,0\n"
         "north = wall slip_length=0.1\n"
         "[scheme]\nalgorithm = piso\n[time]\nstep = 0.05\nmax_steps = 1\n";
}

// Cavities, steady and unsteady.
std::string bench_case(const methods::BenchMesh& mesh, const std::string& scheme,
                       setup::Precision) {
  const double width = static_cast<double>(mesh.nx) / mesh.ny;
  return fmt::format(
      "title = Benchmark\nmethod = piso\n[flow]\nviscosity = 0.01\n[initial]\nvelocity = 0.1 0.1\n"
      "[mesh]\nx = 0 {}\ny = 0 1\ncells = {} {}\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity=1,0\n"
      "[scheme]\nalgorithm = {}\n[time]\n{}max_steps = 1\n",
      width, mesh.nx, mesh.ny, scheme,
      scheme == "piso" ? fmt::format("step = {}\n", 0.5 / mesh.ny) : "");
}
}  // namespace

methods::Method method() {
  return methods::method_of<Problem>(
      {"piso",
       keys(),
       test_case,
       {"simplec", "simple", "piso"},
       {"simplec", "piso"},
       bench_case,
       unit_system,
       {"R. I. Issa, Solution of the implicitly discretised fluid flow equations by "
        "operator-splitting, Journal of Computational Physics 62 (1986) 40-65",
        "J. P. Van Doormaal, G. D. Raithby, Enhancements of the SIMPLE method for predicting "
        "incompressible fluid flows, Numerical Heat Transfer 7 (1984) 147-163"}});
}

}  // namespace slipflow::piso
