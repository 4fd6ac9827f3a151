#include "backends/operations.hpp"

namespace slipflow::psi_omega {

namespace {
// The system of psi: its matrix and six vectors; multigrid, four of each on levels with a third of
// the nodes in all, and three vectors on the finest.
constexpr double kSystemFields = 5 + 6 + 3 + 11.0 / 3;
}  // namespace

double bytes_of(const Case& c, const Nodes& nodes) {
  const auto islands = c.scheme.free_bodies ? free_islands(nodes).size() : 0;
  const double fields = kFields + 2 + static_cast<double>(islands) + kSystemFields;
  return static_cast<double>(c.mesh.layout().size()) * (fields * sizeof(double) + sizeof(SfTag));
}

}  // namespace slipflow::psi_omega
