#include "slipflow/support/progress.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "slipflow/support/terminal.hpp"

namespace slipflow {

namespace {
constexpr int kShortestBar = 8;
// The time to go is estimated from at least this much, as the first steps take the most inner
// iterations.
constexpr double kSecondsForEta = 2;
constexpr long kStepsForEta = 10;
constexpr std::size_t kMostSamples = 512;
constexpr std::size_t kSamplesForForecast = 5;
constexpr std::size_t kJudgedLines = 10;
constexpr double kRightWithin = 2;  // a factor

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

// Until the end or a steady flow, whichever comes first; nan as long as neither is known.
double seconds_left(const ProgressReport& r, const ProgressReport& first, double seconds) {
  if (seconds < kSecondsForEta || r.step - first.step < kStepsForEta)
    return std::numeric_limits<double>::quiet_NaN();
  const double done = r.fraction - first.fraction;
  const double to_end = done > 0 ? std::max(0.0, seconds * (1 - r.fraction) / done)
                                 : std::numeric_limits<double>::quiet_NaN();
  return std::fmin(to_end, r.seconds_to_steady);  // the one that is known
}

// The parts of a progress line, the most important first.
std::vector<std::string> parts_of(const ProgressReport& r, const ProgressReport& first,
                                  double seconds) {
  std::vector<std::string> parts;
  if (r.fraction >= 0) parts.push_back(percent_of(r.fraction));
  parts.push_back(fmt::format("{} {:.4g}", r.time_name, r.time) +
                  (r.end > 0 ? fmt::format("/{:.4g}", r.end) : ""));
  parts.push_back(fmt::format("step {}", r.step));
  if (r.steady > 0 && std::isfinite(r.change_rate))
    parts.push_back(fmt::format("change {:.1e}/{:.1e}", r.change_rate, r.steady));
  if (const double left = seconds_left(r, first, seconds);
      r.shows_time_to_go && std::isfinite(left))
    parts.push_back("ETA " + duration_text(left));
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
}  // namespace

std::string duration_text(double seconds) {
  const long s = std::lround(seconds);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

void SteadyForecast::add(double seconds, double change_rate) {
  if (!(change_rate > 0) || !std::isfinite(change_rate)) return;
  samples_.push_back({seconds, std::log(change_rate)});
  if (samples_.size() < kMostSamples) return;
  std::size_t kept = 0;
  for (std::size_t k = 1; k < samples_.size(); k += 2) samples_[kept++] = samples_[k];
  samples_.resize(kept);
}

double SteadyForecast::seconds_to(double limit) const {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  if (samples_.empty() || !(limit > 0)) return unknown;
  if (samples_.back().log_rate < std::log(limit)) return 0;
  const double half = 0.5 * (samples_.front().seconds + samples_.back().seconds);
  const auto first = std::find_if(samples_.begin(), samples_.end(),
                                  [&](const Sample& s) { return s.seconds >= half; });
  const auto count = static_cast<double>(samples_.end() - first);
  if (count < kSamplesForForecast) return unknown;
  double t = 0, y = 0, tt = 0, ty = 0;
  for (auto s = first; s != samples_.end(); ++s) t += s->seconds / count, y += s->log_rate / count;
  for (auto s = first; s != samples_.end(); ++s) {
    tt += (s->seconds - t) * (s->seconds - t);
    ty += (s->seconds - t) * (s->log_rate - y);
  }
  const double slope = ty / tt;
  if (!(slope < 0)) return unknown;
  const double end = t + (std::log(limit) - y) / slope;
  return std::max(0.0, end - samples_.back().seconds);
}

bool EstimateJudge::take(double seconds, double to_go) {
  if (!std::isfinite(to_go)) {
    last_.clear();
    return false;
  }
  const auto is_right = [&](const Estimate& before) {
    const double then = seconds - before.seconds + to_go;  // as known now
    return before.to_go <= kRightWithin * then && then <= kRightWithin * before.to_go;
  };
  const bool right = last_.size() == kJudgedLines && std::ranges::all_of(last_, is_right);
  last_.push_back({seconds, to_go});
  if (last_.size() > kJudgedLines) last_.pop_front();
  return right;
}

Progress::Progress(Log& log) : log_(log), terminal_(isatty(STDOUT_FILENO) != 0) {}

std::string Progress::line(const ProgressReport& r, const ProgressReport& first, double seconds,
                           int bar_width, int columns) {
  return joined(parts_of(r, first, seconds), r.fraction, bar_width, columns);
}

void Progress::update(const ProgressReport& report) {
  if (!first_) first_ = First{report, Clock::now()};
  const double seconds = std::chrono::duration<double>(Clock::now() - first_->at).count();
  if (report.steady > 0 && report.change_rate != last_change_rate_) {
    last_change_rate_ = report.change_rate;
    forecast_.add(seconds, report.change_rate);
  }
  show([&](int bar, int columns) {
    ProgressReport complete = report;
    complete.seconds_to_steady = forecast_.seconds_to(report.steady);
    complete.shows_time_to_go =
        judge_.take(seconds, seconds_left(complete, first_->report, seconds));
    return line(complete, first_->report, seconds, bar, columns);
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
  log_.print("\r\033[K" + line_of(20, terminal_size().columns - 1));
  live_ = true;
}

void Progress::finish() {
  if (!live_) return;
  log_.print("\r\033[K");
  live_ = false;
}

}  // namespace slipflow
