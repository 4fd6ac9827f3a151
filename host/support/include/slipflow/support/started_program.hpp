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
  /// Starts `program arguments...`, without a shell. A program that cannot be executed ends with
  /// status 127. Throws Error(internal_error) if there can be no process.
  StartedProgram(const std::filesystem::path& program, const std::vector<std::string>& arguments);
  /// Sends SIGTERM if it still runs, and waits for its end.
  ~StartedProgram();
  StartedProgram(const StartedProgram&) = delete;
  StartedProgram& operator=(const StartedProgram&) = delete;

  /// Its exit status, or 128 and the signal that ended it; nothing while it runs.
  std::optional<int> status();
  /// Sends it a signal if it runs.
  void send(int signal) const;
  /// The last line that it printed on standard error, at most 4096 bytes of it.
  std::string last_message() const;

 private:
  int messages_;  // a file without a name
  pid_t process_ = 0;
  std::optional<int> status_;
};

}  // namespace slipflow
