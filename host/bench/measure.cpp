#include "slipflow/bench/measure.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "slipflow/bench/stopwatch.hpp"
#include "slipflow/simple_ts/time_step.hpp"

namespace slipflow::bench {

namespace {
using simple_ts::Backend;
using simple_ts::Case;
using simple_ts::State;

constexpr double kSecondsPerRepeat = 0.05;
constexpr int kFewestPasses = 3, kMostPasses = 2000;
// Devices raise their clock frequency only after some work.
constexpr double kWarmUpSeconds = 0.3;
// Drivers give up, or freeze the screen, when more than this is queued.
constexpr double kMostQueuedSeconds = 0.25;
constexpr double kSecondsOfSteps = 0.5;
constexpr int kMostSteps = 200;

class Timing {
 public:
  Timing(Backend& backend, const Case& c, const State& start, const MeasureOptions& options,
         const Stage& stage)
      : backend_(backend), case_(c), start_(start), options_(options), stage_(stage) {}

  Measured run() {
    backend_.upload(start_);
    const double first = seconds_of([&] {
      backend_.begin_time_step(dt());
      pass();
      backend_.finish();
    });
    measured_.inner = time_passes(
        "inner iterations", [&] { pass(); }, true);
    measured_.first_pass = std::max(0.0, first - measured_.inner.wall);
    measured_.finite = measured_.finite && simple_ts::is_finite(backend_.download());
    if (options_.convection)
      measured_.convection = time_passes(
          "convection", [&] { backend_.begin_time_step(dt()); }, false);
    time_steps();
    return measured_;
  }

 private:
  double dt() const { return *case_.time.step; }

  void refill() {
    backend_.upload(start_);
    backend_.begin_time_step(dt());
    backend_.finish();
  }

  void pass() { backend_.advance_inner_iteration(); }

  template <class Pass>
  double seconds_per_pass(const Pass& one_pass, int passes) {
    return seconds_of([&] {
             for (int n = 0; n < passes; ++n) {
               one_pass();
               if (seconds_per_pass_ > kMostQueuedSeconds) backend_.finish();
             }
             backend_.finish();
           }) /
           passes;
  }

  template <class Pass>
  int warm_up(const Pass& one_pass) {
    seconds_per_pass_ = seconds_per_pass(one_pass, 1);
    double spent = seconds_per_pass_;
    int passes = 1;
    do {
      passes = std::min(2 * passes, kMostPasses);
      seconds_per_pass_ = seconds_per_pass(one_pass, passes);
      spent += seconds_per_pass_ * passes;
    } while (spent < kWarmUpSeconds);
    const double wanted = std::ceil(kSecondsPerRepeat / seconds_per_pass_);
    return static_cast<int>(std::clamp(wanted, double{kFewestPasses}, double{kMostPasses}));
  }

  template <class Pass>
  PassTime time_passes(const char* name, const Pass& one_pass, bool changes_state) {
    stage_(fmt::format("{}, warm-up", name));
    PassTime time;
    time.passes = warm_up(one_pass);
    std::vector<double> wall, kernels;
    for (int r = 1; r <= options_.repeats; ++r) {
      stage_(fmt::format("{} {}/{}", name, r, options_.repeats));
      // Apart, because taking the time of each kernel slows some drivers.
      refill();
      backend_.time_kernels(true);
      seconds_per_pass(one_pass, time.passes);
      kernels.push_back(backend_.kernel_seconds() / time.passes);
      backend_.time_kernels(false);
      refill();
      wall.push_back(seconds_per_pass(one_pass, time.passes));
      if (changes_state)
        measured_.finite = measured_.finite && std::isfinite(backend_.residuals().largest());
    }
    time.wall = median(wall);
    time.kernels = median(kernels);
    return time;
  }

  // As a run does them: with a look at the changes after each inner iteration.
  void time_steps() {
    refill();
    int steps = 0;
    long inner = 0;
    double seconds = 0, factor = simple_ts::kUnknownFactor;
    while (seconds < kSecondsOfSteps && steps < kMostSteps) {
      stage_("time steps");
      seconds += seconds_of([&] {
        const auto result = simple_ts::advance_time_step(backend_, dt(), case_.inner, factor);
        inner += result.inner;
        factor = result.factor;
        measured_.finite = measured_.finite && !result.diverged;
        backend_.finish();
      });
      ++steps;
    }
    measured_.steps_per_second = steps / seconds;
    measured_.inner_per_step = static_cast<double>(inner) / steps;
  }

  Backend& backend_;
  const Case& case_;
  const State& start_;
  const MeasureOptions options_;
  const Stage& stage_;
  double seconds_per_pass_ = 0;
  Measured measured_;
};
}  // namespace

Measured measure(Backend& backend, const Case& c, const State& start, const MeasureOptions& options,
                 const Stage& stage) {
  return Timing(backend, c, start, options, stage).run();
}

}  // namespace slipflow::bench
