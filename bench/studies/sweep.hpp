// How fast a device sweeps a seven-point system by each schedule, and the published study of
// triangular sweeps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report_head.hpp"
#include "slipflow/bench/measure.hpp"
#include "slipflow/linear_solvers/sweeps.hpp"
#include "slipflow/opencl/device.hpp"
#include "slipflow/output/results_folder.hpp"
#include "slipflow/support/error.hpp"
#include "table_events.hpp"

namespace slipflow::bench::studies {

/// A schedule with the shape of its tiles.
struct SweepVariant {
  linear_solvers::Schedule7 schedule = linear_solvers::Schedule7::tiles;
  linear_solvers::SweepShape shape{};
};

struct SweepOptions {
  opencl::Device device;
  std::optional<linear_solvers::Box7> box;  ///< else usual_sweep_box()
  std::vector<SweepVariant> variants;
  bool parity = false;
  int repeats = 5;
};

/// The box of the study, and a smaller one for processors.
linear_solvers::Box7 usual_sweep_box(const opencl::Device& device);

/// A sweep of the box. Numbers that were not measured are NaN.
struct SweepResult {
  SweepVariant variant;     ///< with all parameters
  double bytes = kUnknown;  ///< that any schedule has to read and write
  double seconds = kUnknown;
  double copy_rate = kUnknown;  ///< bytes per second
  double serial_seconds = kUnknown;
  double difference = kUnknown;  ///< largest from the serial sweep, over the largest |y|
  bool wrong = false;            ///< it is larger than rounding explains
  std::string refusal{};         ///< why the device cannot do it, or empty

  bool valid() const { return refusal.empty() && !wrong; }
  double byte_rate() const { return bytes / seconds; }
  double part_of_copy_rate() const { return byte_rate() / copy_rate; }
  double speed_up() const { return serial_seconds / seconds; }
};

/// The published decomposition: blocks along y, each a work-group, and fragments along x and z.
struct SweepBlocks {
  int fragments_x = 1, fragments_z = 1, blocks = 1;
  double published = kUnknown;  ///< efficiency
  double seconds = kUnknown;
  double one_block = kUnknown;  ///< seconds with one block
  bool wrong = false;

  int fragments() const { return fragments_x * fragments_z; }
  int steps() const { return fragments() + blocks - 1; }
  double speed_up() const { return wrong ? kUnknown : one_block / seconds; }
  double efficiency() const { return speed_up() / blocks; }
  /// If each fragment of a block takes as long as any other.
  double expected() const { return static_cast<double>(fragments()) / steps(); }
};

struct SweepReport : ReportHead {
  linear_solvers::Box7 box;
  std::vector<SweepResult> results;
  std::vector<SweepBlocks> blocks;
  std::size_t size() const { return results.size() + blocks.size(); }
};

/// Measures everything and adds to the report. Throws Error(no_device) where the box does not
/// fit.
void run_benchmark(const SweepOptions& options, const TableEvents& events, SweepReport& report);

/// The error for a wrong solution, or if nothing could be measured; else nothing.
std::optional<Error> fault_of(const SweepReport& report);

/// On the screen: the headings of the tables, and lines of them.
std::string sweep_heading();
std::string sweep_line(const SweepResult& result);
std::string blocks_heading();
std::string blocks_line(const SweepBlocks& blocks);

/// The names of the files that write_report writes, each whole or not at all: also
/// sweep_blocks.csv.
output::ResultNames names_of_files(const SweepReport& report);
void write_report(output::ResultsFolder& folder, const SweepReport& report);

}  // namespace slipflow::bench::studies
