// The part of an inner iteration near cut walls on a device.
#pragma once

#include <array>
#include <optional>

#include "device_case.hpp"
#include "slipflow/simple_ts/cut_tables.hpp"

namespace slipflow::simple_ts {

/// The kernels of cl_kernels/simple_ts/cut_walls.cl and their tables on the device.
class DeviceCutWalls {
 public:
  /// The case must have cut walls. Throws as DeviceCase::build() does.
  explicit DeviceCutWalls(DeviceCase& device);
  /// Queues the kernels that run before an iteration.
  void advance(const StepPlace& at);
  /// The loads of the current fields on the sides() in their order, as limbs of exact sums.
  std::vector<std::int64_t> loads(const FieldRotation& rotation, std::size_t limbs_of_side);
  const std::vector<CutSide>& sides() const { return sides_; }

 private:
  struct Prepared {
    opencl::Kernel state, parts, values;
  };
  Prepared prepare(const FieldRotation& rotation) const;
  opencl::Arguments arguments(const FieldRotation& rotation) const;

  DeviceCase& device_;
  opencl::SizedProgram program_;
  int listed_ = 0;
  std::vector<CutSide> sides_;
  cl::Buffer cells_, pieces_, shares_, walls_, slopes_, parts_, side_list_;
  std::array<std::optional<Prepared>, FieldRotation::kKinds> prepared_;  // made at first use
};

}  // namespace slipflow::simple_ts
