// A program that runs while this one continues.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace slipflow {

/// A child process without input, whose standard output is discarded. It has a process group of its
/// own, so that Ctrl-C on the terminal reaches it only through send(), and it gets SIGTERM when
/// this process ends, however that is.
class StartedProgram {
 public:
  /// Starts `program arguments...`, without a shell. Throws Error(internal_error) if it cannot.
  StartedProgram(const std::filesystem::path& program, const std::vector<std::string>& arguments);
  /// Sends SIGTERM if it still runs and has got no signal, and waits for its end: a second one
  /// could make it drop what it writes.
  ~StartedProgram();
  StartedProgram(const StartedProgram&) = delete;
  StartedProgram& operator=(const StartedProgram&) = delete;

  /// Its exit status, or 128 and the signal that ended it; nothing while it runs.
  std::optional<int> status();
  /// Sends it a signal if it runs.
  void send(int signal);
  /// The rest of the last line that begins so, of those it printed on standard error, at most 4096
  /// bytes; empty if none of the last MiB does. An error has more lines where it quotes a log.
  std::string last_line_after(const std::string& prefix) const;

 private:
  int messages_;  // a file without a name
  pid_t process_ = 0;
  bool has_signal_ = false;
  std::optional<int> status_;
};

}  // namespace slipflow
