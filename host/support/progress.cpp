#include "slipflow/support/progress.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace slipflow {

namespace {
constexpr int kShortestBar = 8;
// The time to go is estimated from at least this much, as the first steps take the most inner
// iterations.
constexpr double kSecondsForEta = 2;
constexpr long kStepsForEta = 10;

std::string duration(double seconds) {
  const long s = std::lround(seconds);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

std::string rate(double per_second) {
  if (per_second >= 1e9) return fmt::format("{:.2f} Gcell/s", per_second / 1e9);
  return fmt::format("{:.2f} Mcell/s", per_second / 1e6);
}

std::string bar_of(double fraction, int width) {
  const int full = static_cast<int>(std::lround(std::clamp(fraction, 0.0, 1.0) * width));
  return '[' + std::string(full, '#') + std::string(width - full, '.') + "] ";
}

std::string percent_of(double fraction) {
  return fmt::format("{:3.0f} %", 100 * std::min(fraction, 1.0));
}

// The parts of a progress line, the most important first.
std::vector<std::string> parts_of(const ProgressReport& r, const ProgressReport& first,
                                  double seconds) {
  std::vector<std::string> parts;
  if (r.fraction >= 0) parts.push_back(percent_of(r.fraction));
  parts.push_back(r.end > 0 ? fmt::format("t {:.4g}/{:.4g}", r.time, r.end)
                            : fmt::format("t {:.4g}", r.time));
  parts.push_back(fmt::format("step {}", r.step));
  if (r.steady > 0 && std::isfinite(r.change_rate))
    parts.push_back(fmt::format("change {:.1e}/{:.1e}", r.change_rate, r.steady));
  const double done = r.fraction - first.fraction;
  if (done > 0 && seconds >= kSecondsForEta && r.step - first.step >= kStepsForEta)
    parts.push_back("ETA " + duration(std::max(0.0, seconds * (1 - r.fraction) / done)));
  if (seconds > 0 && r.step > first.step)
    parts.push_back(rate((r.cell_updates - first.cell_updates) / seconds));
  parts.push_back(fmt::format("{:.1f} inner/step", r.inner_per_step));
  parts.push_back(fmt::format("residual {:.1e}", r.largest_residual));
  return parts;
}

// Bar and parts in one line.
std::string joined(std::vector<std::string> parts, double fraction, int bar_width, int columns) {
  const bool with_bar = bar_width > 0 && fraction >= 0;
  const auto text = [&](int bar) {
    return (with_bar ? bar_of(fraction, bar) : "") + fmt::format("{}", fmt::join(parts, "  "));
  };
  const auto too_long = [&](int bar) { return static_cast<int>(text(bar).size()) > columns; };
  // First shorten the bar, then drop parts from the end.
  while (too_long(bar_width) && with_bar && bar_width > kShortestBar) --bar_width;
  while (too_long(bar_width) && parts.size() > 1) parts.pop_back();
  return text(bar_width);
}

int terminal_columns() {
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}
}  // namespace

Progress::Progress(Log& log) : log_(log), terminal_(isatty(STDOUT_FILENO) != 0) {}

std::string Progress::line(const ProgressReport& r, const ProgressReport& first, double seconds,
                           int bar_width, int columns) {
  return joined(parts_of(r, first, seconds), r.fraction, bar_width, columns);
}

void Progress::update(const ProgressReport& report) {
  if (!first_) first_ = First{report, Clock::now()};
  show([&](int bar, int columns) {
    const double seconds = std::chrono::duration<double>(Clock::now() - first_->at).count();
    return line(report, first_->report, seconds, bar, columns);
  });
}

void Progress::update(double fraction, std::vector<std::string> doing) {
  doing.insert(doing.begin(), percent_of(fraction));
  show([&](int bar, int columns) { return joined(doing, fraction, bar, columns); });
}

template <class Line>
void Progress::show(const Line& line_of) {
  if (log_.quiet()) return;
  const auto now = Clock::now();
  const double since = std::chrono::duration<double>(now - last_).count();
  if (since < (terminal_ ? 0.2 : 10.0)) return;
  last_ = now;
  if (!terminal_) {
    log_.note(line_of(0, std::numeric_limits<int>::max()));
    return;
  }
  // A line that wraps could not be replaced by the next one.
  log_.print("\r\033[K" + line_of(20, terminal_columns() - 1));
  live_ = true;
}

void Progress::finish() {
  if (!live_) return;
  log_.print("\r\033[K");
  live_ = false;
}

}  // namespace slipflow
