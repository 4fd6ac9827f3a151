#include "slipflow/methods/method.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace slipflow::methods {

std::string BenchMesh::text() const {
  return fmt::format("{} x {} cells, {} square{}", nx, ny, squares, squares == 1 ? "" : "s");
}

std::unique_ptr<TimedFlow> Benchmark::timed_flow(const TimedCase& of, opencl::Workspace*,
                                                 bool) const {
  throw std::logic_error(fmt::format("no flow {} to be timed", of.variant));
}

}  // namespace slipflow::methods
