// bench_tridiagonal [options]: how fast a device solves tridiagonal systems. For each size prints,
// for each algorithm and layout, milliseconds, GB/s of the memory traffic that the algorithm must
// have, the part of the rate of a copy that this is, and the largest difference from Thomas'
// algorithm.
#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>

#include "slipflow/bench/ceilings.hpp"
#include "slipflow/linear_solvers/line_solver.hpp"
#include "slipflow/linear_solvers/solve_lines.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace {
namespace po = boost::program_options;
using namespace slipflow;
using namespace slipflow::linear_solvers;

constexpr int kRepeats = 5;
constexpr double kSecondsOfARepeat = 0.05;
constexpr int kMostSolutions = 1000;
constexpr long kRowsChecked = 1'000'000;
constexpr std::size_t kCopied = std::size_t{1} << 26;

/// One line of the table.
struct Row {
  const char* name;
  LineAlgorithm algorithm;
  bool interleaved = false;
  bool one_matrix = false;
  int numbers = 5;        // read and written for each row of a line
  int rows_per_item = 0;  // 0: chosen
};

const std::vector<Row> rows_of_algorithms{
    {"partition", LineAlgorithm::partition},
    {"partition, interleaved", LineAlgorithm::partition, true},
    {"partition, one matrix", LineAlgorithm::partition, false, true, 2},
    {"pta", LineAlgorithm::pta, false, false, 9},
    {"pta, interleaved", LineAlgorithm::pta, true, false, 9},
    {"pta, interleaved, one matrix", LineAlgorithm::pta, true, true, 4},
    {"pcr", LineAlgorithm::pcr},
    {"cr", LineAlgorithm::cr}};
const std::vector<Row> rows_of_partition{
    {"partition of 1 row", LineAlgorithm::partition, false, false, 5, 1},
    {"partition of 2 rows", LineAlgorithm::partition, false, false, 5, 2},
    {"partition of 4 rows", LineAlgorithm::partition, false, false, 5, 4},
    {"partition of 8 rows", LineAlgorithm::partition, false, false, 5, 8},
    {"partition of 16 rows", LineAlgorithm::partition, false, false, 5, 16},
    {"interleaved, of 1 row", LineAlgorithm::partition, true, false, 5, 1},
    {"interleaved, of 2 rows", LineAlgorithm::partition, true, false, 5, 2},
    {"interleaved, of 4 rows", LineAlgorithm::partition, true, false, 5, 4},
    {"interleaved, of 8 rows", LineAlgorithm::partition, true, false, 5, 8},
    {"interleaved, of 16 rows", LineAlgorithm::partition, true, false, 5, 16}};

po::options_description options() {
  po::options_description options("Options");
  auto add = options.add_options();
  add("device", po::value<std::string>()->default_value("auto"), "as of slipflow run");
  add("rows", po::value<long>(), "rows of a line; with --lines instead of the usual sizes");
  add("lines", po::value<long>(), "number of lines");
  add("precision", po::value<std::string>()->default_value("double"), "double or single");
  add("parity", po::bool_switch(), "with the bits of the serial reference");
  add("partition", po::bool_switch(), "partition with each number of rows for a work-item");
  add("items", po::value<int>()->default_value(0), "partition: work-items of a line; 0: chosen");
  add("abreast", po::value<int>()->default_value(0), "partition: lines of a group; 0: chosen");
  add("help", "show this");
  return options;
}

// Not quite the same in each row.
std::vector<double> nearly(double value, double step, std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t k = 0; k < count; ++k) values[k] = value + step * static_cast<double>(k % 97);
  return values;
}

double median_seconds(const opencl::Workspace& workspace, const std::function<void()>& solve) {
  const auto seconds_for = [&](int solutions) {
    return seconds_of([&] {
      for (int n = 0; n < solutions; ++n) solve();
      workspace.finish();
    });
  };
  seconds_for(1);
  const double once = std::max(seconds_for(1), 1e-7);
  const int solutions =
      static_cast<int>(std::clamp(kSecondsOfARepeat / once, 1.0, double{kMostSolutions}));
  std::vector<double> seconds;
  for (int k = 0; k < kRepeats; ++k) seconds.push_back(seconds_for(solutions) / solutions);
  return median(seconds);
}

/// The systems of one size on a device.
class Systems {
 public:
  Systems(opencl::Workspace& workspace, long lines, long rows, setup::Precision precision)
      : workspace_(workspace),
        precision_(precision),
        numbers_(setup::bytes_computed(precision)),
        lines_(lines),
        rows_(rows),
        a_(nearly(-1, 1e-3, size())),
        b_(nearly(4, 1e-2, size())),
        c_(nearly(-1, 2e-3, size())),
        d_(nearly(1, 0.1, size())),
        on_device_{array(a_), array(b_), array(c_), array(d_), array(d_)} {}

  /// Seconds of a solution, its largest difference from Thomas' algorithm, and the choice.
  struct Result {
    double seconds, difference;
    LineChoice choice;
  };
  Result time(const Row& row, const LineChoice& wanted) {
    const Lines lines =
        row.interleaved ? Lines::interleaved(lines_, rows_) : Lines::contiguous(lines_, rows_);
    const auto& [a, b, c, d, x] = on_device_;
    const auto part = [&](const std::vector<double>& of) {
      return std::span(of).first(static_cast<std::size_t>(rows_));
    };
    auto solver = row.one_matrix
                      ? LineSolver(workspace_, lines, wanted, {part(a_), part(b_), part(c_)})
                      : LineSolver(workspace_, lines, wanted);
    const double seconds = median_seconds(workspace_, [&] {
      if (row.one_matrix)
        solver.solve(d, x);
      else
        solver.solve(a, b, c, d, x);
    });
    check_pivots(solver.status());
    return {seconds, difference(lines, row.one_matrix, workspace_.read(x)), solver.choice()};
  }

