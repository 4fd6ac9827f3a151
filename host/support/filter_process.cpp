#include "slipflow/support/filter_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <system_error>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace slipflow {

namespace {
constexpr long kMostSaid = 2000;

/// Without this a program that ends early would end this one as well.
class IgnoredPipeSignal {
 public:
  IgnoredPipeSignal() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &before_);
  }
  ~IgnoredPipeSignal() { ::sigaction(SIGPIPE, &before_, nullptr); }
  IgnoredPipeSignal(const IgnoredPipeSignal&) = delete;
  IgnoredPipeSignal& operator=(const IgnoredPipeSignal&) = delete;

 private:
  struct sigaction before_ {};
};

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// The end of a file.
std::string tail_of(std::FILE* file) {
  std::fseek(file, 0, SEEK_END);
  std::fseek(file, std::max(std::ftell(file) - kMostSaid, 0L), SEEK_SET);
  std::string text(kMostSaid, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  return text;
}

int status_of_child(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Starts the program with the end of a pipe as its input; returns the error of it.
int spawn(const std::vector<std::string>& arguments, int input, int said, pid_t& child) {
  std::vector<char*> words;
  for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, said, STDERR_FILENO);
  const int error = ::posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  return error;
}
}  // namespace

FilterEnd feed_program(
    const std::vector<std::string>& arguments,
    const std::function<void(const std::function<bool(std::string_view)>& write)>& feed) {
  const File said(std::tmpfile(), &std::fclose);
  int ends[2] = {-1, -1};
  if (!said || ::pipe2(ends, O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category());
  pid_t child = 0;
  const int error = spawn(arguments, ends[0], ::fileno(said.get()), child);
  ::close(ends[0]);
  if (error != 0) {
    ::close(ends[1]);
    return {false, 0, std::generic_category().message(error)};
  }
  const IgnoredPipeSignal ignored;
  try {
    feed([&](std::string_view bytes) { return write_all(ends[1], bytes); });
  } catch (...) {
    ::close(ends[1]);
    status_of_child(child);
    throw;
  }
  ::close(ends[1]);
  const int status = status_of_child(child);
  return {true, status, tail_of(said.get())};
}

}  // namespace slipflow
