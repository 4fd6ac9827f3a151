// bench_launch_cost [--device NAME]: what the launch of a kernel costs the host, by the number of
// buffers among its arguments. Batches of launches of an empty kernel, as many as a time step on a
// small mesh has, with a new value for one argument before each; prints median and least time of a
// launch over the batches.
#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <chrono>
#include <iostream>

#include "slipflow/opencl/program.hpp"

namespace {
namespace po = boost::program_options;
using namespace slipflow;

constexpr int kBatches = 400, kLaunches = 9, kGroups = 104, kGroup = 64;

std::string empty_kernel(int buffers) {
  std::string parameters = "const int k", uses;
  for (int b = 0; b < buffers; ++b) {
    parameters += fmt::format(", __global int* b{}", b);
    uses += fmt::format(" b{}[0] = k;", b);
  }
  return fmt::format("__kernel void empty({}) {{ if (k < 0) {{{} }} }}", parameters, uses);
}

/// Microseconds of a launch in each batch, in ascending order.
std::vector<double> launch_times(const opencl::Queue& queue, int buffers) {
  const cl::Program program(queue.context, empty_kernel(buffers), false);
  program.build(queue.device.handle);
  cl::Kernel kernel(program, "empty");
  std::vector<cl::Buffer> memory;
  for (int b = 0; b < buffers; ++b) {
    memory.emplace_back(queue.context, CL_MEM_READ_WRITE, 1 << 20);
    kernel.setArg(static_cast<cl_uint>(b + 1), memory.back());
  }
  std::vector<double> times;
  for (int batch = 0; batch < kBatches; ++batch) {
    queue.queue.finish();
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < kLaunches; ++k) {
      kernel.setArg(0, cl_int{k});
      queue.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(kGroups * kGroup),
                                       cl::NDRange(kGroup));
    }
    const std::chrono::duration<double, std::micro> all = std::chrono::steady_clock::now() - begin;
    times.push_back(all.count() / kLaunches);
  }
  std::ranges::sort(times);
  return times;
}
}  // namespace

int main(int argc, char** argv) try {
  po::options_description options("Options");
  auto add = options.add_options();
  add("device", po::value<std::string>()->default_value("auto"), "as of slipflow run");
  add("help", "show this");
  po::variables_map values;
  po::store(po::parse_command_line(argc, argv, options), values);
  if (values.count("help")) {
    std::cout << "bench_launch_cost [options]: time of the host for a launch, by its buffers\n"
              << options;
    return 0;
  }
  const opencl::Queue queue(opencl::choose_device(values["device"].as<std::string>()));
  fmt::print("{}\n{:>8} {:>12} {:>12}\n", queue.device.name, "buffers", "median us", "least us");
  for (const int buffers : {1, 2, 4, 8, 12, 16, 24}) {
    const auto times = launch_times(queue, buffers);
    fmt::print("{:>8} {:>12.2f} {:>12.2f}\n", buffers, times[times.size() / 2], times.front());
  }
  return 0;
} catch (const std::exception& error) {
  std::cerr << "bench_launch_cost: " << error.what() << '\n';
  return 2;
}
