#include "solver/gradients.hpp"

#include "piso/faces.h"
#include "solver/cell_faces.hpp"

namespace slipflow::piso {

std::vector<SfVector> gradient_of(const FlowMesh& mesh, const std::vector<double>& q,
                                  const std::vector<double>& at_sides) {
  std::vector<SfVector> gradients(q.size());
  for (std::size_t i = 0; i < q.size(); ++i) {
    SfVector sum = {0, 0, 0};
    for_faces(mesh, i, [&](const FaceOfCell& f) {
      const double value = sf_at_face(f.weight, q[i], q[f.other]);
      sum = sf_plus_times(sum, f.sign * value, mesh.faces.S[f.face]);
    });
    for_sides(mesh, i,
              [&](std::size_t s) { sum = sf_plus_times(sum, at_sides[s], mesh.sides.S[s]); });
    gradients[i] = sf_times(1 / mesh.volumes[i], sum);
  }
  return gradients;
}

VelocityGradient gradient_of(const FlowMesh& mesh, const std::vector<SfVector>& U,
                             const std::vector<SfVector>& at_sides) {
  VelocityGradient gradients;
  std::vector<double> q(U.size()), of_sides(at_sides.size());
  for (int c = 0; c < mesh.components; ++c) {
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = component(U[i], c);
    for (std::size_t s = 0; s < of_sides.size(); ++s) of_sides[s] = component(at_sides[s], c);
    gradients[static_cast<std::size_t>(c)] = gradient_of(mesh, q, of_sides);
  }
  return gradients;
}

std::vector<double> fluxes_of(const FlowMesh& mesh, const std::vector<SfVector>& U) {
  std::vector<double> fluxes(mesh.faces.owner.size());
  for (std::size_t f = 0; f < fluxes.size(); ++f) {
    const auto P = static_cast<std::size_t>(mesh.faces.owner[f]);
    const auto N = static_cast<std::size_t>(mesh.faces.neighbour[f]);
    fluxes[f] = sf_dot(sf_vector_at_face(mesh.faces.weight[f], U[P], U[N]), mesh.faces.S[f]);
  }
  return fluxes;
}

}  // namespace slipflow::piso
