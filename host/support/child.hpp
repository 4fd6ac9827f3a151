// Starting a child process and learning how it ended: for the helpers of this room.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace slipflow {

/// How a child is started, without a shell. Its standard streams are /dev/null or the given
/// descriptors. Signals that this process handles or blocks act on it as on any other program.
struct ChildStart {
  std::vector<std::string> words;        ///< the program, as found in PATH, and its arguments
  std::vector<std::string> environment;  ///< NAME=VALUE; that of this process if empty
  int input = -1;
  int output = -1;
  int messages = -1;              ///< its standard error
  bool ends_with_parent = false;  ///< it gets SIGTERM then; and it has a process group of its own
};

/// Its process. Throws std::system_error if there can be none, or the program cannot be executed.
/// A SIGCHLD that is ignored gets its default action, because the ends of children are unknown
/// otherwise.
pid_t start_child(const ChildStart& how);

/// How a child ended.
struct ChildStatus {
  bool by_signal = false;
  int status = 0;  ///< exit status, or 128 and the signal; 1 if somebody else has waited for it
};

/// The end of a child, which must be asked for once; nothing if it still runs.
std::optional<ChildStatus> child_status(pid_t child);
/// The same, waiting for it.
ChildStatus wait_for_child(pid_t child);
/// The same, waiting at most so long: then the child is killed, and there is none.
std::optional<ChildStatus> wait_for_child(pid_t child, std::chrono::milliseconds limit);

/// The last bytes, at most `most`, of a file that a child has written.
std::string tail_of(std::FILE* file, long most);

}  // namespace slipflow
