// What the solvers of systems on polyhedra refuse.
#pragma once

#include "slipflow/linear_solvers/face_system.hpp"
#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::linear_solvers {

/// Throws what the constructors of the solvers throw.
void check_system(const FaceGraph& graph, const FaceMatrix& matrix, const Choice7& choice);

/// Whether all b are 0.
bool is_singular(const FaceMatrix& matrix);

}  // namespace slipflow::linear_solvers
