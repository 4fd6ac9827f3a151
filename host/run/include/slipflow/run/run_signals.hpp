// Signals that a run answers between two time steps, and a benchmark between two measurements.
#pragma once

#include <csignal>

#include "slipflow/parallel/requests.hpp"

namespace slipflow::run {

/// While it lives, SIGINT, SIGTERM and SIGHUP ask the run to stop and SIGUSR1 asks for a
/// checkpoint; a second one of the first three ends the program at once, with status_of_signal(). A
/// signal that was ignored when the program started remains ignored, as under nohup and for
/// programs that a shell runs in the background. SIGPIPE is ignored from then on, so that writing
/// to a closed pipe fails instead of ending the run. One at a time.
class RunSignals : public parallel::RequestBox {
 public:
  RunSignals();
  ~RunSignals() override;
  RunSignals(const RunSignals&) = delete;
  RunSignals& operator=(const RunSignals&) = delete;

  /// SIGINT, SIGTERM or SIGHUP, or 0 as long as nobody asked the run to stop.
  int stop() const;
  /// Whether SIGUSR1 came since the last call.
  bool take_checkpoint_request();

  /// On several ranks, rank 0 answers the requests to any of them.
  parallel::Requests take() override;
  void put(const parallel::Requests& requests) override;

 private:
  static constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};
  struct sigaction before_[4] = {};
};

/// "SIGINT", "SIGTERM", "SIGHUP".
const char* name_of_signal(int signal);

/// The exit status of a run that the signal stopped: 130 for SIGINT, 143 for SIGTERM and SIGHUP.
int status_of_signal(int signal);

}  // namespace slipflow::run
