#include "slipflow/support/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace slipflow {

namespace {
std::string duration(double seconds) {
  const long s = static_cast<long>(seconds + 0.5);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

std::string rate(double per_second) {
  if (per_second >= 1e9) return fmt::format("{:.2f} Gcell/s", per_second / 1e9);
  return fmt::format("{:.2f} Mcell/s", per_second / 1e6);
}
}  // namespace

Progress::Progress(Log& log) : log_(log), terminal_(isatty(STDOUT_FILENO) != 0), last_(start_) {}

std::string Progress::line(const ProgressReport& r, double seconds, int bar_width) {
  std::string text;
  if (bar_width > 0 && r.fraction >= 0) {
    const int full = static_cast<int>(std::clamp(r.fraction, 0.0, 1.0) * bar_width + 0.5);
    text += '[' + std::string(full, '#') + std::string(bar_width - full, '.') + "] ";
  }
  if (r.fraction >= 0) text += fmt::format("{:3.0f} %  ", 100 * std::min(r.fraction, 1.0));
  text += r.end > 0 ? fmt::format("t {:.4g}/{:.4g}", r.time, r.end) : fmt::format("t {:.4g}", r.time);
  text += fmt::format("  step {}", r.step);
  if (r.fraction > 0)
    text += "  ETA " + duration(std::max(0.0, seconds * (1 / r.fraction - 1)));
  if (seconds > 0) text += "  " + rate(r.cell_updates / seconds);
  text += fmt::format("  {:.1f} inner/step  residual {:.1e}", r.inner_per_step, r.largest_residual);
  return text;
}

void Progress::update(const ProgressReport& report) {
  if (log_.quiet()) return;
  const auto now = Clock::now();
  const double since = std::chrono::duration<double>(now - last_).count();
  if (since < (terminal_ ? 0.2 : 10.0)) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  if (!terminal_) {
    log_.note(line(report, seconds, 0));
    return;
  }
  fmt::print("\r\033[K{}", line(report, seconds, 20));
  std::fflush(stdout);
  live_ = true;
}

void Progress::finish() {
  if (!live_) return;
  fmt::print("\r\033[K");
  std::fflush(stdout);
  live_ = false;
}

}  // namespace slipflow
