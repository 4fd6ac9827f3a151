#include "slipflow/run/pause.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>

namespace slipflow::run {

namespace {
using Clock = std::chrono::steady_clock;
const Clock::time_point start = Clock::now();  // initialised before main

/// Seconds of wall-clock time since the program started.
double seconds_since_start() { return std::chrono::duration<double>(Clock::now() - start).count(); }

constexpr double kSecondsBetweenLooks = 1;
}  // namespace

RequestFiles::Asked RequestFiles::take(double now, const Warn& warn) {
  if (now < next_look_) return {};
  next_look_ = now + kSecondsBetweenLooks;
  return {take_file(kStopRequest, warn), take_file(kCheckpointRequest, warn)};
}

bool RequestFiles::take_file(const std::string& name, const Warn& warn) {
  try {
    return results_.take_request(name);
  } catch (const Error& error) {
    if (warned_.insert(name).second) warn(error.what());
    return false;
  }
}

bool WallClockLimit::reached(double now, double seconds_of_checkpoint) {
  slowest_step_ = std::max(slowest_step_, now - begin_);
  return limit_ > 0 && now + slowest_step_ + 2 * seconds_of_checkpoint >= limit_;
}

Pause::Pause(double max_hours, Checkpoints& checkpoints, RunSignals& signals,
             output::ResultsFolder& results)
    : max_hours_(max_hours),
      checkpoints_(checkpoints),
      signals_(signals),
      files_(results),
      limit_(3600 * max_hours, seconds_since_start()) {}

bool Pause::operator()(const LoopPosition& at, bool last, Log& log, Progress& progress) {
  const auto say = [&](const auto& write) {
    progress.finish();
    write();
  };
  const auto by_file = files_.take(seconds_since_start(),
                                   [&](const std::string& text) { say([&] { log.warn(text); }); });
  signal_ = signals_.stop();
  stopped_by_file_ = by_file.stop;
  const bool by_signal = signals_.take_checkpoint_request();
  const bool stops = signal_ != 0 || by_file.stop ||
                     limit_.reached(seconds_since_start(), checkpoints_.seconds_to_write());
  checkpoints_.consider(at, last, by_signal || by_file.checkpoint || stops);
  if (const auto note = checkpoints_.take_note(); !note.empty())
    say([&] { log.note("  note: " + note); });
  const auto tell = [&](const char* asked_by) {
    say([&] {
      log.note(fmt::format("{}: checkpoint {}", asked_by, checkpoints_.newest().string()));
    });
  };
  if (by_signal) tell("SIGUSR1");
  if (by_file.checkpoint) tell(kCheckpointRequest);
  limit_.begin_step(seconds_since_start());
  return stops;
}

bool Pause::ends_optional_work() {
  const double now = seconds_since_start();
  // Pieces of work that have begun have to end.
  const bool ends = signals_.stop() != 0 || limit_.reached(now, 0.5 * checkpoints_.slowest_frame());
  limit_.begin_step(now);
  return ends;
}

std::string Pause::reason() const {
  return signal_ != 0       ? name_of_signal(signal_)
         : stopped_by_file_ ? kStopRequest
                            : fmt::format("time.max_hours = {}", max_hours_);
}

int Pause::status() const { return status_of_signal(signal_ != 0 ? signal_ : SIGTERM); }

}  // namespace slipflow::run
