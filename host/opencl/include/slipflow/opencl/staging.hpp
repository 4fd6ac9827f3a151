// Copies between host and device while kernels run.
#pragma once

#include <cstddef>
#include <span>

#include "slipflow/opencl/opencl.hpp"
#include "slipflow/opencl/wait.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::opencl {

// Memory of the host that a device reads and writes by itself.

/// Memory that a queue copies to and from. A non-blocking copy to or from any other memory of the
/// host may block with some drivers.
class PinnedMemory {
 public:
  /// The queue, which must outlive the memory, may be replaced by another one of the context.
  /// `memory`: of the caller, or null.
  PinnedMemory(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes,
               std::byte* memory = nullptr);
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

/// Memory of the host that the device copies to and from by itself. The copies are commands of a
/// second queue, so that they run while kernels of the workspace do.
class Staging {
 public:
  /// `copies`: an in-order queue of the workspace's context, for any number of these objects.
  /// `memory`: of the caller, or null.
  Staging(const Workspace& workspace, const cl::CommandQueue& copies, std::size_t bytes,
          std::byte* memory = nullptr);

  /// The memory. While a copy is in progress, it may not be written, and that of a read not be
  /// read.
  std::span<std::byte> bytes() const { return {memory_.data(), size_}; }
  /// Begins to fill the memory from a buffer, when all launches queued so far have ended.
  void start_read(const cl::Buffer& from);
  /// Begins to copy the memory to a buffer. Launches that are queued later wait for it.
  void start_write(const cl::Buffer& to);
  /// Whether the copy begun last has ended. Does not block. Throws cl::Error if it failed.
  bool done();

 private:
  const Workspace& workspace_;
  cl::CommandQueue copies_;
  std::size_t size_;
  PinnedMemory memory_;
  cl::Event copied_;
  Patience patience_;
};

}  // namespace slipflow::opencl
