#include "host_memory.hpp"

#include "slipflow/run/run_output.hpp"

namespace slipflow::app {

double host_bytes(const methods::Problem& problem, bool serial) {
  const auto& mesh = problem.mesh();
  const auto averages = static_cast<double>(problem.controls().output.averages.size());
  constexpr double tag = sizeof(mesh.tags[0]), hidden = 1;
  const auto nodes = static_cast<double>(mesh.layout().size());
  const auto cells = static_cast<double>(mesh.cells());
  const double moments = 2.0 * sizeof(double) * averages;
  // The arrays of the serial reference, tags included.
  const double backend = serial ? problem.serial_bytes() + cells * moments : nodes * tag;
  return backend + methods::state_bytes(problem) + run::bytes_of_frame(problem) + cells * hidden;
}

}  // namespace slipflow::app
