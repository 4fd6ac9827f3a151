#include "host_memory.hpp"

#include <set>

#include "slipflow/run/picture_series.hpp"

namespace slipflow::app {

namespace {
// Values per cell of a frame, with all fields of its file and its pictures.
double values_of_frame(const methods::Problem& problem) {
  const auto& output = problem.controls().output;
  std::set<std::string> fields(output.fields.begin(), output.fields.end());
  for (const auto& field : run::fields_of_pictures(problem)) fields.insert(field);
  const double velocity = fields.contains("u") && fields.contains("v") ? 3 : 0;
  // The two moments, and the mean and rms computed from them.
  const double averages = 4.0 * static_cast<double>(output.averages.size());
  return static_cast<double>(fields.size()) + velocity + averages;
}
}  // namespace

double host_bytes(const methods::Problem& problem, bool serial) {
  const auto& mesh = problem.mesh();
  const auto& output = problem.controls().output;
  constexpr double tag = sizeof(mesh.tags[0]), hidden = 1;
  const auto nodes = static_cast<double>(mesh.layout().size());
  const auto cells = static_cast<double>(mesh.cells());
  const double moments = 2.0 * sizeof(double) * static_cast<double>(output.averages.size());
  // The arrays of the serial reference, tags included.
  const double backend = serial ? problem.serial_bytes() + cells * moments : nodes * tag;
  return backend + methods::state_bytes(problem) +
         cells * (values_of_frame(problem) * sizeof(double) + hidden);
}

}  // namespace slipflow::app
