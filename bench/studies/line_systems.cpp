#include "line_systems.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "slipflow/bench/ceilings.hpp"
#include "slipflow/linear_solvers/solve_lines.hpp"

namespace slipflow::bench::studies {

namespace {
using linear_solvers::LineAlgorithm;
using linear_solvers::Lines;
using linear_solvers::LineSolver;

constexpr double kSecondsOfARepeat = 0.05;
constexpr long kRowsChecked = 1'000'000;
constexpr long kRowsOfSerial = 4'000'000;
constexpr double kMostRoundings = 500;  // in units of the precision; dominant rows lose no digits
// a, b, c, d and x, and what pta keeps.
constexpr int kArrays = 6;

Lines layout_of(const LineSize& size, bool interleaved) {
  return interleaved ? Lines::interleaved(size.lines, size.rows)
                     : Lines::contiguous(size.lines, size.rows);
}

// Numbers of a row that have to be read and written.
int numbers_of_row(LineAlgorithm algorithm, bool one_matrix) {
  const bool pta = algorithm == LineAlgorithm::pta;  // d' and c' are written and read again
  if (one_matrix) return pta ? 4 : 2;
  return pta ? 9 : 5;
}

double most_error(setup::Precision precision) {
  return kMostRoundings * (needs_double(precision) ? std::numeric_limits<double>::epsilon()
                                                   : std::numeric_limits<float>::epsilon());
}

// A NaN stays.
double larger(double largest, double value) {
  return std::isnan(value) || value > largest ? value : largest;
}
}  // namespace

double Coefficient::at(std::size_t place) const {
  const double value = first_ + step_ * static_cast<double>(place % 97);
  return needs_double(precision_) ? value : static_cast<double>(static_cast<float>(value));
}

std::vector<double> Coefficient::all(std::size_t count) const {
  std::vector<double> values(count);
  for (std::size_t k = 0; k < count; ++k) values[k] = at(k);
  return values;
}

LineBytes bytes_of_lines(const LineSize& size, setup::Precision precision) {
  const double array = setup::bytes_computed(precision) * size.all_rows();
  return {kArrays * array, array};
}

/// Some of the lines, one after another.
struct LineSystems::HostLines {
  Lines lines;
  std::vector<double> a, b, c, d;

  void solve(setup::Precision precision, std::vector<double>& x) const {
    linear_solvers::solve_lines(lines, {.precision = precision}, a, b, c, d, x);
  }

