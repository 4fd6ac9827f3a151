// A seven-point system on a device, swept and compared with the serial sweep.
#pragma once

#include <vector>

#include "slipflow/bench/measure.hpp"
#include "slipflow/linear_solvers/sweeps.hpp"

namespace slipflow::bench::studies {

/// Bytes of the device that a system needs, and of its largest array; and of the host.
struct SweepBytes {
  double all = 0, largest = 0, host = 0;
};
SweepBytes bytes_of_sweep(const linear_solvers::Box7& box);

/// A system with a symmetric matrix whose coefficients are not quite the same everywhere.
class SweepSystem {
 public:
  SweepSystem(opencl::Workspace& workspace, const linear_solvers::Box7& box);

  /// Seconds of a serial sweep, whose solution is kept for difference().
  double serial_seconds(int repeats);
  /// The solution on the device is overwritten: a cell that is not solved for shows.
  void forget();
  /// The largest difference of the solution on the device over the largest |y|.
  double difference() const;

  void lower(linear_solvers::Sweeps& sweeps) const;
  /// The arguments of all kernels that sweep upwards, S7_SWEEP_PARAMETERS.
  opencl::Arguments arguments() const;
  const linear_solvers::Box7& box() const { return box_; }

 private:
  opencl::Arguments matrix() const;

  opencl::Workspace& workspace_;
  const linear_solvers::Box7 box_;
  std::vector<double> a_[4], right_, expected_;  // a0, a1, a3, a5
  opencl::Array device_a_[4], device_right_, solution_, numbers_;
  opencl::Buffer progress_;
};

}  // namespace slipflow::bench::studies
