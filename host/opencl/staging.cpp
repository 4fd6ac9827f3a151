#include "slipflow/opencl/staging.hpp"

#include <vector>

namespace slipflow::opencl {

Staging::Staging(const Workspace& workspace, const cl::CommandQueue& copies, std::size_t bytes)
    : workspace_(workspace),
      copies_(copies),
      size_(bytes),
      // Copies to and from any other memory of the host may block with some drivers.
      pinned_(workspace.queue().context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes),
      memory_(static_cast<std::byte*>(
          copies_.enqueueMapBuffer(pinned_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes))) {}

Staging::~Staging() {
  try {
    // Copies that nobody has waited for come first.
    transfer_asleep(copies_, [&](cl::Event* done) {
      copies_.enqueueUnmapMemObject(pinned_, memory_, nullptr, done);
    });
  } catch (const cl::Error&) {
    // The device was lost, which the command that failed first has reported.
  }
}

void Staging::start_read(const cl::Buffer& from) {
  std::vector<cl::Event> launches(1);
  workspace_.queue().queue.enqueueMarkerWithWaitList(nullptr, launches.data());
  workspace_.queue().queue.flush();
  copies_.enqueueReadBuffer(from, CL_FALSE, 0, size_, memory_, &launches, &copied_);
  copies_.flush();
  patience_ = {};
}

void Staging::start_write(const cl::Buffer& to) {
  copies_.enqueueWriteBuffer(to, CL_FALSE, 0, size_, memory_, nullptr, &copied_);
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
