// What a device can do at best: how fast it copies arrays and multiplies and adds doubles.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "slipflow/bench/operations.hpp"
#include "slipflow/opencl/program.hpp"

namespace slipflow::bench {

/// Measures ceilings of one device, each once, when it is asked for.
class Ceilings {
 public:
  explicit Ceilings(const opencl::Device& device) : device_(device) {}

  /// Bytes per second of a kernel that reads and writes as many arrays of `size` doubles; the
  /// median of several repetitions with the best of a few work-group sizes. Throws Error(no_device)
  /// when the arrays do not fit.
  double copy_rate(const Traffic& traffic, std::size_t size);

  /// Double-precision operations per second of a kernel of multiply-adds, two operations each.
  double multiply_add_rate();

 private:
  opencl::Queue& queue();
  double measure_copy(const Traffic& traffic, std::size_t size);
  double measure_multiply_add(int lanes);

  opencl::Device device_;
  std::optional<opencl::Queue> queue_;
  std::map<std::tuple<int, int, std::size_t>, double> copy_rates_;
  std::optional<double> multiply_add_rate_;
};

}  // namespace slipflow::bench
