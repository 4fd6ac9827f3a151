// The kernels that reduce the partial results of many work-groups to one.
#pragma once

#include <string>
#include <vector>

#include "slipflow/opencl/workspace.hpp"

namespace slipflow::opencl {

/// cl_kernels/common/reduce_residuals.cl, whose kernels run in one work-group. They know nothing of
/// the case, so they are built once for all cases on a device.
class Reduction {
 public:
  /// `reals`: what the kernels compute with when they are built with `options`; axes: of the mesh,
  /// on which the number of residuals depends.
  Reduction(Workspace& workspace, Numbers reals, const std::string& options, int axes = 2);
  /// The largest of `count` groups of SF_RESIDUALS values, each by its place in the group.
  std::vector<double> largest(const Array& partial, int count);
  /// Queues that `largest`, an array of SF_RESIDUALS numbers, becomes these.
  void queue_largest(const Array& partial, int count, const Array& largest);
  Kernel kernel(const char* name) const { return {built_, name}; }
  void launch(const Kernel& kernel) const;

 private:
  const Workspace& workspace_;
  const SizedProgram built_;
  Kernel reduce_;
  Array largest_;
};

}  // namespace slipflow::opencl
