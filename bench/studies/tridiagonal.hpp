// How fast a device solves tridiagonal systems.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report_head.hpp"
#include "slipflow/bench/measure.hpp"
#include "slipflow/linear_solvers/lines.hpp"
#include "slipflow/opencl/device.hpp"
#include "slipflow/output/results_folder.hpp"
#include "slipflow/support/error.hpp"
#include "table_events.hpp"

namespace slipflow::bench::studies {

/// A number of systems, "lines", and the rows of each.
struct LineSize {
  long lines = 0, rows = 0;
  double all_rows() const { return static_cast<double>(lines) * static_cast<double>(rows); }
};

/// One way to solve them.
struct LineVariant {
  linear_solvers::LineAlgorithm algorithm = linear_solvers::LineAlgorithm::automatic;
  bool interleaved = false;
  bool one_matrix = false;  ///< all lines have the same a, b and c, which are eliminated before
  int rows_per_item = 0;    ///< this and the next two: of partition, 0 chosen by the program
  int items = 0;
  int lines_abreast = 0;
};

/// The published squares, and many lines.
std::vector<LineSize> usual_line_sizes();
/// Every algorithm with both layouts, and those that can eliminate one matrix.
std::vector<LineVariant> usual_line_variants();

struct TridiagonalOptions {
  opencl::Device device;
  std::vector<LineSize> sizes;
  std::vector<LineVariant> variants;
  setup::Precision precision = setup::Precision::in_double;  ///< not in_mixed
  bool parity = false;
  int repeats = 5;
};

/// Numbers that were not measured are NaN.
struct TridiagonalResult {
  std::string device;
  LineSize size;
  LineVariant variant;
  linear_solvers::LineChoice choice;  ///< with all parameters
  int repeats = 0;
  double bytes_per_row = kUnknown;  ///< that an algorithm has to read and write
  double seconds = kUnknown;        ///< per solution of all lines
  double copy_rate = kUnknown;      ///< bytes per second
  double serial_seconds = kUnknown;
  double difference = kUnknown;  ///< largest from the serial reference, over the largest |x|
  double residual = kUnknown;    ///< largest |a x + b x + c x - d| over |b| and the largest |x|
  bool wrong = false;            ///< its errors are larger than rounding explains
  std::string refusal{};         ///< why the device or the algorithm cannot do it, or empty

  bool valid() const { return refusal.empty() && !wrong; }
  double byte_rate() const { return bytes_per_row * size.all_rows() / seconds; }
  double part_of_copy_rate() const { return byte_rate() / copy_rate; }
  double speed_up() const { return serial_seconds / seconds; }
};

/// A size that was left out, and why.
struct TridiagonalSkipped {
  LineSize size;
  std::string reason;
};

struct TridiagonalReport : ReportHead {
  std::vector<TridiagonalResult> results;
  std::vector<TridiagonalSkipped> skipped;
  std::size_t size() const { return results.size(); }
};

/// Measures everything and adds to the report.
void run_benchmark(const TridiagonalOptions& options, const TableEvents& events,
                   TridiagonalReport& report);

/// The error for a wrong solution, or if nothing could be measured; else nothing.
std::optional<Error> fault_of(const TridiagonalReport& report);

/// For the screen: the heading of the table, and its line for a result or a skipped measurement.
std::string tridiagonal_heading();
std::string tridiagonal_line(const TridiagonalResult& result);
std::string tridiagonal_line(const TridiagonalSkipped& skipped);

/// The names of the files that write_report writes, each whole or not at all.
output::ResultNames names_of_files(const TridiagonalReport& report);
void write_report(output::ResultsFolder& folder, const TridiagonalReport& report);

}  // namespace slipflow::bench::studies
