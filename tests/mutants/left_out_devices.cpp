// Replaces the incompressible flow on a device, which the tests of mutants are built without.
#include "opencl/device_flow.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::piso {

std::unique_ptr<FlowOperations> device_flow(opencl::Workspace&, const FlowMesh&, const FlowCase&,
                                            const Boundaries&, DeviceChoice) {
  throw Error(ExitStatus::internal_error, "left out of the tests of mutants");
}

}  // namespace slipflow::piso
