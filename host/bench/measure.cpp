#include "slipflow/bench/measure.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "slipflow/support/stopwatch.hpp"

namespace slipflow::bench {

std::unique_ptr<methods::Problem> make_problem(const methods::Method& method,
                                               setup::Precision precision,
                                               const methods::BenchMesh& mesh,
                                               const std::string& scheme) {
  const auto text = method.benchmark->case_text(mesh, scheme, precision);
  const auto tables = config::make_key_tables({{method.name, method.keys, method.make_units}});
  return method.make(config::parse_case(text, "bench", {}, tables), methods::Start::read);
}

namespace {
constexpr double kSecondsPerRepeat = 0.05;
constexpr int kFewestPasses = 3, kMostPasses = 2000;
constexpr double kSecondsOfSteps = 0.5;
constexpr int kMostSteps = 200;

class Timing {
 public:
  Timing(methods::Simulation& simulation, double dt, const methods::Arrays& start,
         const MeasureOptions& options, const Stage& stage)
      : simulation_(simulation), dt_(dt), start_(start), options_(options), stage_(stage) {}

  Measured run() {
    simulation_.state().upload(start_);
    const double first = seconds_of([&] {
      simulation_.stepper().begin_step(dt_);
      pass();
      simulation_.machine().finish();
    });
    measured_.iteration = time_passes(
        "inner iterations", [&] { pass(); }, true);
    measured_.first_pass = std::max(0.0, first - measured_.iteration.wall);
    measured_.finite = measured_.finite &&
                       methods::is_finite(simulation_.state().download(methods::Level::current));
    if (options_.begin)
      measured_.begin = time_passes(
          "convection", [&] { simulation_.stepper().begin_step(dt_); }, false);
    time_steps();
    return measured_;
  }

 private:
  void refill() {
    simulation_.state().upload(start_);
    simulation_.stepper().begin_step(dt_);
    simulation_.machine().finish();
  }

  void pass() { simulation_.stepper().iterate(); }

  template <class Pass>
  double seconds_per_pass(const Pass& one_pass, int passes) {
    return seconds_of([&] {
             for (int n = 0; n < passes; ++n) {
               one_pass();
               if (seconds_per_pass_ > kMostQueuedSeconds) simulation_.machine().finish();
             }
             simulation_.machine().finish();
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
      // Separately, because timing each kernel slows some drivers.
      refill();
      simulation_.machine().time_kernels(true);
      seconds_per_pass(one_pass, time.passes);
      kernels.push_back(simulation_.machine().kernel_seconds() / time.passes);
      simulation_.machine().time_kernels(false);
      refill();
      wall.push_back(seconds_per_pass(one_pass, time.passes));
      if (changes_state)
        measured_.finite =
            measured_.finite && std::isfinite(simulation_.stepper().largest_change());
    }
    time.wall = median(wall);
    time.kernels = median(kernels);
    return time;
  }

  // As in a run: the changes are read after each inner iteration.
  void time_steps() {
    refill();
    int steps = 0;
    long inner = 0;
    double seconds = 0, time = 0, factor = methods::kUnknownFactor;
    while (seconds < kSecondsOfSteps && steps < kMostSteps) {
      stage_("time steps");
      seconds += seconds_of([&] {
        time += dt_;
        const auto result = simulation_.stepper().advance(dt_, time, factor);
        inner += result.inner;
        factor = result.factor;
        measured_.finite = measured_.finite && !result.diverged;
        simulation_.machine().finish();
      });
      ++steps;
    }
    measured_.steps_per_second = steps / seconds;
    measured_.inner_per_step = static_cast<double>(inner) / steps;
  }

  methods::Simulation& simulation_;
  const double dt_;
  const methods::Arrays& start_;
  const MeasureOptions options_;
  const Stage& stage_;
  double seconds_per_pass_ = 0;
  Measured measured_;
};
}  // namespace

Measured measure(methods::Simulation& simulation, double dt, const methods::Arrays& start,
                 const MeasureOptions& options, const Stage& stage) {
  return Timing(simulation, dt, start, options, stage).run();
}

namespace {
constexpr int kIterationsPerStep = 3;
constexpr double kSerialSeconds = 1;
constexpr int kMostSerialSteps = 100;
}  // namespace

SerialReference measure_serial(methods::Simulation& serial, double dt, bool keep_state,
                               const Stage& stage) {
  SerialReference result;
  std::vector<double> iteration, begin;
  double spent = 0;
  for (int step = 0; step <= kMostSerialSteps && (step < 2 || spent < kSerialSeconds); ++step) {
    const double beginning = seconds_of([&] { serial.stepper().begin_step(dt); });
    double iterations = 0;
    for (int k = 0; k < kIterationsPerStep; ++k) {
      stage("serial reference");
      iterations += seconds_of([&] { serial.stepper().iterate(); });
    }
    result.iterations += kIterationsPerStep;
    if (step == 0) continue;  // its memory is allocated in this step
    iteration.push_back(iterations / kIterationsPerStep);
    begin.push_back(beginning);
    spent += iterations + beginning;
  }
  const int steps = static_cast<int>(iteration.size());
  result.iteration = {median(iteration), kUnknown, steps * kIterationsPerStep};
  result.begin = {median(begin), kUnknown, steps};
  if (keep_state) result.state = serial.state().download(methods::Level::current);
  return result;
}

methods::Arrays advance_like_serial(methods::Simulation& simulation, double dt,
                                    const methods::Arrays& start, int iterations,
                                    const Stage& stage) {
  simulation.state().upload(start);
  for (int k = 0; k < iterations; ++k) {
    stage("check");
    if (k % kIterationsPerStep == 0) simulation.stepper().begin_step(dt);
    simulation.stepper().iterate();
    simulation.machine().finish();  // no more than one iteration queued: it may be a slow device
  }
  return simulation.state().download(methods::Level::current);
}

}  // namespace slipflow::bench
