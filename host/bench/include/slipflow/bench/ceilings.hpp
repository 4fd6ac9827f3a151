// The ceilings of a device: its rates of copies and of multiply-adds in one precision.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "slipflow/bench/traffic.hpp"
#include "slipflow/opencl/workspace.hpp"
#include "slipflow/setup/precision.hpp"

namespace slipflow::bench {

/// Measures ceilings of one device in one precision, each once, at its first use.
class Ceilings {
 public:
  Ceilings(const opencl::Device& device, setup::Precision precision)
      : device_(device), precision_(precision) {}

  /// Bytes per second of a kernel that reads and writes as many arrays of `size` values; the
  /// median of several repetitions with the best of a few work-group sizes. Throws Error(no_device)
  /// when the arrays do not fit.
  double copy_rate(const Traffic& traffic, std::size_t size);

  /// Operations per second of a kernel of multiply-adds, two operations each.
  double multiply_add_rate();

 private:
  const opencl::Queue& queue();
  double measure_copy(const Traffic& traffic, std::size_t size);
  double measure_multiply_add(int lanes);
  std::string build_options() const;
  std::string doing() const;
  opencl::Numbers reals() const;

  opencl::Device device_;
  setup::Precision precision_;
  std::optional<opencl::Queue> queue_;
  std::map<std::tuple<int, int, std::size_t>, double> copy_rates_;
  std::optional<double> multiply_add_rate_;
};

}  // namespace slipflow::bench
