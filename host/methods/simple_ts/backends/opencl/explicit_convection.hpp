// The convective sums of explicit schemes, once per time step.
#pragma once

#include <optional>

#include "device_case.hpp"

namespace slipflow::simple_ts {

/// Fills DeviceCase::C_u, C_v and C_T, docs/methods/simple-ts.md (24): with the fused kernel set by
/// a kernel that marches over sub-domains, with the plain one by a node per work-item.
class ExplicitConvection {
 public:
  /// Builds the kernel; throws as DeviceCase::build() does.
  explicit ExplicitConvection(DeviceCase& device);
  /// Queues the kernel for the fields of the previous time level.
  void compute(const FieldRotation& rotation);

 private:
  DeviceCase& device_;
  opencl::Kernel kernel_;
  std::optional<DeviceSubdomains> subdomains_;  // of the march
};

}  // namespace slipflow::simple_ts
