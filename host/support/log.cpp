#include "slipflow/support/log.hpp"

#include <cerrno>
#include <cstring>

#include "slipflow/support/error.hpp"

namespace slipflow {

void Log::open_file(int descriptor) {
  file_.reset(::fdopen(descriptor, "a"));
  if (!file_)
    throw Error(ExitStatus::output_failed,
                std::string("cannot write the log file: ") + std::strerror(errno));
}

void Log::note(const std::string& line) {
  if (!quiet_) {
    std::puts(line.c_str());
    std::fflush(stdout);
  }
  to_file(line);
}

void Log::warn(const std::string& line) {
  std::fprintf(stderr, "warning: %s\n", line.c_str());
  to_file("warning: " + line);
}

void Log::to_file(const std::string& line) {
  if (!file_) return;
  std::fprintf(file_.get(), "%s\n", line.c_str());
  std::fflush(file_.get());
}

}  // namespace slipflow
