#include "slipflow/support/started_program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "slipflow/support/error.hpp"

namespace slipflow {

namespace {
constexpr int kCannotExecute = 127;
constexpr off_t kLongestMessage = 4096;

Error cannot_start() {
  return Error(ExitStatus::internal_error,
               "a process cannot be started: " + std::generic_category().message(errno));
}

/// In the child. Only calls that a signal handler may make: other threads of the parent, such as
/// those of drivers, may have held locks.
[[noreturn]] void become(const char* program, char* const* words, int messages, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(kCannotExecute);  // it ended before the line above
  const int nowhere = ::open("/dev/null", O_RDWR);
  ::dup2(nowhere, STDIN_FILENO);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(messages, STDERR_FILENO);
  ::execv(program, words);
  ::_exit(kCannotExecute);
}

int status_from(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}
}  // namespace

StartedProgram::StartedProgram(const std::filesystem::path& program,
                               const std::vector<std::string>& arguments)
    : messages_(::memfd_create("messages", MFD_CLOEXEC)) {
  if (messages_ < 0) throw cannot_start();
  std::vector<std::string> texts = {program.string()};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> words;
  for (auto& text : texts) words.push_back(text.data());
  words.push_back(nullptr);
  const pid_t parent = ::getpid();
  process_ = ::fork();
  if (process_ == 0) become(words[0], words.data(), messages_, parent);
  if (process_ > 0) return;
  const Error error = cannot_start();
  ::close(messages_);
  throw Error(error);
}

StartedProgram::~StartedProgram() {
  send(SIGTERM);
  if (!status_)
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  ::close(messages_);
}

std::optional<int> StartedProgram::status() {
  int status = 0;
  if (!status_) {
    const pid_t ended = ::waitpid(process_, &status, WNOHANG);
    if (ended == process_) status_ = status_from(status);
    // Somebody else has reaped it, for example because SIGCHLD is ignored: its end is unknown.
    if (ended < 0 && errno != EINTR) status_ = static_cast<int>(ExitStatus::internal_error);
  }
  return status_;
}

void StartedProgram::send(int signal) const {
  if (!status_) ::kill(process_, signal);
}

std::string StartedProgram::last_message() const {
  struct stat file {};
  if (::fstat(messages_, &file) != 0) return "";
  const off_t begin = std::max<off_t>(0, file.st_size - kLongestMessage);
  std::string text(static_cast<std::size_t>(file.st_size - begin), '\0');
  const ssize_t count = ::pread(messages_, text.data(), text.size(), begin);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, count)));
  while (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace slipflow
