// What the rest of the program sees of a method's case that is being computed.
#pragma once

#include <string>
#include <vector>

#include "slipflow/support/error.hpp"

namespace slipflow::methods {

/// Largest changes of the fields in one iteration, by field in the order of the method's
/// Simulation::change_names(). A NaN anywhere in a field stays a NaN.
struct Changes {
  std::vector<double> values;
  double largest() const;  ///< NaN when any of them is
};

/// No factor of the changes has been observed yet; macros/inner_outcome.h.
constexpr double kUnknownFactor = 1;

/// How the iterations of a time step ended.
struct StepResult {
  int inner = 0;  ///< iterations done
  Changes first;  ///< changes of the first iteration
  Changes last;   ///< and of the last
  /// Of the largest changes per iteration or cycle; for the next step.
  double factor = kUnknownFactor;
  bool converged = false;  ///< the estimated error is below the tolerance
  bool diverged = false;   ///< not finite, or larger at the end than at the start
};

/// The end of a time step.
struct StepEnd {
  long step = 0;    ///< steps so far, this one included
  double time = 0;  ///< at its end
  double dt = 0;
};

/// A case with its state on the host or a device: what the time loop does with it.
class Simulation {
 public:
  virtual ~Simulation() = default;
  /// Names of the fields whose changes are observed: "p", "T".
  virtual std::vector<std::string> change_names() const = 0;
  /// Length of the next time step by the rule of the case; the time loop may take a shorter one.
  virtual double time_step() = 0;
  /// Advances by dt to the time `end`. `factor`: StepResult::factor of the step before.
  virtual StepResult advance(double dt, double end, double factor) = 0;
  /// Whether a step has to reach a tolerance, or ends after a fixed number of iterations.
  virtual bool asks_for_convergence() const = 0;
  /// Largest change of a field over the last time step.
  virtual double change_over_step() = 0;
  /// The time from which on no boundary condition changes.
  virtual double varies_until() const { return 0; }

  /// What to warn of before the first step, and of the state after `step` steps. Nothing is warned
  /// of twice.
  virtual std::vector<std::string> warnings_at_start(long /*step*/) { return {}; }
  virtual std::vector<std::string> warnings_after(long /*step*/) { return {}; }
  /// Why a step did not converge, for the first one of a run, or where there is more to say; else
  /// empty.
  virtual std::string warning_of_unconverged(long /*step*/, const StepResult&, bool /*first*/) {
    return "";
  }
  /// The error of a step that diverged: field, cell and step, and what to do.
  virtual Error divergence(const StepEnd& at, const StepResult& result) = 0;
};

}  // namespace slipflow::methods
