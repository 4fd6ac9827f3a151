#include "host_memory.hpp"

#include <set>

#include "slipflow/simple_ts/backend.hpp"

namespace slipflow::app {

namespace {
using simple_ts::Case;

// Values of a cell in a frame, whatever is in its file and its pictures.
double values_of_frame(const Case& c) {
  const auto& output = c.output;
  std::set<std::string> fields(output.fields.begin(), output.fields.end());
  fields.insert(output.pictures.begin(), output.pictures.end());
  const double velocity = fields.contains("u") && fields.contains("v") ? 3 : 0;
  // The two moments, and what is made of them: mean and rms.
  const double averages = 4.0 * static_cast<double>(output.averages.size());
  return static_cast<double>(fields.size()) + velocity + averages;
}
}  // namespace

double host_bytes(const Case& c, bool serial) {
  constexpr double state = 4 * sizeof(double), tag = sizeof(c.mesh.tags[0]), hidden = 1;
  const auto nodes = static_cast<double>(c.mesh.layout().size());
  const auto cells = static_cast<double>(c.cells());
  const double moments = 2.0 * sizeof(double) * static_cast<double>(c.output.averages.size());
  // The arrays of the serial backend, tags included.
  const double backend = serial ? simple_ts::serial_bytes(c) + cells * moments : nodes * tag;
  return backend + nodes * state + cells * (values_of_frame(c) * sizeof(double) + hidden);
}

}  // namespace slipflow::app
