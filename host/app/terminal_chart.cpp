#include "terminal_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

namespace slipflow::app {

namespace {
constexpr int kLabelWidth = 11;  // "-1.234e-05 "

struct Interval {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  bool empty() const { return low > high; }
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  // Place of a value among `count` cells.
  int place(double value, int count) const {
    const double part = high > low ? (value - low) / (high - low) : 0.5;
    return std::clamp(static_cast<int>(std::lround(part * (count - 1))), 0, count - 1);
  }
};

double height_of(double y, bool logarithmic) {
  if (!logarithmic) return y;
  return y > 0 ? std::log10(y) : std::numeric_limits<double>::quiet_NaN();
}

struct Ranges {
  Interval x, y;
};

Ranges ranges_of(const TerminalChart& chart) {
  Ranges ranges;
  for (const auto& curve : chart.curves)
    for (std::size_t k = 0; k < curve.y.size(); ++k) {
      const double y = height_of(curve.y[k], chart.logarithmic);
      if (!std::isfinite(y) || !std::isfinite(curve.x[k])) continue;
      ranges.x.include(curve.x[k]);
      ranges.y.include(y);
    }
  if (chart.limit && !ranges.y.empty())
    if (const double y = height_of(*chart.limit, chart.logarithmic); std::isfinite(y))
      ranges.y.include(y);
  return ranges;
}

std::vector<std::string> canvas_of(const TerminalChart& chart, const Ranges& ranges, int width,
                                   int rows) {
  std::vector<std::string> canvas(rows, std::string(width, ' '));
  const auto row = [&](double y) { return rows - 1 - ranges.y.place(y, rows); };
  if (chart.limit)
    if (const double y = height_of(*chart.limit, chart.logarithmic); std::isfinite(y))
      canvas[row(y)].assign(width, '-');
  for (const auto& curve : chart.curves)
    for (std::size_t k = 0; k < curve.y.size(); ++k) {
      const double y = height_of(curve.y[k], chart.logarithmic);
      if (std::isfinite(y) && std::isfinite(curve.x[k]))
        canvas[row(y)][ranges.x.place(curve.x[k], width)] = curve.symbol;
    }
  return canvas;
}

std::string legend_of(const TerminalChart& chart, int columns) {
  std::string legend, line;
  std::vector<std::string> entries;
  for (const auto& curve : chart.curves) {
    const auto last =
        std::find_if(curve.y.rbegin(), curve.y.rend(), [](double y) { return std::isfinite(y); });
    entries.push_back(fmt::format("{} {}{}", curve.symbol, curve.name,
                                  last == curve.y.rend() ? "" : fmt::format(" {:.4g}", *last)));
  }
  if (chart.limit) entries.push_back(fmt::format("- limit {:.4g}", *chart.limit));
  for (const auto& entry : entries) {
    if (!line.empty() && static_cast<int>(line.size() + entry.size()) + 3 > columns) {
      legend += line + '\n';
      line.clear();
    }
    line += (line.empty() ? "" : "   ") + entry;
  }
  return legend + line + '\n';
}
}  // namespace

std::string draw_chart(const TerminalChart& chart, int columns, int rows) {
  columns = std::max(columns, 40);
  rows = std::max(rows, 4);
  const int width = columns - kLabelWidth - 1;
  const Ranges ranges = ranges_of(chart);
  std::string text = chart.title + '\n';
  if (ranges.y.empty()) return text + "  (no values yet)\n";
  const auto canvas = canvas_of(chart, ranges, width, rows);
  if (!chart.y_name.empty())
    text += fmt::format("{:>{}} {}\n", "", kLabelWidth, chart.y_name.substr(0, width));
  for (int r = 0; r < rows; ++r) {
    const bool labelled = r == 0 || r == rows - 1 || r == (rows - 1) / 2;
    const double part = static_cast<double>(rows - 1 - r) / (rows - 1);
    const double y = std::lerp(ranges.y.low, ranges.y.high, part);
    const double value = chart.logarithmic ? std::pow(10, y) : y;
    std::string line = fmt::format("{:>{}} |{}", labelled ? fmt::format("{:.3g}", value) : "",
                                   kLabelWidth - 1, canvas[r]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  const auto first = fmt::format("{:.4g}", ranges.x.low),
             last = fmt::format("{:.4g}", ranges.x.high);
  text += fmt::format("{:>{}} +{}\n", "", kLabelWidth - 1, std::string(width, '-'));
  const int gap = width - static_cast<int>(first.size() + last.size());
  text += fmt::format("{:>{}}{}{:^{}}{}\n", "", kLabelWidth + 1, first, chart.x_name,
                      std::max(gap, 1), last);
  return text + legend_of(chart, columns);
}

std::vector<char> symbols_for(const std::vector<std::string>& names) {
  std::string taken = "-| ", symbols;
  const auto is_free = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 && taken.find(c) == std::string::npos;
  };
  for (const auto& name : names) {
    const auto last_part =
        name.size() > 1 && name[name.size() - 2] == '_' ? name.substr(name.size() - 1) : "";
    const std::string candidates =
        last_part + name + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const auto found = std::find_if(candidates.begin(), candidates.end(), is_free);
    symbols += found == candidates.end() ? '*' : *found;
    taken += symbols.back();
  }
  return {symbols.begin(), symbols.end()};
}

}  // namespace slipflow::app
