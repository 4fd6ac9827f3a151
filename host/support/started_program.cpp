#include "slipflow/support/started_program.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "child.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow {

namespace {
constexpr off_t kMostMessages = off_t{1} << 20;
constexpr std::size_t kLongestLine = 4096;

Error cannot_start(const std::error_code& error) {
  std::string text = "a process cannot be started: " + error.message();
  struct rlimit limit {};
  if (error.value() == EMFILE && ::getrlimit(RLIMIT_NOFILE, &limit) == 0)
    text += ": `ulimit -n` is " + std::to_string(limit.rlim_cur);
  return {ExitStatus::internal_error, text};
}
}  // namespace

StartedProgram::StartedProgram(const std::filesystem::path& program,
                               const std::vector<std::string>& arguments)
    : messages_(::memfd_create("messages", MFD_CLOEXEC)) {
  if (messages_ < 0) throw cannot_start({errno, std::generic_category()});
  std::vector<std::string> words = {program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  try {
    process_ = start_child(
        {.words = words, .environment = {}, .messages = messages_, .ends_with_parent = true});
  } catch (const std::system_error& error) {
    ::close(messages_);
    throw cannot_start(error.code());
  }
}

StartedProgram::~StartedProgram() {
  if (!has_signal_) send(SIGTERM);
  if (!status_) wait_for_child(process_);
  ::close(messages_);
}

std::optional<int> StartedProgram::status() {
  if (!status_)
    if (const auto end = child_status(process_)) status_ = end->status;
  return status_;
}

void StartedProgram::send(int signal) {
  if (status_) return;
  ::kill(process_, signal);
  has_signal_ = true;
}

std::string StartedProgram::last_line_after(const std::string& prefix) const {
  struct stat file {};
  if (::fstat(messages_, &file) != 0) return "";
  const off_t begin = std::max<off_t>(0, file.st_size - kMostMessages);
  std::string text(static_cast<std::size_t>(file.st_size - begin) + 1, '\n');
  const ssize_t count = ::pread(messages_, text.data() + 1, text.size() - 1, begin);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, count)) + 1);
  const auto found = text.rfind('\n' + prefix);
  if (found == std::string::npos) return "";
  const auto first = found + 1 + prefix.size();
  return text.substr(first, std::min(text.find('\n', first) - first, kLongestLine));
}

}  // namespace slipflow
