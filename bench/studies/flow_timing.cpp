#include "flow_timing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "slipflow/support/stopwatch.hpp"

namespace slipflow::bench::studies {

namespace {
// Iterations from the initial state that are not timed; those that are, by their time.
constexpr int kFirstIterations = 5;
constexpr double kFewestTimed = 3, kMostTimed = 20, kSecondsTimed = 0.5;
// Devices raise their clock frequency only after some work.
constexpr double kWarmUpOfFlows = 0.5;
constexpr double kSecondsToGoal = 2;  // of repetitions
constexpr long kMostToGoal = 100'000;
constexpr long kIterationsBetweenStages = 20;  // so that telling them takes no time
}  // namespace

void FlowTiming::run(const Stage& stage, TimedResult& result) {
  stage("warm-up");
  warm_up();
  stage("iterations");
  std::vector<double> seconds;
  for (int r = 0; r < repeats_; ++r) seconds.push_back(seconds_of_iterations());
  result.seconds = median(seconds) / count_;
  result.velocity_iterations = static_cast<double>(velocity_iterations_) / count_;
  result.pressure_iterations = static_cast<double>(pressure_iterations_) / count_;
  stage("parts");
  time_parts(result);
  if (workspace_) result.bytes = workspace_->bytes();
  if (result.of.tolerance > 0) iterate_to_goal(stage, result);
}

std::vector<opencl::KernelTimes> FlowTiming::kernels() {
  begin();
  workspace_->time_launches(true);
  for (int n = 0; n < count_; ++n) flow_.advance();
  auto kernels = workspace_->kernel_times();
  workspace_->time_launches(false);
  return kernels;
}

void FlowTiming::begin() {
  flow_.start();
  for (int n = 0; n < kFirstIterations; ++n) flow_.advance();
  finish();
}

void FlowTiming::warm_up() {
  flow_.start();
  const Stopwatch all;
  double seconds = 0;
  for (int n = 0; n < kFirstIterations || all.seconds() < kWarmUpOfFlows; ++n)
    seconds = seconds_of([&] {
      flow_.advance();
      finish();
    });
  count_ = static_cast<int>(std::clamp(kSecondsTimed / seconds, kFewestTimed, kMostTimed));
}

// After the first ones.
double FlowTiming::seconds_of_iterations() {
  begin();
  velocity_iterations_ = pressure_iterations_ = 0;
  return seconds_of([&] {
    for (int n = 0; n < count_; ++n) {
      const FlowIteration went = flow_.advance();
      velocity_iterations_ += went.velocity_iterations;
      pressure_iterations_ += went.pressure_iterations;
    }
    finish();
  });
}

void FlowTiming::time_parts(TimedResult& result) {
  std::vector<std::vector<double>> seconds;  // by part
  for (int r = 0; r < repeats_; ++r) {
    begin();
    flow_.time_parts(true);
    for (int n = 0; n < count_; ++n) flow_.advance();
    result.parts = flow_.parts();
    flow_.time_parts(false);
    seconds.resize(result.parts.size());
    for (std::size_t k = 0; k < seconds.size(); ++k)
      seconds[k].push_back(result.parts[k].seconds / count_);
  }
  for (std::size_t k = 0; k < seconds.size(); ++k) result.parts[k].seconds = median(seconds[k]);
}

// Several times if that does not take long.
void FlowTiming::iterate_to_goal(const Stage& stage, TimedResult& result) {
  const double tolerance = result.of.tolerance;
  std::vector<double> seconds;
  double spent = 0;
  do {
    FlowWork work;
    if (!(iterate_once(stage, tolerance, work).residual < tolerance)) {
      result.note = fmt::format("the residual stays above {:.0e}", tolerance);
      return;
    }
    result.to_goal = work;
    seconds.push_back(work.seconds);
    spent += work.seconds;
  } while (std::ssize(seconds) < repeats_ && spent < kSecondsToGoal);
  result.to_goal->seconds = median(seconds);
}

// From the initial state; returns how the last iteration went.
FlowIteration FlowTiming::iterate_once(const Stage& stage, double tolerance, FlowWork& work) {
  FlowIteration went;
  flow_.start();
  finish();
  const Stopwatch stopwatch;
  do {
    went = flow_.advance();
    work.steps += 1;
    work.pressure_iterations += went.pressure_iterations;
    if (work.steps % kIterationsBetweenStages == 0)
      stage(fmt::format("iteration {}, residual {:.1e}", work.steps, went.residual));
  } while (!(went.residual < tolerance) && work.steps < kMostToGoal);
  finish();
  work.seconds = stopwatch.seconds();
  return went;
}

}  // namespace slipflow::bench::studies
