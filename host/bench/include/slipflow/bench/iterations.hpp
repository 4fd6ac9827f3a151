// How long iterations and time steps of flows take, by part and by kernel.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/bench/measure.hpp"
#include "slipflow/bench/openfoam_log.hpp"
#include "slipflow/bench/table_events.hpp"
#include "slipflow/methods/method.hpp"
#include "slipflow/opencl/device.hpp"
#include "slipflow/output/results_folder.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::bench {

/// Cells of a box along each axis.
using BoxCells = std::array<int, 3>;

struct IterationOptions {
  const methods::Method* method = nullptr;
  std::optional<opencl::Device> device;  ///< none: the serial reference
  std::vector<BoxCells> boxes;           ///< empty: usual_box_of_flow()
  std::vector<std::string> variants;     ///< empty: all
  std::vector<OpenFoamLog> logs;
  bool parity = false;
  int repeats = 5;
};

BoxCells usual_box_of_flow(const std::optional<opencl::Device>& device);

/// Names of the flows of a method in --variant; none if it has no flows to be timed.
std::vector<std::string> timed_variants(const methods::Method& method);
/// The residual to which its flows are iterated, and that is looked for in logs.
double timed_tolerance(const methods::Method& method);

/// A flow that was measured. Numbers that were not are NaN.
struct TimedResult {
  methods::TimedCase of;
  double seconds = kUnknown;               ///< per iteration or time step
  std::vector<methods::PartTime> parts{};  ///< of one, each of them waited for
  double velocity_iterations = kUnknown;   ///< of the linear systems in one
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
  methods::TimedCase of;
  std::string name;
  double seconds = kUnknown;
  double products = kUnknown;      ///< its time over that of a product with the pressure's matrix
  double part_of_copy = kUnknown;  ///< of the rate of a copy
};

/// The launches of a kernel in an iteration, all over the same number of work-items.
struct KernelResult {
  methods::TimedCase of;
  std::string kernel;
  double items = 0;
  double launches = 0;        ///< in an iteration
  double seconds = kUnknown;  ///< of all of them
  double part = kUnknown;     ///< of the time of all kernels
  double once = kUnknown;     ///< a launch that is not empty
};

struct IterationReport {
  std::string name;     ///< of the method
  std::string command;  ///< the command line
  std::string version;
  std::string host_cpu;
  std::string device, driver;  ///< "one CPU core", ""
  bool parity = false;
  double copy_rate = kUnknown;  ///< bytes per second
  std::vector<OpenFoamLog> logs;
  std::vector<TimedResult> results;
  std::vector<OperationResult> operations;
  std::vector<KernelResult> kernels;
};

/// Measures all flows and adds to the report.
void run_benchmark(const IterationOptions& options, const TableEvents& events,
                   IterationReport& report);

/// The error of a flow that failed, or if nothing could be measured; else nothing.
std::optional<Error> fault_of(const IterationReport& report);

/// Tables on the screen: that of the logs, empty without any; the heading and a line of that of
/// flows; those of the operations and of the slowest kernels of the last flow, empty on the host.
std::string log_lines(const IterationReport& report);
std::string iterations_heading(const IterationReport& report);
std::string iterations_line(const IterationReport& report, const TimedResult& result);
std::string kernel_lines(const IterationReport& report, const TimedResult& result);

/// The names of the files that write_report writes: NAME.md, NAME.csv, NAME_operations.csv,
/// NAME_kernels.csv, NAME.json.
output::ResultNames names_of_files(const IterationReport& report);
/// Writes each of them whole or not at all.
void write_report(output::ResultsFolder& folder, const IterationReport& report);

}  // namespace slipflow::bench
