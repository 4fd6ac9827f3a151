#include "slipflow/bench/ceilings.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "slipflow/bench/stopwatch.hpp"
#include "slipflow/opencl/errors.hpp"
#include "slipflow/simple_ts/opencl_backend.hpp"

namespace slipflow::bench {

namespace {
constexpr int kRepeats = 5;
constexpr double kSecondsPerRepeat = 0.02;
constexpr int kMostLaunches = 1000;
// Lengths of arrays are rounded up to it, so that every work-group size divides them.
constexpr std::size_t kBlock = 1024;
constexpr int kOperationsPerLaneAndRound = 2 * 128;

// Seconds per launch: the median of some repetitions after a warm-up.
template <class Launch>
double seconds_per_launch(cl::CommandQueue& queue, const Launch& launch) {
  const auto seconds_for = [&](int launches) {
    return seconds_of([&] {
      for (int n = 0; n < launches; ++n) launch();
      queue.finish();
    });
  };
  seconds_for(1);  // the driver may still have work to do on the kernel
  const double once = seconds_for(2) / 2;
  const int launches =
      static_cast<int>(std::clamp(std::ceil(kSecondsPerRepeat / once), 1.0, double{kMostLaunches}));
  std::vector<double> seconds;
  for (int r = 0; r < kRepeats; ++r) seconds.push_back(seconds_for(launches) / launches);
  return median(seconds);
}

std::vector<std::size_t> work_group_sizes(const cl::Kernel& kernel, const opencl::Device& device) {
  const std::size_t most = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device.handle);
  std::vector<std::size_t> sizes;
  for (const std::size_t size : {64, 256, 1024})
    if (size <= most) sizes.push_back(size);
  if (sizes.empty()) sizes.push_back(1);
  return sizes;
}

template <class Action>
auto guarded(const opencl::Device& device, Action action) {
  try {
    return action();
  } catch (const cl::Error& failure) {
    throw opencl::to_error(failure, "measuring the ceilings of '" + device.name + "'");
  }
}
}  // namespace

double Ceilings::copy_rate(const Traffic& traffic, std::size_t size) {
  const auto key = std::tuple(traffic.reads, traffic.writes, size);
  if (const auto known = copy_rates_.find(key); known != copy_rates_.end()) return known->second;
  return copy_rates_[key] = guarded(device_, [&] { return measure_copy(traffic, size); });
}

double Ceilings::multiply_add_rate() {
  if (!multiply_add_rate_)
    multiply_add_rate_ = guarded(device_, [&] {
      // Which vectors suit the device is not known before.
      return std::max({measure_multiply_add(2), measure_multiply_add(4), measure_multiply_add(8)});
    });
  return *multiply_add_rate_;
}

opencl::Queue& Ceilings::queue() {
  if (!queue_) queue_.emplace(device_);
  return *queue_;
}

std::string Ceilings::build_options() const {
  return "-cl-std=CL1.2" + simple_ts::precision_options(precision_, device_.exact_single);
}

void Ceilings::set_real(cl::Kernel& kernel, cl_uint index, double value) const {
  if (setup::needs_double(precision_))
    kernel.setArg(index, value);
  else
    kernel.setArg(index, static_cast<float>(value));
}

double Ceilings::measure_copy(const Traffic& traffic, std::size_t size) {
  opencl::Queue& q = queue();
  const auto program = opencl::build_programs(q, {"bench/copy_arrays.cl"}, build_options())[0];
  const std::size_t length = (size + kBlock - 1) / kBlock * kBlock;
  cl::Kernel fill(program, "fill_array");
  cl::Kernel copy(program, fmt::format("copy_{}_to_{}", traffic.reads, traffic.writes).c_str());
  std::vector<cl::Buffer> arrays;  // an argument does not keep its buffer alive
  for (int k = 0; k < traffic.reads + traffic.writes; ++k) {
    arrays.emplace_back(q.context, CL_MEM_READ_WRITE,
                        length * static_cast<std::size_t>(traffic.bytes_per_value));
    fill.setArg(0, arrays.back());
    set_real(fill, 1, 1.0 + 0.1 * k);
    q.queue.enqueueNDRangeKernel(fill, cl::NullRange, cl::NDRange(length));
    copy.setArg(static_cast<cl_uint>(k), arrays.back());
  }
  double best = 0;
  for (const std::size_t group : work_group_sizes(copy, device_)) {
    const double seconds = seconds_per_launch(q.queue, [&] {
      q.queue.enqueueNDRangeKernel(copy, cl::NullRange, cl::NDRange(length), cl::NDRange(group));
    });
    best = std::max(best, static_cast<double>(length) * traffic.bytes() / seconds);
  }
  return best;
}

double Ceilings::measure_multiply_add(int lanes) {
  opencl::Queue& q = queue();
  const auto program = opencl::build_programs(
      q, {"bench/multiply_add.cl"}, fmt::format("{} -DSF_LANES={}", build_options(), lanes))[0];
  const std::size_t items = static_cast<std::size_t>(std::max(device_.compute_units, 1)) * kBlock *
                            (device_.cpu ? 1 : 16);
  const cl::Buffer out(q.context, CL_MEM_READ_WRITE, items * sizeof(double));
  cl::Kernel kernel(program, "multiply_add");
  const std::size_t group = work_group_sizes(kernel, device_).front();
  set_real(kernel, 1, 0.999);
  set_real(kernel, 2, 0.001);
  kernel.setArg(3, out);
  const auto seconds_for = [&](int rounds) {
    kernel.setArg(0, cl_int{rounds});
    return seconds_per_launch(q.queue, [&] {
      q.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items), cl::NDRange(group));
    });
  };
  // So many rounds that starting the work-groups costs nothing beside them.
  int rounds = 8;
  double seconds = seconds_for(rounds);
  while (seconds < 1e-3 && rounds < (1 << 16)) seconds = seconds_for(rounds *= 4);
  return static_cast<double>(items) * rounds * lanes * kOperationsPerLaneAndRound / seconds;
}

}  // namespace slipflow::bench
