#include "benchmark.hpp"

#include <fmt/format.h>

namespace slipflow::piso {

std::string Benchmark::case_text(const methods::BenchMesh& mesh, const std::string& scheme,
                                 setup::Precision) const {
  const double width = static_cast<double>(mesh.nx) / mesh.ny;
  return fmt::format(
      "title = Benchmark\nmethod = piso\n[flow]\nviscosity = 0.01\n[initial]\nvelocity = 0.1 0.1\n"
      "[mesh]\nx = 0 {}\ny = 0 1\ncells = {} {}\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity=1,0\n"
      "[scheme]\nalgorithm = {}\n[time]\n{}max_steps = 1\n",
      width, mesh.nx, mesh.ny, scheme,
      scheme == "piso" ? fmt::format("step = {}\n", 0.5 / mesh.ny) : "");
}

}  // namespace slipflow::piso
