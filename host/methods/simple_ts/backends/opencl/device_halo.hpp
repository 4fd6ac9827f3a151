// The exchange of a piece's border values, for a device.
#pragma once

#include "device_case.hpp"
#include "slipflow/simple_ts/backend.hpp"

namespace slipflow::simple_ts {

/// Packs and unpacks on the device, and moves one buffer each way. `rotation` names the current
/// state.
class DeviceHalo final : public HaloPort {
 public:
  DeviceHalo(DeviceCase& device, const FieldRotation& rotation, const mesh::HaloPlan& plan);
  std::vector<double> pack() override;
  void unpack(const std::vector<double>& values) override;

 private:
  struct Buffer {
    Buffer(DeviceCase& device, const mesh::HaloBuffer& plan);
    cl::Buffer blocks;
    int block_count, count;
    opencl::Array values;
  };
  void launch(opencl::Kernel& kernel, const Buffer& buffer) const;

  DeviceCase& device_;
  const FieldRotation& rotation_;
  Buffer out_, in_;
  opencl::Kernel pack_, unpack_;
};

}  // namespace slipflow::simple_ts
