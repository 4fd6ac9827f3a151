#include "slipflow/run/pause.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "slipflow/support/program_clock.hpp"

namespace slipflow::run {

bool WallClockLimit::reached(double now, double seconds_of_checkpoint) {
  slowest_step_ = std::max(slowest_step_, now - begin_);
  return limit_ > 0 && now + slowest_step_ + 2 * seconds_of_checkpoint >= limit_;
}

Pause::Pause(double max_hours, Checkpoints& checkpoints, RunSignals& signals)
    : max_hours_(max_hours),
      checkpoints_(checkpoints),
      signals_(signals),
      limit_(3600 * max_hours, seconds_since_start()) {}

bool Pause::operator()(const LoopPosition& at, bool last, Log& log, Progress& progress) {
  const bool out_of_time = limit_.reached(seconds_since_start(), checkpoints_.seconds_to_write());
  const bool stops = signals_.stop() != 0 || out_of_time;
  const bool asked = signals_.take_checkpoint_request();
  checkpoints_.consider(at, last, asked || stops);
  if (asked) {
    progress.finish();
    log.note(fmt::format("SIGUSR1: checkpoint {}", checkpoints_.newest().string()));
  }
  limit_.begin_step(seconds_since_start());
  return stops;
}

std::string Pause::reason() const {
  return signals_.stop() != 0 ? name_of_signal(signals_.stop())
                              : fmt::format("time.max_hours = {}", max_hours_);
}

int Pause::status() const {
  return status_of_signal(signals_.stop() != 0 ? signals_.stop() : SIGTERM);
}

}  // namespace slipflow::run
