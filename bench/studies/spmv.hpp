// How fast a device multiplies a seven-point matrix by a vector, and smooths.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "boxes.hpp"
#include "slipflow/bench/measure.hpp"
#include "slipflow/opencl/device.hpp"
#include "slipflow/output/results_folder.hpp"
#include "slipflow/support/error.hpp"
#include "table_events.hpp"

namespace slipflow::bench::studies {

struct SpmvOptions {
  opencl::Device device;
  std::vector<linear_solvers::Box7> boxes;  ///< empty: usual_spmv_box()
  std::vector<linear_solvers::Coefficients7> kinds;
  bool parity = false;
  int repeats = 5;
};

linear_solvers::Box7 usual_spmv_box(const opencl::Device& device);

/// An operation with a kind of coefficients. Numbers that were not measured are NaN.
struct SpmvResult {
  linear_solvers::Box7 box;
  linear_solvers::Coefficients7 kind = linear_solvers::Coefficients7::free;
  bool smoother = false;  ///< a step of the smoother; else y = A x
  double seconds = kUnknown;
  double copy_rate = kUnknown;  ///< bytes per second
  double serial_seconds = kUnknown;
  double difference = kUnknown;  ///< largest from the serial reference, over the largest number
  bool wrong = false;            ///< it is larger than rounding explains

  /// Read and written, each array once.
  double bytes_per_cell() const;
  double byte_rate() const { return bytes_per_cell() * static_cast<double>(box.cells()) / seconds; }
  double part_of_copy_rate() const { return byte_rate() / copy_rate; }
  double speed_up() const { return serial_seconds / seconds; }
};

struct SpmvReport : ReportHead {
  std::vector<SpmvResult> results;
  std::vector<SkippedBox> skipped;
  std::size_t size() const { return results.size(); }
};

/// Measures every kind and adds to the report.
void run_benchmark(const SpmvOptions& options, const TableEvents& events, SpmvReport& report);

/// The error for a wrong result, or if nothing could be measured; else nothing.
std::optional<Error> fault_of(const SpmvReport& report);

/// On the screen: the heading of the table, and a line of it.
std::string spmv_heading();
std::string spmv_line(const SpmvResult& result);

/// The names of the files that write_report writes, each whole or not at all.
output::ResultNames names_of_files(const SpmvReport& report);
void write_report(output::ResultsFolder& folder, const SpmvReport& report);

}  // namespace slipflow::bench::studies
