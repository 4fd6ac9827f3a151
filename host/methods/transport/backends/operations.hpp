// What a step is made of, on the host and on devices, with the same bits in parity mode.
#pragma once

#include <functional>
#include <memory>
#include <string>
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

/// A solution by the first of choices_of() that converges.
struct Solution {
  linear_solvers::Result7 result;  ///< iterations and history of all that were tried
  std::string solver;              ///< in words
  std::string failures;            ///< how those before it ended; empty: it was the first one
};

/// Omega of the preconditioner atm, which steps with the same storage over time keep; 0: none. Of
/// choices_of() only the first one can have it.
struct KeptOmega {
  double mass = 0;  ///< Step::mass of its coefficients
  double omega = 0;
};

class Operations {
 public:
  virtual ~Operations() = default;

  /// phi now, and before the last step; by Box7::at(), 0 in bodies and ghosts.
  virtual void write(methods::Level level, const std::vector<double>& phi) = 0;
  virtual std::vector<double> read(methods::Level level) const = 0;

  /// Advances phi. Throws Error(diverged), and leaves phi, if no linear solver converges.
  virtual Solution advance(const Step& step) = 0;
  /// For checkpoints; and to take it back before the next step.
  virtual KeptOmega kept_omega() const = 0;
  virtual void keep_omega(const KeptOmega& kept) = 0;
  /// The largest change of phi in the last step.
  virtual double largest_change() = 0;

  virtual methods::Machine& machine() = 0;
};

/// The case as both backends need it; all of it must outlive them.
struct Parts {
  const Case& c;
  const BoxArrays& box;
};

/// Bytes of the arrays of a backend.
double bytes_of(const Case& c);

std::unique_ptr<Operations> make_serial_operations(const Parts& parts);
/// Throws Error(no_device), Error(kernel_build_failed) as Backends::on_device().
std::unique_ptr<Operations> make_device_operations(const Parts& parts, const opencl::Queue& queue,
                                                   const methods::Launch& launch);

/// The linear solvers in the order in which they are tried.
std::vector<linear_solvers::Choice7> choices_of(const Case& c);
/// "bicgstab with multigrid"
std::string in_words(const linear_solvers::Choice7& choice);
/// `solve` solves the system of a step by that one of choices_of(), from phi. Throws as advance().
Solution solve_by_first(const Case& c,
                        const std::function<linear_solvers::Result7(std::size_t)>& solve);

/// Throws Error(bad_input) with the place if a diagonal is negative, as central convection makes it
/// next to a boundary with a value that the flow leaves through. For a step with these values.
void check_diagonals(const Parts& parts, const StepValues& values, double mass);

/// The matrix of a step without its arrays.
linear_solvers::Matrix7 matrix_without_arrays(const Parts& parts);

}  // namespace slipflow::transport
