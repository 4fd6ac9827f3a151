// How fast a device solves the seven-point systems of a pressure, by each solver.
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

/// A solver that can be timed, by its name.
struct PressureSolver {
  const char* name;
  linear_solvers::Choice7 choice;
};
const std::vector<PressureSolver>& pressure_solvers();

struct PressureOptions {
  opencl::Device device;
  std::vector<linear_solvers::Box7> boxes;  ///< empty: usual_pressure_boxes()
  std::vector<PressureSolver> solvers;
  linear_solvers::Coefficients7 kind = linear_solvers::Coefficients7::symmetric;  ///< or free
  bool parity = false;
  int repeats = 5;
};

/// Boxes of 64^3 to 256^3 cells; on processors 32^3.
std::vector<linear_solvers::Box7> usual_pressure_boxes(const opencl::Device& device);

/// A system solved by a solver. Numbers that were not measured are NaN.
struct PressureResult {
  std::string problem;
  linear_solvers::Box7 box;
  std::string solver;
  int iterations = 0;
  double seconds = kUnknown;
  double residual = kUnknown;  ///< |f - A x| over |f|, from the solution
  double serial_seconds = kUnknown;
  bool wrong = false;     ///< the residual is too large for a solution
  std::string refusal{};  ///< why there is no solution, or empty

  bool valid() const { return refusal.empty() && !wrong; }
  /// Cells solved per second.
  double cell_rate() const { return static_cast<double>(box.cells()) / seconds; }
  double speed_up() const { return serial_seconds / seconds; }
};

struct PressureReport : ReportHead {
  linear_solvers::Coefficients7 kind = linear_solvers::Coefficients7::symmetric;
  std::vector<PressureResult> results;
  std::vector<SkippedBox> skipped;
  std::size_t size() const { return results.size(); }
};

/// Solves every system by every solver and adds to the report.
void run_benchmark(const PressureOptions& options, const TableEvents& events,
                   PressureReport& report);

/// The error for a wrong solution, or if nothing could be measured; else nothing.
std::optional<Error> fault_of(const PressureReport& report);

/// On the screen: the heading of the table, and a line of it.
std::string pressure_heading();
std::string pressure_line(const PressureResult& result);

/// The names of the files that write_report writes, each whole or not at all.
output::ResultNames names_of_files(const PressureReport& report);
void write_report(output::ResultsFolder& folder, const PressureReport& report);

}  // namespace slipflow::bench::studies
