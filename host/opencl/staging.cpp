#include "slipflow/opencl/staging.hpp"

#include <vector>

#include "slipflow/opencl/wait.hpp"

namespace slipflow::opencl {

PinnedMemory::PinnedMemory(const cl::Context& context, const cl::CommandQueue& queue,
                           std::size_t bytes, std::byte* memory)
    : queue_(queue),
      buffer_(context, CL_MEM_READ_WRITE | (memory ? CL_MEM_USE_HOST_PTR : CL_MEM_ALLOC_HOST_PTR),
              bytes, memory),
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

Staging::Staging(const Workspace& workspace, const cl::CommandQueue& copies, std::size_t bytes,
                 std::byte* memory)
    : workspace_(workspace),
      copies_(copies),
      size_(bytes),
      memory_(workspace.queue().context, copies_, bytes, memory) {}

void Staging::start_read(const cl::Buffer& from) {
  std::vector<cl::Event> launches(1);
  workspace_.queue().queue.enqueueMarkerWithWaitList(nullptr, launches.data());
  workspace_.queue().queue.flush();
  copies_.enqueueReadBuffer(from, CL_FALSE, 0, size_, memory_.data(), &launches, &copied_);
  copies_.flush();
  patience_ = {};
}

void Staging::start_write(const cl::Buffer& to) {
  copies_.enqueueWriteBuffer(to, CL_FALSE, 0, size_, memory_.data(), nullptr, &copied_);
  copies_.flush();
  const std::vector<cl::Event> copies = {copied_};
  workspace_.queue().queue.enqueueBarrierWithWaitList(&copies);
  patience_ = {};
}

bool Staging::done() {
  const cl_int status = copied_.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
  if (status > CL_COMPLETE) {
    patience_.require();
    return false;
  }
  copied_.wait();  // returns at once; it makes the bytes visible, and throws after a failure
  return true;
}

}  // namespace slipflow::opencl
