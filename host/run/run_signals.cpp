#include "slipflow/run/run_signals.hpp"

#include <unistd.h>

#include <atomic>

namespace slipflow::run {

namespace {
std::atomic<int> stop_signal{0};
std::atomic<bool> checkpoint_wanted{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "a signal handler may touch nothing else");

extern "C" void ask_to_stop(int signal) {
  int nobody = 0;
  if (stop_signal.compare_exchange_strong(nobody, signal)) return;
  static constexpr char text[] =
      "\nslipflow: a second signal: stopped at once; complete results and checkpoints stay\n";
  if (::write(STDERR_FILENO, text, sizeof text - 1) < 0) {
    // Standard error cannot be written; the exit status says it too.
  }
  ::_exit(status_of_signal(signal));
}

extern "C" void ask_for_checkpoint(int) { checkpoint_wanted = true; }
}  // namespace

RunSignals::RunSignals() {
  stop_signal = 0;
  checkpoint_wanted = false;
  // Not restored at the end: the last messages of a run may go to a closed pipe, too.
  std::signal(SIGPIPE, SIG_IGN);
  for (std::size_t k = 0; k < std::size(kSignals); ++k) {
    struct sigaction action = {};
    action.sa_handler = kSignals[k] == SIGUSR1 ? ask_for_checkpoint : ask_to_stop;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(kSignals[k], nullptr, &before_[k]);
    if (before_[k].sa_handler != SIG_IGN) sigaction(kSignals[k], &action, nullptr);
  }
}

RunSignals::~RunSignals() {
  for (std::size_t k = 0; k < std::size(kSignals); ++k)
    sigaction(kSignals[k], &before_[k], nullptr);
}

int RunSignals::stop() const { return stop_signal; }

bool RunSignals::take_checkpoint_request() { return checkpoint_wanted.exchange(false); }

parallel::Requests RunSignals::take() {
  return {static_cast<std::uint64_t>(stop()), take_checkpoint_request() ? 1U : 0U};
}

void RunSignals::put(const parallel::Requests& requests) {
  int nobody = 0;
  if (requests.stop != 0)
    stop_signal.compare_exchange_strong(nobody, static_cast<int>(requests.stop));
  if (requests.checkpoint != 0) checkpoint_wanted = true;
}

const char* name_of_signal(int signal) {
  return signal == SIGTERM ? "SIGTERM" : signal == SIGHUP ? "SIGHUP" : "SIGINT";
}

int status_of_signal(int signal) { return 128 + (signal == SIGINT ? SIGINT : SIGTERM); }

}  // namespace slipflow::run
