// What a step is made of, on the host and on devices, with the same bits in parity mode.
#pragma once

#include <memory>
#include <vector>

#include "slipflow/methods/simulation.hpp"
#include "slipflow/opencl/program.hpp"
#include "state/box.hpp"

namespace slipflow::transport {

/// A step of the system.
struct Step {
  double mass = 0;         ///< storage over the time of the system
  bool is_middle = false;  ///< the system is that of the middle of the step
  StepValues values;
};

class Operations {
 public:
  virtual ~Operations() = default;

  /// phi now, and before the last step; by Box7::at(), 0 in bodies and ghosts.
  virtual void write(methods::Level level, const std::vector<double>& phi) = 0;
  virtual std::vector<double> read(methods::Level level) const = 0;

  /// Advances phi. Throws Error(diverged) if the linear solver cannot continue.
  virtual linear_solvers::Result7 advance(const Step& step) = 0;
  /// The largest change of phi in the last step.
  virtual double largest_change() = 0;

  virtual methods::BackendInfo info() const = 0;
  virtual void finish() {}
  virtual void time_kernels(bool) {}
  virtual double kernel_seconds() { return 0; }
};

/// The case as both backends need it; all of it must outlive them.
struct Parts {
  const Case& c;
  const BoxArrays& box;
};

/// Bytes of the arrays of a backend.
double bytes_of(const Case& c);

std::unique_ptr<Operations> make_serial_operations(const Parts& parts);
/// Throws Error(no_device), Error(kernel_build_failed) as Problem::on_device().
std::unique_ptr<Operations> make_device_operations(const Parts& parts, const opencl::Queue& queue,
                                                   const methods::Launch& launch);

/// The matrix of a step without its arrays.
linear_solvers::Matrix7 matrix_without_arrays(const Parts& parts);

}  // namespace slipflow::transport
