// Memory and kernel launches on a device.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "slipflow/opencl/array.hpp"
#include "slipflow/opencl/kernel.hpp"
#include "slipflow/opencl/program.hpp"

namespace slipflow::opencl {

/// `count` numbers of an array from number `first` on: the same memory.
Array part_of(const Array& whole, std::size_t first, std::size_t count);

/// A box of work-items, along x, y and z.
struct WorkBox {
  std::array<int, 3> first{}, count{};
};

/// The launches of a kernel over the same number of work-items.
struct KernelTimes {
  std::string kernel;
  std::size_t items = 0;
  std::vector<double> seconds{};  ///< of each launch
};

/// A queue, the memory that was allocated through it, and launches, which can be timed.
class Workspace {
 public:
  explicit Workspace(const Queue& queue) : queue_(queue) {}

  const Queue& queue() const { return queue_; }
  const Device& device() const { return queue_.device; }
  double bytes() const { return bytes_; }  ///< allocated so far
  /// The least number of values of that size with which part_of() may begin, or a multiple of it.
  std::size_t alignment(std::size_t bytes) const;

  /// An array of `count` uninitialised numbers, or one that holds `values`.
  Array array(Numbers numbers, std::size_t count);
  Array array(Numbers numbers, const std::vector<double>& values);
  /// Memory that holds `values`, structs or integers that host and device share.
  template <class Value>
  cl::Buffer buffer(const std::vector<Value>& values, cl_mem_flags access = CL_MEM_READ_ONLY) {
    return buffer(values.data(), values.size() * sizeof(Value), access);
  }
  /// The first bytes of a buffer.
  struct Part {
    cl::Buffer buffer;
    std::size_t bytes;
  };
  /// Copies of parts one behind the other, and the first byte of each.
  struct Joined {
    cl::Buffer buffer;
    std::vector<int> at;
  };
  /// Each begins where a part_of() can.
  Joined joined(const std::vector<Part>& parts);
  void write(const Array& to, const std::vector<double>& values) const;
  /// Writes the values row by row into a box.
  void write(const Array& to, const std::vector<double>& values, const Box& where) const;
  std::vector<double> read(const Array& from) const { return read(from, from.count); }
  std::vector<double> read(const Array& from, std::size_t count) const;  ///< the first `count`
  /// The first `count` values of a buffer().
  template <class Value>
  std::vector<Value> read(const cl::Buffer& from, std::size_t count) const {
    std::vector<Value> values(count);
    read(from, values.data(), count * sizeof(Value));
    return values;
  }

  /// Launches over (nx, ny) work-items, nx rounded up to whole work-groups. Where the device does
  /// not allow as many groups along y, it makes several launches: a work-item knows its place by
  /// get_global_id().
  void launch(const Kernel& kernel, int nx, int ny = 1) const;
  /// Launches it over a box, whose first work-item along x is the first of a work-group.
  void launch(const Kernel& kernel, const WorkBox& box) const;
  /// Launches `groups` work-groups.
  void launch_groups(const Kernel& kernel, int groups) const;
  /// Waits until all queued commands are done.
  void finish() const { queue_.queue.finish(); }
  /// Launches go to a queue that records when they ran, or to one that does not: recording them
  /// slows some drivers.
  void time_launches(bool on);
  /// Waits for the launches that were recorded, forgets them and returns their seconds.
  double launch_seconds();
  /// As launch_seconds(), for each kernel.
  std::vector<KernelTimes> kernel_times();

 private:
  cl::Buffer buffer(const void* data, std::size_t size, cl_mem_flags access);
  void read(const cl::Buffer& from, void* to, std::size_t size) const;
  struct TimedLaunch {
    std::string kernel;
    std::size_t items;
    cl::Event event;
  };
  void launch(const Kernel& kernel, const cl::NDRange& first, const cl::NDRange& all,
              const cl::NDRange& group) const;

  Queue queue_;
  double bytes_ = 0;
  bool timed_ = false;
  mutable std::vector<TimedLaunch> launches_;  // while timed
};

}  // namespace slipflow::opencl
