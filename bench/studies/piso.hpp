// How long iterations and time steps of flows take, by part and by kernel.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "openfoam_log.hpp"
#include "piso_flow.hpp"
#include "report_head.hpp"
#include "slipflow/bench/measure.hpp"
#include "slipflow/opencl/device.hpp"
#include "slipflow/output/results_folder.hpp"
#include "slipflow/support/error.hpp"
#include "table_events.hpp"

namespace slipflow::bench::studies {

/// Cells of a box along each axis.
using BoxCells = std::array<int, 3>;

struct PisoOptions {
  std::optional<opencl::Device> device;  ///< none: the serial reference
  std::vector<BoxCells> boxes;           ///< empty: 100^3 cells, on processors 24^3
  std::vector<std::string> variants;     ///< empty: all
  std::vector<OpenFoamLog> logs;
  bool parity = false;
  int repeats = 5;
};

/// Names of the flows in --variant.
std::vector<std::string> timed_variants();
/// The residual to which they are iterated, and that is looked for in logs.
double timed_tolerance();

/// A flow that was measured. Numbers that were not are NaN.
struct TimedResult {
  TimedCase of;
  double seconds = kUnknown;              ///< per iteration or time step
  std::vector<PartTime> parts{};          ///< of one, each of them waited for
  double velocity_iterations = kUnknown;  ///< of the linear systems in one
  double pressure_iterations = kUnknown;
  double kernel_seconds = kUnknown;  ///< of its kernels, by the clock of the device
  double bytes = kUnknown;           ///< allocated on the device
  /// From the initial state until the residuals are below the tolerance.
  std::optional<FlowWork> to_goal{};
  std::string note{};  ///< why it was not measured, or empty
  std::optional<Error> fault{};

  /// The time of the fastest log that can be compared, over this one; NaN if there is none.
  double speed_up(const std::vector<OpenFoamLog>& logs) const;
};

/// An operation of the equations by the clock of the device.
struct OperationResult {
  TimedCase of;
  std::string name;
  double seconds = kUnknown;
  double products = kUnknown;      ///< its time over that of a product with the pressure's matrix
  double part_of_copy = kUnknown;  ///< of the rate of a copy
};

/// The launches of a kernel in an iteration, all over the same number of work-items.
struct KernelResult {
  TimedCase of;
  std::string kernel;
  double items = 0;
  double launches = 0;        ///< in an iteration
  double seconds = kUnknown;  ///< of all of them
  double part = kUnknown;     ///< of the time of all kernels
  double once = kUnknown;     ///< a launch that is not empty
};

struct PisoReport : ReportHead {
  double copy_rate = kUnknown;  ///< bytes per second
  std::vector<OpenFoamLog> logs;
  std::vector<TimedResult> results;
  std::vector<OperationResult> operations;
  std::vector<KernelResult> kernels;
  std::size_t size() const { return results.size(); }
};

/// Measures all flows and adds to the report.
void run_benchmark(const PisoOptions& options, const TableEvents& events, PisoReport& report);

/// The error of a flow that failed, or if nothing could be measured; else nothing.
std::optional<Error> fault_of(const PisoReport& report);

/// Tables on the screen: that of the logs, empty without any; the heading and a line of that of
/// flows; those of the operations and of the slowest kernels of the last flow, empty on the host.
std::string log_lines(const PisoReport& report);
std::string piso_heading(const PisoReport& report);
std::string piso_line(const PisoReport& report, const TimedResult& result);
std::string kernel_lines(const PisoReport& report, const TimedResult& result);

/// The names of the files that write_report writes, each whole or not at all: also
/// piso_operations.csv and piso_kernels.csv.
output::ResultNames names_of_files(const PisoReport& report);
void write_report(output::ResultsFolder& folder, const PisoReport& report);

}  // namespace slipflow::bench::studies