  double numbers_of_row(int numbers) const {
    return static_cast<double>(numbers_.bytes(size())) * numbers;
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(lines_ * rows_); }
  opencl::Array array(const std::vector<double>& values) {
    return workspace_.array(numbers_, values);
  }

  // Of the first lines.
  double difference(Lines lines, bool one_matrix, const std::vector<double>& x) const {
    lines.lines = std::clamp(kRowsChecked / rows_, 1L, lines_);
    auto thomas = x;
    if (one_matrix) {
      // The matrix is that of the first rows, wherever the lines are.
      const auto of_all = [&](const std::vector<double>& matrix) {
        auto values = matrix;
        for (long line = 0; line < lines.lines; ++line)
          for (long i = 0; i < rows_; ++i)
            values[static_cast<std::size_t>(line * lines.line_stride + i * lines.row_stride)] =
                matrix[static_cast<std::size_t>(i)];
        return values;
      };
      solve_lines(lines, {.precision = precision_}, of_all(a_), of_all(b_), of_all(c_), d_, thomas);
    } else {
      solve_lines(lines, {.precision = precision_}, a_, b_, c_, d_, thomas);
    }
    double largest = 0, scale = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      largest = std::max(largest, std::abs(x[k] - thomas[k]));
      scale = std::max(scale, std::abs(thomas[k]));
    }
    return largest / scale;
  }

  opencl::Workspace& workspace_;
  const setup::Precision precision_;
  const opencl::Numbers numbers_;
  const long lines_, rows_;
  const std::vector<double> a_, b_, c_, d_;
  const opencl::Array on_device_[5];
};

void print_row(const Row& row, const Systems::Result& r, double bytes, double copy_rate) {
  const double rate = bytes / r.seconds;
  std::string parameters;
  if (r.choice.algorithm == LineAlgorithm::partition)
    parameters = fmt::format("{} rows x {} items x {} lines", r.choice.rows_per_item,
                             r.choice.items, r.choice.lines_abreast);
  fmt::print("  {:<28} {:>9.4f} ms {:>8.1f} GB/s {:>6.1f} % of copy  {:>8.1e}  {}\n", row.name,
             1e3 * r.seconds, 1e-9 * rate, 100 * rate / copy_rate, r.difference, parameters);
  std::fflush(stdout);
}

void time_size(const opencl::Queue& queue, long lines, long rows, const po::variables_map& values,
               double copy_rate) {
  const auto precision = *setup::precision_named(values["precision"].as<std::string>());
  opencl::Workspace workspace(queue);
  fmt::print("{} lines of {} rows\n", lines, rows);
  Systems systems(workspace, lines, rows, precision);
  for (const Row& row : values["partition"].as<bool>() ? rows_of_partition : rows_of_algorithms) {
    try {
      const auto result = systems.time(row, {.algorithm = row.algorithm,
                                             .precision = precision,
                                             .parity = values["parity"].as<bool>(),
                                             .rows_per_item = row.rows_per_item,
                                             .items = values["items"].as<int>(),
                                             .lines_abreast = values["abreast"].as<int>()});
      print_row(row, result, systems.numbers_of_row(row.numbers), copy_rate);
    } catch (const Error& refused) {
      if (refused.status() != ExitStatus::bad_input) throw;
      fmt::print("  {:<28} {}\n", row.name, refused.what());
    }
  }
}

int time_algorithms(const po::variables_map& values) {
  const auto device = opencl::choose_device(values["device"].as<std::string>());
  const auto precision = setup::precision_named(values["precision"].as<std::string>());
  if (!precision || *precision == setup::Precision::in_mixed)
    throw std::runtime_error("--precision is double or single");
  const int bytes = setup::bytes_computed(*precision);
  const double copy_rate = bench::Ceilings(device, *precision).copy_rate({1, 1, bytes}, kCopied);
  fmt::print("{}, {} precision, copy {:.1f} GB/s\n", device.name, setup::name_of(*precision),
             1e-9 * copy_rate);
  const opencl::Queue queue(device);
  if (values.count("lines") && values.count("rows")) {
    time_size(queue, values["lines"].as<long>(), values["rows"].as<long>(), values, copy_rate);
    return 0;
  }
  const std::pair<long, long> sizes[] = {{62, 62},       {126, 126},     {254, 254},
                                         {510, 510},     {1022, 1022},   {2046, 2046},
                                         {4094, 4094},   {65536, 256},   {100'000, 1000},
                                         {262'144, 512}, {1, 1'000'000}, {100, 1'000'000}};
  for (const auto& [lines, rows] : sizes) time_size(queue, lines, rows, values, copy_rate);
  return 0;
}
}  // namespace

int main(int argc, char** argv) try {
  po::variables_map values;
  po::store(po::parse_command_line(argc, argv, options()), values);
  if (values.count("help")) {
    std::cout << "bench_tridiagonal [options]: how fast a device solves tridiagonal systems\n"
              << options();
    return 0;
  }
  return time_algorithms(values);
} catch (const std::exception& error) {
  std::cerr << "bench_tridiagonal: " << error.what() << '\n';
  return 2;
}
