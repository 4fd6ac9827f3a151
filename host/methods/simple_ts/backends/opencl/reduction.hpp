// The kernels that make one result of the partial ones of many work-groups.
#pragma once

#include "device_case.hpp"

namespace slipflow::simple_ts {

/// cl_kernels/common/reduce_residuals.cl, whose kernels run in one work-group. They know nothing of
/// the case, so they are built once for all cases on a device.
class Reduction {
 public:
  explicit Reduction(const DeviceCase& device);
  cl::Kernel kernel(const char* name) const { return {built_.program, name}; }
  void launch(const cl::Kernel& kernel) const;

 private:
  const DeviceCase& device_;
  const opencl::SizedProgram built_;
};

}  // namespace slipflow::simple_ts
