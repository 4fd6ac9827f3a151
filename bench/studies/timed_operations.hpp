// The operations of incompressible flow, each waited for and timed.
#pragma once

#include <array>
#include <functional>
#include <type_traits>
#include <utility>

#include "backends/operations.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::bench::studies {

/// Parts of an iteration: of momentum the coefficients and the solution, of the pressure the
/// coefficients of all levels and the solution; the rest are fluxes, gradients and corrections.
enum class FlowPart { assembly, momentum, coefficients, pressure, rest };
constexpr std::array<const char*, 5> kPartNames = {"assembly", "momentum", "coefficients",
                                                   "pressure", "rest"};

/// Seconds of each part, and whether they are measured.
struct PartClock {
  bool is_running = false;
  std::array<double, kPartNames.size()> seconds{};
};

class TimedOperations : public piso::StepOperations {
 public:
  /// `finish` waits for the device. All of them have to outlive it.
  TimedOperations(piso::StepOperations& of, std::function<void()> finish, PartClock& clock)
      : of_(of), finish_(std::move(finish)), clock_(clock) {}

  void keep_old(double w) override {
    timed(FlowPart::assembly, [&] { of_.keep_old(w); });
  }
  void assemble(const SfMomentumTerms& terms, piso::ExplicitFrom from) override {
    timed(FlowPart::assembly, [&] { of_.assemble(terms, from); });
  }
  double momentum_residual() override {
    return timed(FlowPart::momentum, [&] { return of_.momentum_residual(); });
  }
  linear_solvers::Result7 solve_momentum(double relative_tolerance, int most) override {
    return timed(FlowPart::momentum, [&] { return of_.solve_momentum(relative_tolerance, most); });
  }
  void find_fluxes(double c0, bool consistent) override {
    timed(FlowPart::rest, [&] { of_.find_fluxes(c0, consistent); });
  }
  void set_pressure_coefficients() override {
    timed(FlowPart::coefficients, [&] { of_.set_pressure_coefficients(); });
  }
  double pressure_residual() override {
    return timed(FlowPart::pressure, [&] { return of_.pressure_residual(); });
  }
  linear_solvers::Result7 solve_pressure(double relative_tolerance, int most) override {
    return timed(FlowPart::pressure, [&] { return of_.solve_pressure(relative_tolerance, most); });
  }
  void find_pressure_gradient() override {
    timed(FlowPart::rest, [&] { of_.find_pressure_gradient(); });
  }
  void correct(double alpha) override {
    timed(FlowPart::rest, [&] { of_.correct(alpha); });
  }
  piso::FlowChecks check() override {
    return timed(FlowPart::rest, [&] { return of_.check(); });
  }

 private:
  // Adds what an action takes to a part when it ends.
  class Timing {
   public:
    Timing(const TimedOperations& operations, FlowPart part)
        : operations_(operations), part_(part) {}
    void end() const {
      if (!operations_.clock_.is_running) return;
      operations_.finish_();
      operations_.clock_.seconds[static_cast<std::size_t>(part_)] += stopwatch_.seconds();
    }

   private:
    const TimedOperations& operations_;
    const FlowPart part_;
    const Stopwatch stopwatch_;
  };

  template <class Action>
  std::invoke_result_t<const Action&> timed(FlowPart part, const Action& action) const {
    const Timing timing(*this, part);
    if constexpr (std::is_void_v<std::invoke_result_t<const Action&>>) {
      action();
      timing.end();
    } else {
      auto result = action();
      timing.end();
      return result;
    }
  }

  piso::StepOperations& of_;
  const std::function<void()> finish_;
  PartClock& clock_;
};

}  // namespace slipflow::bench::studies
