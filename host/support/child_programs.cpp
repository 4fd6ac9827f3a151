#include "slipflow/support/child_programs.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <system_error>
#include <vector>

#include "child.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow {

namespace {
std::vector<std::string> environment_with(const std::map<std::string, std::string>& variables) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    if (!variables.count(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : variables) all.push_back(name + '=' + value);
  return all;
}
}  // namespace

ChildEnd end_of_child(const std::filesystem::path& program, const std::string& argument,
                      const std::map<std::string, std::string>& variables,
                      std::chrono::milliseconds limit) {
  pid_t child = 0;
  try {
    child = start_child(
        {.words = {program.string(), argument}, .environment = environment_with(variables)});
  } catch (const std::system_error&) {
    return ChildEnd::exited;
  }
  const auto end = wait_for_child(child, limit);
  if (!end) return ChildEnd::hung;
  return end->by_signal ? ChildEnd::crashed : ChildEnd::exited;
}

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

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
}  // namespace

FilterEnd feed_program(
    const std::vector<std::string>& arguments,
    const std::function<void(const std::function<bool(std::string_view)>& write)>& feed) {
  const File said(std::tmpfile(), &std::fclose);
  int ends[2] = {-1, -1};
  if (!said || ::pipe2(ends, O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category());
  pid_t child = 0;
  try {
    child = start_child({.words = arguments,
                         .environment = {},
                         .input = ends[0],
                         .messages = ::fileno(said.get())});
  } catch (const std::system_error& error) {
    for (const int end : ends) ::close(end);
    return {false, 0, error.code().message()};
  }
  ::close(ends[0]);
  const IgnoredPipeSignal ignored;
  try {
    feed([&](std::string_view bytes) { return write_all(ends[1], bytes); });
  } catch (...) {
    ::close(ends[1]);
    wait_for_child(child);
    throw;
  }
  ::close(ends[1]);
  const int status = wait_for_child(child).status;
  return {true, status, tail_of(said.get(), kMostSaid)};
}

namespace {
constexpr long kMostPrinted = 256L << 20;
}  // namespace

ProgramOutput output_of_program(const std::vector<std::string>& arguments,
                                std::chrono::milliseconds limit) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> printed(std::tmpfile(), &std::fclose);
  if (!printed) return {};
  try {
    const pid_t child =
        start_child({.words = arguments, .environment = {}, .output = ::fileno(printed.get())});
    const auto end = wait_for_child(child, limit);
    return {end && !end->by_signal && end->status == 0, tail_of(printed.get(), kMostPrinted)};
  } catch (const std::system_error&) {
    return {};
  }
}

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
