#include "solver/momentum.hpp"

#include <algorithm>
#include <cmath>

#include "solver/cell_faces.hpp"
#include "solver/gradients.hpp"

namespace slipflow::piso {

Momentum::Momentum(const FlowMesh& mesh, const FlowCase& flow, const Boundaries& boundaries)
    : mesh_(mesh), flow_(flow), boundaries_(boundaries) {
  explicit_.assign(static_cast<std::size_t>(mesh.cells), SfVector{0, 0, 0});
}

double Momentum::across(const FlowMesh& mesh, std::size_t face, double sign, double weight) const {
  return sf_momentum_across(flow_.convection, sign * fluxes_.faces[face], weight,
                            flow_.viscosity * mesh.faces.s_delta[face]);
}

void Momentum::assemble(const Fluxes& fluxes, const TimeTerms& terms, double t) {
  fluxes_ = fluxes;
  const auto cells = static_cast<std::size_t>(mesh_.cells);
  a_P_.assign(cells, 0.0);
  sum_across_.assign(cells, 0.0);
  self_.assign(fluxes.sides.size(), 0.0);
  b_.assign(cells, SfVector{0, 0, 0});
  for (std::size_t i = 0; i < cells; ++i) {
    for_faces(mesh_, i, [&](const FaceOfCell& f) {
      a_P_[i] += sf_momentum_own(flow_.convection, f.sign * fluxes.faces[f.face], f.weight,
                                 flow_.viscosity * mesh_.faces.s_delta[f.face]);
      sum_across_[i] += across(mesh_, f.face, f.sign, f.weight);
    });
    for_sides(mesh_, i, [&](std::size_t s) { add_side(s, i, t); });
    a_P_[i] += mesh_.volumes[i] * terms.c0_over_dt;
    if (!terms.history.empty()) b_[i] = sf_plus_times(b_[i], mesh_.volumes[i], terms.history[i]);
    b_[i] = sf_plus_times(b_[i], mesh_.volumes[i], boundaries_.body_force());
  }
}

void Momentum::add_side(std::size_t s, std::size_t i, double t) {
  const FlowSides& sides = mesh_.sides;
  const double F = fluxes_.sides[s], diffusion = flow_.viscosity * sides.s_delta[s];
  const FlowPatch& patch = boundaries_.patch(s);
  switch (patch.kind) {
    case PatchKind::velocity:
      a_P_[i] += diffusion;
      b_[i] = sf_plus_times(b_[i], diffusion - F, boundaries_.given_velocity(s, t));
      break;
    case PatchKind::outflow:
      a_P_[i] += F;
      break;
    case PatchKind::pressure:  // what flows in is normal to the face
      if (F >= 0)
        a_P_[i] += F;
      else
        b_[i] = sf_plus_times(b_[i], -F * F / sides.area[s], sides.n[s]);
      break;
    case PatchKind::symmetry:
      self_[s] = diffusion;
      break;
    case PatchKind::slip: {
      const double tangential =
          flow_.viscosity * sides.area[s] / (sides.area[s] / sides.s_delta[s] + patch.slip_length);
      a_P_[i] += tangential;
      b_[i] = sf_plus_times(b_[i], tangential, boundaries_.given_velocity(s, t));
      self_[s] = diffusion - tangential;
      break;
    }
  }
}

void Momentum::set_explicit(const std::vector<SfVector>& U, double t) {
  const bool upwind = flow_.convection == SF_LINEAR_UPWIND;
  if (mesh_.orthogonal && !upwind) return;
  const auto at_sides = boundaries_.velocities(U, fluxes_.sides, t);
  const VelocityGradient gradients = gradient_of(mesh_, U, at_sides);
  const FlowFaces& faces = mesh_.faces;
  for (std::size_t i = 0; i < U.size(); ++i) {
    SfVector sum = {0, 0, 0};
    for_faces(mesh_, i, [&](const FaceOfCell& f) {
      const double F = f.sign * fluxes_.faces[f.face];
      const std::size_t from = F >= 0 ? i : f.other;
      const bool from_owner = (f.sign > 0) == (F >= 0);
      const SfVector& to_face =
          from_owner ? faces.from_owner[f.face] : faces.from_neighbour[f.face];
      for (int q = 0; q < mesh_.components; ++q) {
        const auto& gradient = gradients[static_cast<std::size_t>(q)];
        if (!mesh_.orthogonal)
          component(sum, q) +=
              f.sign * flow_.viscosity *
              sf_along_k(faces.area[f.face], faces.k[f.face],
                         sf_vector_at_face(f.weight, gradient[i], gradient[f.other]));
        if (upwind) component(sum, q) -= F * sf_dot(gradient[from], to_face);
      }
    });
    if (!mesh_.orthogonal)
      for_sides(mesh_, i, [&](std::size_t s) {
        SfVector along = {0, 0, 0};
        for (int q = 0; q < mesh_.components; ++q)
          component(along, q) =
              flow_.viscosity * sf_along_k(mesh_.sides.area[s], mesh_.sides.k[s],
                                           gradients[static_cast<std::size_t>(q)][i]);
        const FlowPatch& patch = boundaries_.patch(s);
        if (patch.kind == PatchKind::velocity) sum = sf_plus(sum, along);
        if (patch.kind == PatchKind::slip) {
          const double slip = patch.slip_length * mesh_.sides.s_delta[s] / mesh_.sides.area[s];
          sum = sf_plus_times(sum, 1 / (1 + slip), sf_across(along, mesh_.sides.n[s]));
        }
      });
    explicit_[i] = sum;
  }
}

std::vector<double> Momentum::relax(const std::vector<SfVector>& U, double alpha) {
  std::vector<double> rest(U.size());
  for (std::size_t i = 0; i < U.size(); ++i) {
    double others = 0;
    for_faces(mesh_, i, [&](const FaceOfCell& f) {
      others += std::abs(across(mesh_, f.face, f.sign, f.weight));
    });
    double dominant = std::max(std::abs(a_P_[i]), others);
    for_sides(mesh_, i, [&](std::size_t s) { dominant += std::max(self_[s], 0.0); });
    const double relaxed = dominant / alpha;
    b_[i] = sf_plus_times(b_[i], relaxed - a_P_[i], U[i]);
    rest[i] = 1 - a_P_[i] / relaxed;
    a_P_[i] = relaxed;
  }
  return rest;
}

void Momentum::subtract_self(const std::vector<SfVector>& U, std::vector<SfVector>& b) const {
  for (std::size_t s = 0; s < self_.size(); ++s) {
    if (self_[s] == 0) continue;
    const auto i = static_cast<std::size_t>(mesh_.sides.cell[s]);
    b[i] = sf_plus_times(b[i], -self_[s], sf_along(U[i], mesh_.sides.n[s]));
  }
}

std::vector<SfVector> Momentum::h_of(const std::vector<SfVector>& U) const {
  std::vector<SfVector> h(U.size());
  for (std::size_t i = 0; i < U.size(); ++i) {
    SfVector sum = sf_plus(b_[i], explicit_[i]);
    for_faces(mesh_, i, [&](const FaceOfCell& f) {
      sum = sf_plus_times(sum, -across(mesh_, f.face, f.sign, f.weight), U[f.other]);
    });
    h[i] = sum;
  }
  subtract_self(U, h);
  return h;
}

}  // namespace slipflow::piso
