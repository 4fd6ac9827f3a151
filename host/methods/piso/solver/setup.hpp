// What serial and device operations are made from.
#pragma once

#include "piso/mesh.h"
#include "slipflow/linear_solvers/face_system.hpp"
#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/piso/boundaries.hpp"

namespace slipflow::piso {

/// The faces of the pressure equation and its coefficients for r' = 1, by which cells are
/// agglomerated.
linear_solvers::FaceSystem pressure_system_of(const FlowMesh& mesh, const Boundaries& boundaries);

/// The mesh as formulas read it on the host; both have to outlive it.
SfFlowMesh host_view_of(const FlowMesh& mesh, const Boundaries& boundaries);

/// The faces of a cell in the rows of momentum and pressure.
inline SfFaceRow row_of(const FlowMesh& mesh, int i) {
  const int* starts = &mesh.rows.starts[static_cast<std::size_t>(i)];
  return {starts[0], 1, starts[1] - starts[0]};
}

/// How the equations of momentum are solved.
linear_solvers::Choice7 momentum_choice();

}  // namespace slipflow::piso
