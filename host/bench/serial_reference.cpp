#include "slipflow/bench/serial_reference.hpp"

#include <vector>

#include "slipflow/bench/stopwatch.hpp"

namespace slipflow::bench {

namespace {
constexpr int kIterationsPerStep = 3;
constexpr double kSeconds = 1;
constexpr int kMostSteps = 100;
}  // namespace

SerialReference measure_serial(const simple_ts::Case& c, const simple_ts::State& start,
                               bool keep_state, const Stage& stage) {
  const auto backend = simple_ts::make_serial_backend(c);
  backend->upload(start);
  SerialReference result;
  std::vector<double> inner, convection;
  double spent = 0;
  for (int step = 0; step <= kMostSteps && (step < 2 || spent < kSeconds); ++step) {
    const double sums = seconds_of([&] { backend->begin_time_step(*c.time.step); });
    double iterations = 0;
    for (int k = 0; k < kIterationsPerStep; ++k) {
      stage("serial reference");
      iterations += seconds_of([&] { backend->advance_inner_iteration(); });
    }
    result.iterations += kIterationsPerStep;
    if (step == 0) continue;  // its memory was not there yet
    inner.push_back(iterations / kIterationsPerStep);
    convection.push_back(sums);
    spent += iterations + sums;
  }
  const int steps = static_cast<int>(inner.size());
  result.inner = {median(inner), kUnknown, steps * kIterationsPerStep};
  if (c.scheme.explicit_convection) result.convection = {median(convection), kUnknown, steps};
  if (keep_state) result.state = backend->download();
  return result;
}

simple_ts::State advance_like_serial(simple_ts::Backend& backend, const simple_ts::Case& c,
                                     const simple_ts::State& start, int iterations,
                                     const Stage& stage) {
  backend.upload(start);
  for (int k = 0; k < iterations; ++k) {
    stage("check");
    if (k % kIterationsPerStep == 0) backend.begin_time_step(*c.time.step);
    backend.advance_inner_iteration();
    backend.finish();  // no more than one iteration queued: it may be a slow device
  }
  return backend.download();
}

}  // namespace slipflow::bench
