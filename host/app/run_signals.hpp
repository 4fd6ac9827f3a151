// Signals that a run answers between two time steps.
#pragma once

#include <csignal>

namespace slipflow::app {

/// While it lives, SIGINT and SIGTERM ask the run to stop and SIGUSR1 asks for a checkpoint; a second
/// SIGINT or SIGTERM ends the program at once, with status 128 + signal. A signal that was ignored
/// when the program started stays so, as for programs that a shell runs in the background. One at a
/// time.
class RunSignals {
 public:
  RunSignals();
  ~RunSignals();
  RunSignals(const RunSignals&) = delete;
  RunSignals& operator=(const RunSignals&) = delete;

  /// SIGINT or SIGTERM, or 0 as long as nobody asked the run to stop.
  int stop() const;
  /// Whether SIGUSR1 came since the last call.
  bool take_checkpoint_request();

 private:
  static constexpr int kSignals[] = {SIGINT, SIGTERM, SIGUSR1};
  struct sigaction before_[3] = {};
};

/// "SIGINT", "SIGTERM".
const char* name_of_signal(int signal);

}  // namespace slipflow::app
