#include "slipflow/bench/ceilings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/program.hpp"

namespace slipflow::bench {

namespace {
// Lengths of arrays are rounded up to it, so that every work-group size divides them.
constexpr std::size_t kBlock = 1024;
constexpr int kOperationsPerLaneAndRound = 2 * 128;

std::vector<int> work_group_sizes(const opencl::Kernel& kernel, const opencl::Device& device) {
  const int most = kernel.largest_group(device);
  std::vector<int> sizes;
  for (const int size : {64, 256, 1024})
    if (size <= most) sizes.push_back(size);
  if (sizes.empty()) sizes.push_back(1);
  return sizes;
}

// The arrays of a kernel copy_R_to_W, by the names of its parameters.
opencl::Arguments copied(const Traffic& traffic, const std::vector<opencl::Array>& arrays) {
  constexpr std::array kRead = {"a", "b", "c", "d", "e", "f", "g",
                                "h", "p", "q", "r", "s", "t", "o"};
  constexpr std::array kWritten = {"v", "w", "x", "y", "z"};
  const auto reads = static_cast<std::size_t>(traffic.reads);
  opencl::Arguments all{};
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const char* name = k < reads ? kRead[k] : kWritten[kWritten.size() + k - arrays.size()];
    all = all.with({{name, arrays[k]}});
  }
  return all;
}
}  // namespace

double Ceilings::copy_rate(const Traffic& traffic, std::size_t size) {
  const auto key = std::tuple(traffic.reads, traffic.writes, size);
  if (const auto known = copy_rates_.find(key); known != copy_rates_.end()) return known->second;
  return copy_rates_[key] = opencl::guarded(doing(), [&] { return measure_copy(traffic, size); });
}

double Ceilings::multiply_add_rate() {
  if (!multiply_add_rate_)
    multiply_add_rate_ = opencl::guarded(doing(), [&] {
      // The best vector width of the device is unknown.
      return std::max({measure_multiply_add(2), measure_multiply_add(4), measure_multiply_add(8)});
    });
  return *multiply_add_rate_;
}

const opencl::Queue& Ceilings::queue() {
  if (!queue_) queue_.emplace(device_);
  return *queue_;
}

std::string Ceilings::build_options() const {
  return "-cl-std=CL1.2" + opencl::precision_options(precision_, device_.exact_single);
}

std::string Ceilings::doing() const { return "measuring the ceilings of '" + device_.name + "'"; }

opencl::Numbers Ceilings::reals() const {
  return opencl::Numbers(setup::bytes_computed(precision_));
}

double Ceilings::measure_copy(const Traffic& traffic, std::size_t size) {
  opencl::Workspace workspace(queue());
  const auto program =
      opencl::build_programs(queue(), {"bench/copy_arrays.cl"}, build_options())[0];
  const std::size_t length = (size + kBlock - 1) / kBlock * kBlock;
  const int items = static_cast<int>(length);
  opencl::Kernel copy(program, fmt::format("copy_{}_to_{}", traffic.reads, traffic.writes), 1);
  const std::vector<int> groups = work_group_sizes(copy, device_);
  opencl::Kernel fill(program, "fill_array", groups.front());
  std::vector<opencl::Array> arrays;  // an argument does not keep its array alive
  for (int k = 0; k < traffic.reads + traffic.writes; ++k) {
    arrays.push_back(workspace.array(opencl::Numbers(traffic.bytes_per_value), length));
    fill.set({{"out", arrays.back()}, {"value", reals().number(1.0 + 0.1 * k)}});
    workspace.launch(fill, items);
  }
  copy.set(copied(traffic, arrays));
  double best = 0;
  for (const int group : groups) {
    copy.set_group(group);
    const double seconds = seconds_per_call(workspace, {}, [&] { workspace.launch(copy, items); });
    best = std::max(best, static_cast<double>(length) * traffic.bytes() / seconds);
  }
  return best;
}

double Ceilings::measure_multiply_add(int lanes) {
  opencl::Workspace workspace(queue());
  const auto program =
      opencl::build_programs(queue(), {"bench/multiply_add.cl"},
                             fmt::format("{} -DSF_LANES={}", build_options(), lanes))[0];
  const int items =
      std::max(device_.compute_units, 1) * static_cast<int>(kBlock) * (device_.cpu ? 1 : 16);
  const opencl::Array out = workspace.array(reals(), static_cast<std::size_t>(items));
  opencl::Kernel kernel(program, "multiply_add", 1);
  kernel.set_group(work_group_sizes(kernel, device_).front());
  const auto seconds_for = [&](int rounds) {
    kernel.set({{"rounds", rounds},
                {"factor", reals().number(0.999)},
                {"term", reals().number(0.001)},
                {"out", out}});
    return seconds_per_call(workspace, {}, [&] { workspace.launch(kernel, items); });
  };
  // Enough rounds to make the cost of starting the work-groups negligible.
  int rounds = 8;
  double seconds = seconds_for(rounds);
  while (seconds < 1e-3 && rounds < (1 << 16)) seconds = seconds_for(rounds *= 4);
  return static_cast<double>(items) * rounds * lanes * kOperationsPerLaneAndRound / seconds;
}

}  // namespace slipflow::bench
