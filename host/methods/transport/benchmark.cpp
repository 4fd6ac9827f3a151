#include "benchmark.hpp"

#include <fmt/format.h>

namespace slipflow::transport {

std::string Benchmark::case_text(const methods::BenchMesh& mesh, const std::string& scheme,
                                 setup::Precision) const {
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

}  // namespace slipflow::transport
