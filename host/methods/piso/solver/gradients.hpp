// Gradients in cells and values at faces.
#pragma once

#include <array>
#include <vector>

#include "slipflow/piso/flow_mesh.hpp"

namespace slipflow::piso {

/// (5) grad q = (1/V) sum of q_f S over the faces; `at_sides`: q of the boundary faces.
std::vector<SfVector> gradient_of(const FlowMesh& mesh, const std::vector<double>& q,
                                  const std::vector<double>& at_sides);

/// Those of the components of a velocity.
using VelocityGradient = std::array<std::vector<SfVector>, 3>;
VelocityGradient gradient_of(const FlowMesh& mesh, const std::vector<SfVector>& U,
                             const std::vector<SfVector>& at_sides);

/// The flux of a velocity through each face: U_f.S.
std::vector<double> fluxes_of(const FlowMesh& mesh, const std::vector<SfVector>& U);

}  // namespace slipflow::piso
