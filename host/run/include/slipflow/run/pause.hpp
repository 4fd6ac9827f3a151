// Work between two time steps of a run: signals and request files, due checkpoints, the limit on
// its wall-clock time.
#pragma once

#include <string>

#include "slipflow/run/checkpoints.hpp"
#include "slipflow/run/request_files.hpp"
#include "slipflow/run/run_signals.hpp"
#include "slipflow/support/log.hpp"
#include "slipflow/support/progress.hpp"

namespace slipflow::run {

/// A limit on the wall-clock time since the program started. All times are in seconds.
class WallClockLimit {
 public:
  /// `limit` 0: there is none. `now`: the time at which the first step begins.
  WallClockLimit(double limit, double now) : limit_(limit), begin_(now) {}
  /// After a time step: whether another step and a checkpoint might pass the limit. Their reserve
  /// is the slowest step so far and twice the time of the last checkpoint, with the slowest frame.
  bool reached(double now, double seconds_of_checkpoint);
  /// The next time step begins.
  void begin_step(double now) { begin_ = now; }

 private:
  double limit_;
  double begin_;
  double slowest_step_ = 0;
};

/// Acts between two steps of a run, and decides whether it stops there.
class Pause {
 public:
  /// `max_hours`: time.max_hours of the case, 0 for no limit.
  Pause(double max_hours, Checkpoints& checkpoints, RunSignals& signals,
        output::ResultsFolder& results);
  /// TimeLoopEvents::between_steps.
  bool operator()(const LoopPosition& at, bool last, Log& log, Progress& progress);

  /// After the last step, between two pieces of work that may be left undone: whether a signal or
  /// the limit ends it.
  bool ends_optional_work();

  /// "request" (a signal or file) or "max_hours", once it has stopped the run; as in summary.json.
  const char* stopped_by() const {
    return signal_ != 0 || stopped_by_file_ ? "request" : "max_hours";
  }
  /// The cause in words: "SIGTERM", "stop.request", "time.max_hours = 24".
  std::string reason() const;
  /// The exit status of the stopped run.
  int status() const;

 private:
  const double max_hours_;
  Checkpoints& checkpoints_;
  RunSignals& signals_;
  RequestFiles files_;
  WallClockLimit limit_;
  int signal_ = 0;  // that has stopped the run
  bool stopped_by_file_ = false;
};

}  // namespace slipflow::run
