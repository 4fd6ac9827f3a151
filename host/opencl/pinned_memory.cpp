#include "slipflow/opencl/pinned_memory.hpp"

#include "slipflow/opencl/wait.hpp"

namespace slipflow::opencl {

PinnedMemory::PinnedMemory(const cl::Context& context, const cl::CommandQueue& queue,
                           std::size_t bytes)
    : queue_(queue),
      buffer_(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes),
      memory_(static_cast<std::byte*>(
          queue_.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes))) {}

PinnedMemory::~PinnedMemory() {
  try {
    transfer_asleep(queue_, [&](cl::Event* done) {
      queue_.enqueueUnmapMemObject(buffer_, memory_, nullptr, done);
    });
  } catch (const cl::Error&) {
    // The device was lost, which the command that failed first has reported.
  }
}

}  // namespace slipflow::opencl
