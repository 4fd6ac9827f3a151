#include "slipflow/methods/method.hpp"

#include <fmt/format.h>

namespace slipflow::methods {

std::string BenchMesh::text() const {
  return fmt::format("{} x {} cells, {} square{}", nx, ny, squares, squares == 1 ? "" : "s");
}

}  // namespace slipflow::methods
