#include "slipflow/methods/method.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace slipflow::methods {

std::string BenchMesh::size() const {
  return fmt::format("{} x {}{}", nx, ny, stretched ? " stretched" : "");
}

std::string BenchMesh::spacing() const { return stretched ? "stretched" : "uniform"; }

std::string BenchMesh::text() const {
  return fmt::format("{} cells, {} square{}", size(), squares, squares == 1 ? "" : "s");
}

std::unique_ptr<TimedFlow> Benchmark::timed_flow(const TimedCase& of, opencl::Workspace*,
                                                 bool) const {
  throw std::logic_error(fmt::format("no flow {} to be timed", of.variant));
}

}  // namespace slipflow::methods
