// How fast a device sweeps a seven-point system by each schedule, and the published study of
// triangular sweeps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "slipflow/bench/measure.hpp"
#include "slipflow/bench/table_events.hpp"
#include "slipflow/linear_solvers/sweeps.hpp"
#include "slipflow/opencl/device.hpp"
#include "slipflow/output/results_folder.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::bench {

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

/// Seconds in which one work-group sweeps 1000 cells of a tile.
struct SweepGroup {
  int items = 0;    ///< rows of the tile
  int columns = 0;  ///< cells of a row
  double median = kUnknown, percentile95 = kUnknown;
};

/// seconds = a - b columns - c ln(items) - d ln(columns), by least squares.
struct SweepFit {
  double a = kUnknown, b = kUnknown, c = kUnknown, d = kUnknown;
  double r_squared = kUnknown;
};
SweepFit fit_of(const std::vector<SweepGroup>& groups, double SweepGroup::*seconds);

struct SweepReport {
  std::string command;  ///< the command line
  std::string version;
  std::string host_cpu;  ///< the processor of the serial sweep
  std::string device, driver;
  linear_solvers::Box7 box;
  bool parity = false;
  std::vector<SweepResult> results;
  std::vector<SweepBlocks> blocks;
  std::vector<SweepGroup> groups;

  std::size_t size() const { return results.size() + blocks.size() + groups.size(); }
};

/// Measures everything and adds to the report. Throws Error(no_device) where the box does not fit.
void run_sweeps(const SweepOptions& options, const TableEvents& events, SweepReport& report);

/// The error for a wrong solution, or if nothing could be measured; else nothing.
std::optional<Error> fault_of(const SweepReport& report);

/// On the screen: the headings of the tables, lines of them, and the fits.
std::string sweep_heading();
std::string sweep_line(const SweepResult& result);
std::string blocks_heading();
std::string blocks_line(const SweepBlocks& blocks);
std::string groups_heading();
std::string groups_line(const SweepGroup& group);
std::string fit_lines(const SweepReport& report);

/// The report as Markdown, and as a JSON object.
std::string markdown(const SweepReport& report);
std::string json(const SweepReport& report);
/// The efficiency over the number of blocks, the bytes of a PNG file; none before it is known.
std::string efficiency_chart(const SweepReport& report);

/// The names of the files that write_report writes: sweep.md, a CSV table each for schedules,
/// blocks and groups, sweep.json, and efficiency.png.
output::ResultNames names_of_sweep();
/// Writes each of them whole or not at all.
void write_report(output::ResultsFolder& folder, const SweepReport& report);

}  // namespace slipflow::bench
