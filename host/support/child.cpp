#include "child.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <thread>
#include <utility>

#include "blocked_signals.hpp"

namespace slipflow {

namespace {
constexpr int kCannotExecute = 127;
constexpr ChildStatus kUnknown{false, 1};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

void default_action(int signal) {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, nullptr);
}

void require_ends_of_children() {
  struct sigaction action {};
  ::sigaction(SIGCHLD, nullptr, &action);
  if (action.sa_handler == SIG_IGN || (action.sa_flags & SA_NOCLDWAIT) != 0)
    default_action(SIGCHLD);
}

void drop_handlers() {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN &&
        action.sa_handler != SIG_DFL)
      default_action(signal);
  }
}

/// In the child. Only calls that a signal handler may make: other threads of the parent, such as
/// those of drivers, may have held locks. Returns if the program cannot be executed.
void become(const ChildStart& how, char* const* words, char* const* environment, pid_t parent,
            const BlockedSignals& blocked) {
  drop_handlers();
  if (how.ends_with_parent) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(kCannotExecute);  // it ended before the line above
  }
  blocked.restore();
  const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(how.input < 0 ? nowhere : how.input, STDIN_FILENO);
  ::dup2(how.output < 0 ? nowhere : how.output, STDOUT_FILENO);
  ::dup2(how.messages < 0 ? nowhere : how.messages, STDERR_FILENO);
  ::execvpe(words[0], words, environment);
}

/// The child, or -1 and the error. It writes the error to the pipe if it does not become the
/// program.
std::pair<pid_t, int> fork_into(const ChildStart& how, char* const* words, char* const* environment,
                                int pipe) {
  const pid_t parent = ::getpid();
  // A signal that arrived in the child before it is the new program would be lost in a handler of
  // this one.
  const BlockedSignals blocked;
  const pid_t child = ::fork();
  if (child != 0) return {child, errno};
  become(how, words, environment, parent, blocked);
  const int error = errno;
  if (::write(pipe, &error, sizeof error) < 0) ::_exit(kCannotExecute + 1);
  ::_exit(kCannotExecute);
}

/// The error with which the child ended before it was the new program; 0 if it is.
int error_from(int pipe) {
  int error = 0;
  ssize_t count = 0;
  while ((count = ::read(pipe, &error, sizeof error)) < 0 && errno == EINTR) {
  }
  return count == sizeof error ? error : 0;
}

ChildStatus status_from(int wait_status) {
  if (WIFSIGNALED(wait_status)) return {true, 128 + WTERMSIG(wait_status)};
  return {false, WEXITSTATUS(wait_status)};
}
}  // namespace

pid_t start_child(const ChildStart& how) {
  auto texts = how.words;
  auto variables = how.environment;
  const auto words = pointers_to(texts), given = pointers_to(variables);
  char* const* environment = how.environment.empty() ? environ : given.data();
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
  require_ends_of_children();
  const auto [child, fork_error] = fork_into(how, words.data(), environment, ends[1]);
  ::close(ends[1]);
  const int error = child < 0 ? fork_error : error_from(ends[0]);
  ::close(ends[0]);
  if (error == 0) return child;
  if (child > 0) wait_for_child(child);
  throw std::system_error(error, std::generic_category());
}

std::optional<ChildStatus> child_status(pid_t child) {
  int status = 0;
  const pid_t ended = ::waitpid(child, &status, WNOHANG);
  if (ended == child) return status_from(status);
  return ended < 0 && errno != EINTR ? std::optional(kUnknown) : std::nullopt;
}

ChildStatus wait_for_child(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return kUnknown;
  return status_from(status);
}

std::optional<ChildStatus> wait_for_child(pid_t child, std::chrono::milliseconds limit) {
  using namespace std::chrono_literals;
  const auto begin = std::chrono::steady_clock::now();
  for (auto pause = 1ms;; pause = std::min(2 * pause, 50ms)) {
    if (const auto end = child_status(child)) return end;
    if (std::chrono::steady_clock::now() - begin > limit) break;
    std::this_thread::sleep_for(pause);
  }
  ::kill(child, SIGKILL);
  wait_for_child(child);
  return std::nullopt;
}

std::string tail_of(std::FILE* file, long most) {
  std::fseek(file, 0, SEEK_END);
  const long size = std::ftell(file), begin = std::max(size - most, 0L);
  std::string text(static_cast<std::size_t>(std::max(size - begin, 0L)), '\0');
  std::fseek(file, begin, SEEK_SET);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  return text;
}

}  // namespace slipflow
