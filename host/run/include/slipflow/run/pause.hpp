// Work between two time steps of a run: signals and request files, due checkpoints, the limit on
// its wall-clock time.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "slipflow/output/results_folder.hpp"
#include "slipflow/run/checkpoints.hpp"
#include "slipflow/run/run_signals.hpp"
#include "slipflow/support/log.hpp"
#include "slipflow/support/progress.hpp"

namespace slipflow::run {

// Files in the output directory that ask a run to stop or to write a checkpoint, where signals
// cannot reach it.

constexpr const char* kStopRequest = "stop.request";
constexpr const char* kCheckpointRequest = "checkpoint.request";

class RequestFiles {
 public:
  explicit RequestFiles(output::ResultsFolder& results) : results_(results) {}

  struct Asked {
    bool stop = false, checkpoint = false;
  };
  using Warn = std::function<void(const std::string&)>;
  /// The requests since the last call, whose files it removes. Looks for them at most once a
  /// second; `now` is in seconds. Warns once of a file with such a name that it does not remove.
  Asked take(double now, const Warn& warn);

 private:
  bool take_file(const std::string& name, const Warn& warn);

  output::ResultsFolder& results_;
  double next_look_ = 0;
  std::set<std::string> warned_;
};

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
