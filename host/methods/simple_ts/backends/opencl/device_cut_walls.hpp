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
    std::vector<opencl::Kernel> states;
    opencl::Kernel parts, values;
  };
  // The kernels that make the slopes and the gas at the walls, in their order.
  std::vector<opencl::Kernel> states(const opencl::Arguments& arguments) const;
  Prepared prepare(const FieldRotation& rotation) const;
  opencl::Arguments arguments(const FieldRotation& rotation) const;

  DeviceCase& device_;
  opencl::SizedProgram program_;
  // Cells by their numbers.
  struct Cells {
    cl::Buffer numbers;
    int count = 0;
  };
  Cells of_state_, of_values_;
  std::vector<CutSide> sides_;
  cl::Buffer cells_, pieces_, shares_, walls_, slopes_, parts_, side_list_;
  std::array<std::optional<Prepared>, FieldRotation::kKinds> prepared_;  // made at first use
};

}  // namespace slipflow::simple_ts
