#include "slipflow/opencl/workspace.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "slipflow/opencl/wait.hpp"

namespace slipflow::opencl {

namespace {
// Some devices launch no more work-groups along the other dimensions: CUDA's limit of a grid.
constexpr int kMostGroupsAlong = 65535;

int in_whole_groups(int items, int group) { return (items + group - 1) / group * group; }

std::size_t items_of(const cl::NDRange& range) {
  return range.get()[0] * range.get()[1] * range.get()[2];
}

std::vector<float> rounded(const std::vector<double>& values) {
  std::vector<float> floats;
  floats.reserve(values.size());
  for (const double value : values) floats.push_back(static_cast<float>(value));
  return floats;
}
}  // namespace

Array part_of(const Array& whole, std::size_t first, std::size_t count) {
  const cl_buffer_region region = {whole.numbers.bytes(first), whole.numbers.bytes(count)};
  Array part{whole.numbers, count, whole.buffer};
  part.buffer =
      part.buffer.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
  return part;
}

// The device counts it in bits.
std::size_t Workspace::alignment(std::size_t bytes) const {
  const std::size_t aligned = device().handle.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8;
  return std::lcm(std::max<std::size_t>(aligned, 1), bytes) / bytes;
}

Array Workspace::array(Numbers numbers, std::size_t count) {
  bytes_ += static_cast<double>(numbers.bytes(count));
  return {numbers, count, {queue_.context, CL_MEM_READ_WRITE, numbers.bytes(count)}};
}

Array Workspace::array(Numbers numbers, const std::vector<double>& values) {
  Array filled = array(numbers, values.size());
  write(filled, values);
  return filled;
}

cl::Buffer Workspace::buffer(const void* data, std::size_t size, cl_mem_flags access) {
  bytes_ += static_cast<double>(size);
  cl::Buffer buffer(queue_.context, access, size);
  transfer_asleep(queue_.queue, [&](cl::Event* done) {
    queue_.queue.enqueueWriteBuffer(buffer, CL_FALSE, 0, size, data, nullptr, done);
  });
  return buffer;
}

Workspace::Joined Workspace::joined(const std::vector<Part>& parts) {
  Joined all;
  std::vector<std::byte> bytes;
  const std::size_t step = alignment(1);
  for (const Part& part : parts) {
    all.at.push_back(static_cast<int>(bytes.size()));
    const auto more = read<std::byte>(part.buffer, part.bytes);
    bytes.insert(bytes.end(), more.begin(), more.end());
    bytes.resize((bytes.size() + step - 1) / step * step);
  }
  all.buffer = buffer(bytes);
  return all;
}

void Workspace::write(const Array& to, const std::vector<double>& values) const {
  const auto put = [&](const auto& numbers) {
    transfer_asleep(queue_.queue, [&](cl::Event* done) {
      queue_.queue.enqueueWriteBuffer(to.buffer, CL_FALSE, 0, to.numbers.bytes(numbers.size()),
                                      numbers.data(), nullptr, done);
    });
  };
  to.numbers.are_doubles() ? put(values) : put(rounded(values));
}

void Workspace::write(const Array& to, const std::vector<double>& values, const Box& where) const {
  const auto bytes = [&](std::size_t count) { return to.numbers.bytes(count); };
  const auto put = [&](const auto& numbers) {
    transfer_asleep(queue_.queue, [&](cl::Event* done) {
      queue_.queue.enqueueWriteBufferRect(
          to.buffer, CL_FALSE, {bytes(where.column), where.row, where.layer}, {0, 0, 0},
          {bytes(where.columns), where.rows, where.layers}, bytes(where.pitch),
          bytes(where.pitch * where.rows_of_layer), bytes(where.columns), 0, numbers.data(),
          nullptr, done);
    });
  };
  to.numbers.are_doubles() ? put(values) : put(rounded(values));
}

std::vector<double> Workspace::read(const Array& from, std::size_t count) const {
  if (from.numbers.are_doubles()) return read<double>(from.buffer, count);
  const auto floats = read<float>(from.buffer, count);
  return {floats.begin(), floats.end()};
}

void Workspace::read(const cl::Buffer& from, void* to, std::size_t size) const {
  transfer_asleep(queue_.queue, [&](cl::Event* done) {
    queue_.queue.enqueueReadBuffer(from, CL_FALSE, 0, size, to, nullptr, done);
  });
}

void Workspace::launch(const Kernel& kernel, int nx, int ny) const {
  const int group = kernel.group(), whole = in_whole_groups(nx, group);
  for (int j = 0; j < ny; j += kMostGroupsAlong)
    launch(kernel, cl::NDRange(0, j), cl::NDRange(whole, std::min(ny - j, kMostGroupsAlong)),
           cl::NDRange(group, 1));
}

void Workspace::launch(const Kernel& kernel, const WorkBox& box) const {
  const auto [i, j0, k0] = box.first;
  const auto [nx, ny, nz] = box.count;
  const int group = kernel.group(), whole = in_whole_groups(nx, group);
  for (int k = 0; k < nz; k += kMostGroupsAlong)
    for (int j = 0; j < ny; j += kMostGroupsAlong)
      launch(kernel, cl::NDRange(i, j0 + j, k0 + k),
             cl::NDRange(whole, std::min(ny - j, kMostGroupsAlong),
                         std::min(nz - k, kMostGroupsAlong)),
             cl::NDRange(group, 1, 1));
}

void Workspace::launch_groups(const Kernel& kernel, int groups) const {
  launch(kernel, cl::NullRange, cl::NDRange(static_cast<std::size_t>(groups) * kernel.group()),
         cl::NDRange(kernel.group()));
}

void Workspace::launch(const Kernel& kernel, const cl::NDRange& first, const cl::NDRange& all,
                       const cl::NDRange& group) const {
  cl::Event* event = nullptr;
  if (timed_) event = &launches_.emplace_back(TimedLaunch{kernel.name(), items_of(all), {}}).event;
  queue_.queue.enqueueNDRangeKernel(kernel.handle(), first, all, group, nullptr, event);
}

void Workspace::time_launches(bool on) {
  finish();
  launches_.clear();
  timed_ = on;
  queue_.queue = cl::CommandQueue(queue_.context, queue_.device.handle,
                                  on ? cl::QueueProperties::Profiling : cl::QueueProperties::None);
}

double Workspace::launch_seconds() {
  double seconds = 0;
  for (const KernelTimes& times : kernel_times())
    seconds = std::accumulate(times.seconds.begin(), times.seconds.end(), seconds);
  return seconds;
}

std::vector<KernelTimes> Workspace::kernel_times() {
  finish();
  std::map<std::pair<std::string, std::size_t>, KernelTimes> by_kernel;
  for (const auto& [kernel, items, event] : launches_) {
    const auto nanoseconds = event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                             event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
    KernelTimes& times =
        by_kernel.try_emplace({kernel, items}, KernelTimes{kernel, items}).first->second;
    times.seconds.push_back(1e-9 * static_cast<double>(nanoseconds));
  }
  launches_.clear();
  std::vector<KernelTimes> all;
  for (auto& [key, times] : by_kernel) all.push_back(std::move(times));
  return all;
}

}  // namespace slipflow::opencl
