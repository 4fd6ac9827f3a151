#include "slipflow/methods/method.hpp"

#include <fmt/format.h>

namespace slipflow::methods {

std::string BenchMesh::size() const {
  return fmt::format("{} x {}{}", nx, ny, stretched ? " stretched" : "");
}

std::string BenchMesh::spacing() const { return stretched ? "stretched" : "uniform"; }

std::string BenchMesh::text() const {
  return fmt::format("{} cells, {} square{}", size(), squares, squares == 1 ? "" : "s");
}

}  // namespace slipflow::methods
