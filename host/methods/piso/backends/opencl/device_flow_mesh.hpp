// A mesh in the memory of a device.
#pragma once

#include <vector>

#include "slipflow/linear_solvers/device_face_solver.hpp"
#include "slipflow/opencl/workspace.hpp"
#include "slipflow/piso/boundaries.hpp"
#include "slipflow/piso/flow_mesh.hpp"

namespace slipflow::piso {

class DeviceFlowMesh {
 public:
  /// Without what kernels do not read: vectors along k on an orthogonal mesh, those to the faces
  /// unless the scheme takes gradients there. `rows`: DeviceFaceSolver::rows().
  DeviceFlowMesh(opencl::Workspace& workspace, const FlowMesh& mesh, int scheme,
                 const Boundaries& boundaries, const opencl::Arguments& rows);

  /// The parameters that kernels with a mesh begin with.
  const opencl::Arguments& arguments() const { return arguments_; }

 private:
  std::vector<opencl::Buffer> buffers_;
  opencl::Arguments arguments_;
};

}  // namespace slipflow::piso
