#include "slipflow/support/log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow {

void Log::open_file(int descriptor) {
  file_.reset(::fdopen(descriptor, "a"));
  if (!file_)
    throw Error(ExitStatus::output_failed,
                std::string("cannot write the log file: ") + std::strerror(errno));
}

void Log::note(const std::string& line) {
  print(escaped_lines(line) + '\n');
  to_file(line);
}

void Log::print(const std::string& text) {
  if (quiet_) return;
  const bool printed = std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
  // EIO: the terminal was closed. Other errors, such as a full disk, are reported at the end.
  if (!printed && (errno == EPIPE || errno == EIO)) give_up_standard_output();
}

void Log::give_up_standard_output() {
  quiet_ = true;
  // What is still in the buffer must not fail again when the program ends.
  if (const int nowhere = ::open("/dev/null", O_WRONLY); nowhere >= 0) {
    ::dup2(nowhere, STDOUT_FILENO);
    ::close(nowhere);
    std::clearerr(stdout);
  }
  to_file("note: standard output was closed; the run continues without printing");
}

void Log::warn(const std::string& line) {
  std::fprintf(stderr, "warning: %s\n", escaped_lines(line).c_str());
  to_file("warning: " + line);
}

void Log::to_file(const std::string& line) {
  if (!file_) return;
  std::fprintf(file_.get(), "%s\n", escaped_lines(line).c_str());
  std::fflush(file_.get());
}

}  // namespace slipflow
