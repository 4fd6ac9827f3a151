#include "slipflow/methods/method.hpp"

#include <fmt/format.h>

#include "slipflow/transport/problem.hpp"

namespace slipflow::transport {

namespace {
// With a body, a stretched axis, every kind of condition and a velocity.
std::string test_case(setup::Precision) {
  return "title = Self-test\nmethod = transport\n"
         "[equation]\ndiffusion = 1 2 1\nvelocity = rotation 3 0.5 0.5\nreaction = 1\nsource = 2\n"
         "[mesh]\nx = 0 1\ny = 0 1\nz = 0 0.5\ncells = 13 9 7\ny_stretch = geometric 1.05\n"
         "[body]\nrectangle = 0.3 0.3 0.6 0.6 z=0.1,0.3 exchange=2,1\n"
         "[boundary]\nwest = value 0\neast = flux 1\nsouth = exchange 3 1\nnorth = value 1\n"
         "bottom = flux 0\ntop = value 0\n"
         "[scheme]\ntime = crank_nicolson\n[time]\nstep = 0.01\nmax_steps = 1\n";
}

// Diffusion with a source, and in a rotating medium.
std::string bench_case(const methods::BenchMesh& mesh, const std::string& scheme,
                       setup::Precision) {
  const double width = static_cast<double>(mesh.nx) / mesh.ny;
  return fmt::format(
      "title = Benchmark\nmethod = transport\n[equation]\ndiffusion = 1\n"
      "velocity = {}\nsource = 1 box=0,0,{},0.5\n[initial]\nphi = 1 box=0,0.5,{},1\n"
      "[mesh]\nx = 0 {}\ny = 0 1\ncells = {} {}\n"
      "[boundary]\nwest = value 0\neast = value 0\nsouth = value 0\nnorth = value 1\n"
      "[scheme]\ntime = euler\n[time]\nstep = 1\nmax_steps = 1\n",
      scheme == "rotation" ? fmt::format("rotation 10 {} 0.5", width / 2) : "none", width, width,
      width, mesh.nx, mesh.ny);
}
}  // namespace

methods::Method method() {
  return methods::method_of<Problem>(
      {"transport",
       keys(),
       test_case,
       {"diffusion", "rotation"},
       {"diffusion", "rotation"},
       bench_case,
       unit_system,
       {"S. V. Patankar, Numerical heat transfer and fluid flow, Hemisphere (1980)"}});
}

}  // namespace slipflow::transport
