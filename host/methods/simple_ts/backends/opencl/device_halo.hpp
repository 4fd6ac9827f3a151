// The exchange of a piece's border values, and its inner iterations in parts, for a device.
#pragma once

#include <functional>

#include "device_case.hpp"
#include "slipflow/opencl/device_loop.hpp"
#include "slipflow/opencl/reduction.hpp"
#include "slipflow/opencl/staging.hpp"
#include "slipflow/simple_ts/operations.hpp"

namespace slipflow::simple_ts {

/// The kernels have a queue, and so have the copies from the device and those to it, as the last
/// ones of an iteration are queued before in(k) but wait for inner(k):
///
///     kernels   border(k) | pack(k) | inner(k)               | largest(k) | unpack(k) border(k+1)
///     from                          | out(k)                              | changes(k)
///     to                                      .... | in(k)
///
/// While the device computes inner(k), the host exchanges the values and queues iteration k+1.
class DeviceHalo final : public HaloPort {
 public:
  /// Queues the border or the inner part of an iteration.
  using Advance = std::function<void(const StepPlace& at, Part part)>;
  /// `memory`: of the iterations; `at`: of the backend, start_iteration() and forget_iteration()
  /// change it. `shared`: as in Operations::halo().
  DeviceHalo(DeviceCase& device, Advance advance, const opencl::LoopMemory& memory,
             opencl::Reduction& reduction, StepPlace& at, const mesh::HaloPlan& plan,
             std::span<std::byte> shared);
  bool can_forget() const override { return true; }
  void start_iteration() override;
  void start_packing() override;
  bool packed() override;
  std::span<const std::byte> out() const override { return out_.staging.bytes(); }
  std::span<std::byte> in() override { return in_.staging.bytes(); }
  void unpack() override;
  std::optional<Residuals> take_changes() override;
  void forget_iteration() override;

 private:
  struct Buffer {
    Buffer(DeviceCase& device, const cl::CommandQueue& copies, const mesh::HaloBuffer& plan,
           std::span<std::byte> shared);
    cl::Buffer blocks;
    int block_count, count;
    opencl::Array values;
    opencl::Staging staging;
  };
  // The largest changes of an iteration.
  struct Largest {
    Largest(DeviceCase& device, const cl::CommandQueue& copies);
    opencl::Array values;
    opencl::Staging staging;
  };
  void pack(int set);
  void launch(opencl::Kernel& kernel, const Buffer& buffer, int set) const;

  DeviceCase& device_;
  const Advance advance_;
  const opencl::LoopMemory memory_;
  opencl::Reduction& reduction_;
  StepPlace& at_;
  StepPlace before_;  // the iteration started last
  cl::CommandQueue from_device_, to_device_;
  Buffer out_, in_;
  Largest largest_[2];  // of two successive iterations
  long started_ = 0, taken_ = 0;
  opencl::Kernel pack_, unpack_;
};

}  // namespace slipflow::simple_ts
