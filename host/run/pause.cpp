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
  signal_ = signals_.stop();
  const bool checkpoint = signals_.take_checkpoint_request();
  const bool stops =
      signal_ != 0 || limit_.reached(seconds_since_start(), checkpoints_.seconds_to_write());
  checkpoints_.consider(at, last, checkpoint || stops);
  if (checkpoint) {
    progress.finish();
    log.note(fmt::format("SIGUSR1: checkpoint {}", checkpoints_.newest().string()));
  }
  limit_.begin_step(seconds_since_start());
  return stops;
}

std::string Pause::reason() const {
  return signal_ != 0 ? name_of_signal(signal_) : fmt::format("time.max_hours = {}", max_hours_);
}

int Pause::status() const { return status_of_signal(signal_ != 0 ? signal_ : SIGTERM); }

}  // namespace slipflow::run
