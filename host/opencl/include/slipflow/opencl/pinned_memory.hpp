// Memory of the host that a device reads and writes by itself.
#pragma once

#include <cstddef>

#include "slipflow/opencl/opencl.hpp"

namespace slipflow::opencl {

/// Memory that a queue copies to and from. A non-blocking copy to or from any other memory of the
/// host may block with some drivers.
class PinnedMemory {
 public:
  /// The queue, which must outlive the memory, may be replaced by another one of the context.
  PinnedMemory(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes);
  /// Waits for the copies of the queue first, as nobody may have waited for the last of them.
  ~PinnedMemory();
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;

  std::byte* data() const { return memory_; }

 private:
  const cl::CommandQueue& queue_;
  cl::Buffer buffer_;
  std::byte* memory_;
};

}  // namespace slipflow::opencl
