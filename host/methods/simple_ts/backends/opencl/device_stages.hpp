// Steps of second order in time on a device.
#pragma once

#include "device_case.hpp"

namespace slipflow::simple_ts {

/// The kernels of cl_kernels/simple_ts/second_order.cl. The rotation is that of the stage or step
/// that has ended; what they write goes into its next set.
class DeviceStages {
 public:
  /// Builds the kernels; throws as DeviceCase::build() does.
  explicit DeviceStages(DeviceCase& device);
  /// Forms the combined level, and the start of the second stage. Leaves the numbers of a StepShape
  /// in DeviceCase::partial.
  void begin_second(const FieldRotation& ended, const SecondStage& stage);
  /// Writes the fields at the end of the first stage.
  void restore_first(const FieldRotation& ended, double weight);

 private:
  opencl::Arguments levels(const FieldRotation& ended) const;

  DeviceCase& device_;
  opencl::Kernel begin_second_, restore_first_;
};

}  // namespace slipflow::simple_ts