  // The largest residual of a line over |b| and the largest |x| in it.
  double residual(const std::vector<double>& x, long line) const {
    const auto rows = static_cast<std::size_t>(lines.rows);
    const std::size_t first = static_cast<std::size_t>(line) * rows, end = first + rows;
    double scale = 0, largest = 0;
    for (std::size_t k = first; k < end; ++k) scale = larger(scale, std::abs(x[k]));
    for (std::size_t k = first; k < end; ++k) {
      const double before = k > first ? a[k] * x[k - 1] : 0;
      const double after = k + 1 < end ? c[k] * x[k + 1] : 0;
      largest = larger(largest, std::abs(before + b[k] * x[k] + after - d[k]) / std::abs(b[k]));
    }
    return largest / scale;
  }
};

LineSystems::LineSystems(opencl::Workspace& workspace, const LineSize& size,
                         setup::Precision precision)
    : workspace_(workspace),
      size_(size),
      precision_(precision),
      numbers_(setup::bytes_computed(precision)),
      a_(-1, 1e-3, precision),
      b_(4, 1e-2, precision),
      c_(-1, 2e-3, precision),
      d_(1, 0.1, precision),
      device_a_(workspace.array(numbers_, a_.all(count()))),
      device_b_(workspace.array(numbers_, b_.all(count()))),
      device_c_(workspace.array(numbers_, c_.all(count()))),
      device_d_(workspace.array(numbers_, d_.all(count()))),
      device_x_(workspace.array(numbers_, count())) {}

std::size_t LineSystems::count() const {
  return static_cast<std::size_t>(size_.lines) * static_cast<std::size_t>(size_.rows);
}

LineSolver LineSystems::solver(const LineVariant& variant, bool parity) {
  const Lines layout = layout_of(size_, variant.interleaved);
  const linear_solvers::LineChoice choice{.algorithm = variant.algorithm,
                                          .precision = precision_,
                                          .parity = parity,
                                          .rows_per_item = variant.rows_per_item,
                                          .items = variant.items,
                                          .lines_abreast = variant.lines_abreast};
  if (!variant.one_matrix) return {workspace_, layout, choice};
  const auto rows = static_cast<std::size_t>(size_.rows);
  const auto a = a_.all(rows), b = b_.all(rows), c = c_.all(rows);
  return {workspace_, layout, choice, {a, b, c}};
}

void LineSystems::solve(LineSolver& solver, bool one_matrix) const {
  if (one_matrix)
    solver.solve(device_d_, device_x_);
  else
    solver.solve(device_a_, device_b_, device_c_, device_d_, device_x_);
}

TridiagonalResult LineSystems::solve(const LineVariant& variant, bool parity, int repeats) {
  TridiagonalResult result;
  result.device = workspace_.device().name;
  result.size = size_;
  result.variant = variant;
  result.repeats = repeats;
  auto solver = this->solver(variant, parity);
  result.choice = solver.choice();
  result.bytes_per_row = setup::bytes_computed(precision_) *
                         numbers_of_row(result.choice.algorithm, variant.one_matrix);
  // Without the solution of another variant a row that is not stored shows.
  workspace_.write(device_x_, std::vector<double>(count(), kUnknown));
  result.seconds = seconds_per_call(workspace_, {repeats, kSecondsOfARepeat},
                                    [&] { solve(solver, variant.one_matrix); });
  check(layout_of(size_, variant.interleaved), result);
  result.wrong = result.wrong || solver.status().pivot != linear_solvers::Pivot::normal;
  return result;
}

LineSystems::HostLines LineSystems::some_lines(const Lines& layout, long most_rows,
                                               bool one_matrix) const {
  const long lines = std::clamp(most_rows / size_.rows, 1L, size_.lines);
  HostLines some{Lines::contiguous(lines, size_.rows), {}, {}, {}, {}};
  for (long line = 0; line < lines; ++line)
    for (long i = 0; i < size_.rows; ++i) {
      const auto at = static_cast<std::size_t>(line * layout.line_stride + i * layout.row_stride);
      const auto at_matrix = one_matrix ? static_cast<std::size_t>(i) : at;
      some.a.push_back(a_.at(at_matrix));
      some.b.push_back(b_.at(at_matrix));
      some.c.push_back(c_.at(at_matrix));
      some.d.push_back(d_.at(at));
    }
  return some;
}

void LineSystems::check(const Lines& layout, TridiagonalResult& result) const {
  const auto some = some_lines(layout, kRowsChecked, result.variant.one_matrix);
  const auto all = workspace_.read(device_x_);
  std::vector<double> expected(some.b.size());
  some.solve(precision_, expected);
  std::vector<double> x;
  double difference = 0, scale = 0;
  result.residual = 0;
  for (long line = 0; line < some.lines.lines; ++line) {
    for (long i = 0; i < size_.rows; ++i) {
      x.push_back(all[static_cast<std::size_t>(line * layout.line_stride + i * layout.row_stride)]);
      difference = larger(difference, std::abs(x.back() - expected[x.size() - 1]));
      scale = std::max(scale, std::abs(expected[x.size() - 1]));
    }
    result.residual = larger(result.residual, some.residual(x, line));
  }
  result.difference = difference / scale;
  const double most = most_error(precision_);
  result.wrong = !(result.residual <= most && result.difference <= most);
}

double LineSystems::serial_seconds(int repeats) const {
  const auto some = some_lines(layout_of(size_, false), kRowsOfSerial, false);
  std::vector<double> x(some.b.size()), seconds;
  some.solve(precision_, x);
  for (int r = 0; r < repeats; ++r)
    seconds.push_back(seconds_of([&] { some.solve(precision_, x); }));
  return median(seconds) * static_cast<double>(size_.lines) / static_cast<double>(some.lines.lines);
}

}  // namespace slipflow::bench::studies
