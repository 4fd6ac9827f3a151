#include "slipflow/piso/boundaries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "slipflow/support/error.hpp"

namespace slipflow::piso {

namespace {
constexpr double kBalance = 1e-8;  // of the inflow
}  // namespace

Boundaries::Boundaries(const FlowMesh& mesh, const FlowCase& flow) : mesh_(mesh), flow_(flow) {
  if (flow.patches.size() != mesh.patches.size())
    throw Error(ExitStatus::bad_input, fmt::format("the mesh has {} patches and the case {}",
                                                   mesh.patches.size(), flow.patches.size()));
  for (const FlowPatch& patch : flow.patches) {
    has_pressure_ |= patch.gives_pressure();
    slides_ |= patch.kind == PatchKind::symmetry || patch.kind == PatchKind::slip;
  }
  const auto& g = flow.gravity;
  body_force_ = {mesh.periodic[0] ? g.x : 0, mesh.periodic[1] ? g.y : 0,
                 mesh.periodic[2] ? g.z : 0};
  potential_ = sf_plus_times(g, -1, body_force_);
  const SfVectorArray of{mesh.sides.count(), mesh.components};
  for (int s = 0; s < of.count; ++s) {
    const auto k = static_cast<std::size_t>(s);
    const double area =
        sf_dot(sf_vector_at(mesh.sides.S.data(), of, s), sf_vector_at(mesh.sides.n.data(), of, s));
    kinds_.push_back(static_cast<int>(patch(k).kind));
    slips_.push_back(patch(k).slip_length * mesh.sides.s_delta[k] / area);
  }
  take_curvatures();
}

void Boundaries::take_curvatures() {
  curvatures_ = mesh_.sides.curvature;
  const std::size_t sides = kinds_.size();
  for (std::size_t k = 0; k < curvatures_.size(); ++k) {
    const FlowPatch& own = patch(k % sides);
    const bool holds = own.is_wall || own.kind == PatchKind::slip;
    if (!holds && own.kind != PatchKind::symmetry) curvatures_[k] = 0;
  }
  if (std::ranges::all_of(curvatures_, [](double k) { return k == 0; })) curvatures_.clear();
}

SfVector Boundaries::velocity(std::size_t side, double t) const {
  const SfVector& x = mesh_.sides.centre[side];
  const FlowPatch& own = patch(side);
  if (!own.inwards) return own.velocity(x, t);
  const SfVectorArray of{mesh_.sides.count(), mesh_.components};
  const SfVector n = sf_vector_at(mesh_.sides.n.data(), of, static_cast<int>(side));
  return sf_plus_times(own.velocity(x, t), -own.inwards(x, t), n);
}

std::vector<double> Boundaries::velocities(double t) const {
  std::vector<SfVector> values(kinds_.size());
  for (std::size_t s = 0; s < values.size(); ++s) values[s] = velocity(s, t);
  return components_of(values, mesh_.components);
}

std::vector<double> Boundaries::pressures(double t) const {
  std::vector<double> values(kinds_.size(), 0.0);
  for (std::size_t s = 0; s < values.size(); ++s) {
    const SfVector& x = mesh_.sides.centre[s];
    if (gives_pressure(s)) values[s] = patch(s).pressure(x, t) - potential(x);
  }
  return values;
}

std::vector<double> Boundaries::fluxes(double t) const {
  const SfVectorArray of{mesh_.sides.count(), mesh_.components};
  std::vector<double> values(kinds_.size(), 0.0);
  for (int s = 0; s < of.count; ++s) {
    const auto k = static_cast<std::size_t>(s);
    if (patch(k).kind == PatchKind::velocity && !patch(k).is_wall)
      values[k] = sf_dot(velocity(k, t), sf_vector_at(mesh_.sides.S.data(), of, s));
  }
  if (!has_pressure_) balance(values);
  return values;
}

void Boundaries::balance(std::vector<double>& fluxes) const {
  double in = 0, out = 0;
  for (const double flux : fluxes) (flux < 0 ? in : out) += std::abs(flux);
  if (in == 0 && out == 0) return;
  const bool scaled = flow_.balance && in > 0 && out > 0;
  if (!scaled && std::abs(out - in) > kBalance * std::max(in, out))
    throw Error(ExitStatus::bad_input,
                fmt::format("the boundaries let in {:.9g} and out {:.9g}, and none of them gives a "
                            "pressure: make one of them outflow or pressure, or flow.balance = on "
                            "scales what flows out",
                            in, out));
  for (double& flux : fluxes)
    if (flux > 0) flux *= in / out;
}

}  // namespace slipflow::piso
