#include "slipflow/support/log.hpp"

#include <cerrno>
#include <cstring>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow {

void Log::open_file(const std::filesystem::path& file, bool goes_on) {
  file_.reset(std::fopen(file.c_str(), goes_on ? "a" : "w"));
  if (!file_)
    throw Error(ExitStatus::output_failed,
                "cannot write " + file.string() + ": " + std::strerror(errno));
}

void Log::note(const std::string& line) {
  if (!quiet_) {
    std::puts(escaped_lines(line).c_str());
    std::fflush(stdout);
  }
  to_file(line);
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
