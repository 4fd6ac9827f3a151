// The operations of incompressible flow on a device.
#pragma once

#include <memory>

#include "backends/operations.hpp"
#include "slipflow/opencl/workspace.hpp"
#include "slipflow/piso/flow_case.hpp"
#include "solver/setup.hpp"

namespace slipflow::opencl {
class Workspace;
}

namespace slipflow::piso {

/// In parity mode with the bits of SerialFlow. Throws Error(kernel_build_failed), Error(no_device).
std::unique_ptr<Operations> device_flow(opencl::Workspace& workspace, const FlowMesh& mesh,
                                        const FlowCase& flow, const Boundaries& boundaries,
                                        DeviceChoice choice);

}  // namespace slipflow::piso
