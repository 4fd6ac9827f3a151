#include "backends/operations.hpp"

namespace slipflow::psi_omega {

namespace {
// On the finest level, and a third of it on all coarser ones: four of the matrix, and four vectors.
constexpr double kMultigridFields = 8 * 4.0 / 3;
}  // namespace

double bytes_of(const Case& c, const Nodes& nodes) {
  const auto islands = c.scheme.free_bodies ? free_islands(nodes).size() : 0;
  const double fields = kFields + 2 + static_cast<double>(islands) + kMultigridFields;
  return static_cast<double>(c.mesh.layout().size()) * (fields * sizeof(double) + sizeof(SfTag));
}

}  // namespace slipflow::psi_omega
