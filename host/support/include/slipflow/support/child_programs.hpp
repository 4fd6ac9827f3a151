// Other programs as children of this process.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slipflow {

enum class ChildEnd { exited, crashed, hung };

/// How `program argument` ends when it is started with the variables on top of this process's
/// environment; what it prints is discarded. After the limit it is killed: hung. A child that
/// cannot be started counts as exited. Must be called before this process starts threads or MPI.
ChildEnd end_of_child(const std::filesystem::path& program, const std::string& argument,
                      const std::map<std::string, std::string>& variables,
                      std::chrono::milliseconds limit);

/// How the other program ended.
struct FilterEnd {
  bool was_found = true;  ///< false: PATH has no such program, and nothing was written
  int status = 0;         ///< of its exit; 128 + signal if one ended it
  std::string said;       ///< the end of its standard error, at most 2000 bytes
};

/// Starts arguments[0], as found in PATH, without a shell, and calls `feed` with a function that
/// writes to its standard input. The function returns false once the program no longer reads.
FilterEnd feed_program(
    const std::vector<std::string>& arguments,
    const std::function<void(const std::function<bool(std::string_view)>& write)>& feed);

/// How the other program ended, and its standard output.
struct ProgramOutput {
  bool succeeded = false;  ///< it was found and ended with status 0 in time
  std::string text;        ///< at most 256 MiB
};

/// Starts arguments[0], as found in PATH, without a shell and without input, and waits for its end.
/// After the limit it is killed. Throws nothing but std::bad_alloc.
ProgramOutput output_of_program(const std::vector<std::string>& arguments,
                                std::chrono::milliseconds limit);

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
