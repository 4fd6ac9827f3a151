#include "slipflow/support/filter_process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <system_error>

#include "child.hpp"

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

}  // namespace slipflow
