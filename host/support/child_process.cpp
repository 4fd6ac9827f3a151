#include "slipflow/support/child_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <thread>
#include <vector>

namespace slipflow {

namespace {
using namespace std::chrono_literals;

std::vector<std::string> environment_with(const std::map<std::string, std::string>& variables) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    if (!variables.count(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : variables) all.push_back(name + '=' + value);
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// The process, or 0 when it cannot be started.
pid_t spawn(const std::filesystem::path& program, const std::string& argument,
            const std::map<std::string, std::string>& variables) {
  std::vector<std::string> words = {program.string(), argument};
  auto environment = environment_with(variables);
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) return 0;
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
  pid_t child = 0;
  const int error = posix_spawn(&child, program.c_str(), &actions, nullptr,
                                pointers_to(words).data(), pointers_to(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? child : 0;
}

void kill_and_reap(pid_t child) {
  ::kill(child, SIGKILL);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}
}  // namespace

ChildEnd end_of_child(const std::filesystem::path& program, const std::string& argument,
                      const std::map<std::string, std::string>& variables,
                      std::chrono::milliseconds limit) {
  const pid_t child = spawn(program, argument, variables);
  if (child == 0) return ChildEnd::exited;
  const auto begin = std::chrono::steady_clock::now();
  for (auto pause = 1ms;; pause = std::min(2 * pause, 50ms)) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return WIFSIGNALED(status) ? ChildEnd::crashed : ChildEnd::exited;
    // Somebody else has reaped it, for example because SIGCHLD is ignored: its end is unknown.
    if (ended < 0 && errno != EINTR) return ChildEnd::exited;
    if (std::chrono::steady_clock::now() - begin > limit) {
      kill_and_reap(child);
      return ChildEnd::hung;
    }
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace slipflow
