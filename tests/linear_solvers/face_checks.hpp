// A device against the serial reference on systems on polyhedra.
#pragma once

#include "slipflow/linear_solvers/face_system.hpp"
#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace test_face_systems {

/// Both have the same bits and counts in two solutions, the second one with other coefficients that
/// are written to the device. `choice` has to ask for parity.
void check_face_device(slipflow::opencl::Workspace& workspace,
                       slipflow::linear_solvers::FaceSystem system,
                       const slipflow::linear_solvers::Choice7& choice);

}  // namespace test_face_systems
