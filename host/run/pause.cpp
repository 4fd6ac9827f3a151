#include "slipflow/run/pause.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>

#include "slipflow/support/program_clock.hpp"

namespace slipflow::run {

bool WallClockLimit::reached(double now, double seconds_of_checkpoint) {
  slowest_step_ = std::max(slowest_step_, now - begin_);
  return limit_ > 0 && now + slowest_step_ + 2 * seconds_of_checkpoint >= limit_;
}

Requests asked_of_any(parallel::Team& team, const Requests& of_this_rank) {
  std::array<std::uint64_t, 3> largest = {static_cast<std::uint64_t>(of_this_rank.signal),
                                          of_this_rank.checkpoint, of_this_rank.out_of_time};
  team.maximum(largest);
  return {static_cast<int>(largest[0]), largest[1] != 0, largest[2] != 0};
}

Pause::Pause(double max_hours, Checkpoints& checkpoints, RunSignals& signals, parallel::Team& team)
    : max_hours_(max_hours),
      checkpoints_(checkpoints),
      signals_(signals),
      team_(team),
      limit_(3600 * max_hours, seconds_since_start()) {}

bool Pause::operator()(const LoopPosition& at, bool last, Log& log, Progress& progress) {
  const Requests asked =
      asked_of_any(team_, {signals_.stop(), signals_.take_checkpoint_request(),
                           limit_.reached(seconds_since_start(), checkpoints_.seconds_to_write())});
  signal_ = asked.signal;
  const bool stops = signal_ != 0 || asked.out_of_time;
  checkpoints_.consider(at, last, asked.checkpoint || stops);
  if (asked.checkpoint) {
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
