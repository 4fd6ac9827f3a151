#include "solver/boundaries.hpp"

#include <fmt/format.h>

#include "slipflow/support/error.hpp"

namespace slipflow::piso {

Boundaries::Boundaries(const FlowMesh& mesh, const FlowCase& flow) : mesh_(mesh), flow_(flow) {
  if (flow.patches.size() != mesh.patches.size())
    throw Error(ExitStatus::bad_input, fmt::format("the mesh has {} patches and the case {}",
                                                   mesh.patches.size(), flow.patches.size()));
  for (const FlowPatch& patch : flow.patches) has_pressure_ |= patch.gives_pressure();
  const auto& g = flow.gravity;
  body_force_ = {mesh.periodic[0] ? g.x : 0, mesh.periodic[1] ? g.y : 0,
                 mesh.periodic[2] ? g.z : 0};
  potential_ = sf_plus_times(g, -1, body_force_);
}

double Boundaries::given_pressure(std::size_t side, double t) const {
  const SfVector& x = mesh_.sides.centre[side];
  return patch(side).pressure(x, t) - potential(x);
}

std::vector<SfVector> Boundaries::velocities(const std::vector<SfVector>& U,
                                             const std::vector<double>& fluxes, double t) const {
  const FlowSides& sides = mesh_.sides;
  std::vector<SfVector> values(sides.cell.size());
  for (std::size_t s = 0; s < values.size(); ++s) {
    const SfVector& own = U[static_cast<std::size_t>(sides.cell[s])];
    const SfVector& n = sides.n[s];
    switch (patch(s).kind) {
      case PatchKind::velocity:
        values[s] = given_velocity(s, t);
        break;
      case PatchKind::outflow:
        values[s] = own;
        break;
      case PatchKind::pressure:
        values[s] = fluxes[s] >= 0 ? own : sf_times(fluxes[s] / sides.area[s], n);
        break;
      case PatchKind::symmetry:
        values[s] = sf_across(own, n);
        break;
      case PatchKind::slip: {
        const double slip = patch(s).slip_length * sides.s_delta[s] / sides.area[s];
        values[s] =
            sf_times(1 / (1 + slip), sf_plus_times(given_velocity(s, t), slip, sf_across(own, n)));
        break;
      }
    }
  }
  return values;
}

std::vector<double> Boundaries::pressures(const std::vector<double>& p, double t) const {
  std::vector<double> values(mesh_.sides.cell.size());
  for (std::size_t s = 0; s < values.size(); ++s)
    values[s] =
        gives_pressure(s) ? given_pressure(s, t) : p[static_cast<std::size_t>(mesh_.sides.cell[s])];
  return values;
}

}  // namespace slipflow::piso
