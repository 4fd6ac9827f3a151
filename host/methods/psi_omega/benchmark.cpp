#include "benchmark.hpp"

#include <fmt/format.h>

namespace slipflow::psi_omega {

// The flow in a cavity whose lid moves.
std::string Benchmark::case_text(const methods::BenchMesh& mesh, const std::string& scheme,
                                 setup::Precision) const {
  return fmt::format(
      "title = Benchmark\nmethod = psi_omega\n[fluid]\nreynolds = 100\n"
      "[mesh]\nx = 0 {}\ny = 0 1\ncells = {} {}\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity=1\n"
      "[scheme]\ntime = {}\n[time]\nmax_steps = 1\n",
      static_cast<double>(mesh.nx) / mesh.ny, mesh.nx, mesh.ny, scheme);
}

}  // namespace slipflow::psi_omega
