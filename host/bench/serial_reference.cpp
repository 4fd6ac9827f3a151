#include "slipflow/bench/serial_reference.hpp"

#include <vector>

#include "slipflow/support/stopwatch.hpp"

namespace slipflow::bench {

namespace {
constexpr int kIterationsPerStep = 3;
constexpr double kSeconds = 1;
constexpr int kMostSerialSteps = 100;
}  // namespace

SerialReference measure_serial(methods::Simulation& serial, double dt, bool keep_state,
                               const Stage& stage) {
  SerialReference result;
  std::vector<double> iteration, begin;
  double spent = 0;
  for (int step = 0; step <= kMostSerialSteps && (step < 2 || spent < kSeconds); ++step) {
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
