#include "slipflow/methods/method.hpp"

#include <fmt/format.h>

#include "slipflow/methods/plain_method.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::methods {

std::string BenchMesh::size() const {
  return fmt::format("{} x {}{}", nx, ny, stretched ? " stretched" : "");
}

std::string BenchMesh::spacing() const { return stretched ? "stretched" : "uniform"; }

std::string BenchMesh::text() const {
  return fmt::format("{} cells, {} square{}", size(), squares, squares == 1 ? "" : "s");
}

BenchMesh PlainBenchmark::mesh(int nx, int ny, int squares, const std::string&) const {
  if (squares > 0)
    throw Error(ExitStatus::bad_input,
                fmt::format("--squares {}: the benchmark of method {} has none", squares, method_));
  return {nx, ny, 0};
}

}  // namespace slipflow::methods
