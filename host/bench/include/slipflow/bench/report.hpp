// A benchmark's results for people and programs.
#pragma once

#include <string>
#include <vector>

#include "slipflow/bench/ceilings.hpp"
#include "slipflow/bench/measure.hpp"
#include "slipflow/methods/method.hpp"
#include "slipflow/output/results_folder.hpp"

namespace slipflow::bench {

// Results of the benchmark, one per kernel, scheme, device, mesh and launch.

/// Verdict on the state that was timed.
enum class Verdict { finite, equal_to_serial, not_finite, differs_from_serial };

/// "finite", "equal to serial", "not finite", "differs from serial".
const char* text_of(Verdict verdict);

/// One pass over the mesh: of an iteration, or at the beginning of a time step. Numbers that were
/// not measured are NaN.
struct Result {
  int device_index = 0;
  std::string device, driver;
  methods::BenchMesh mesh;
  std::string scheme;
  std::string part;        ///< PassInfo::name
  bool iteration = false;  ///< it is that of an iteration
  methods::BackendInfo launch;
  bool parity = false;
  std::string precision = "double";
  Verdict verdict = Verdict::finite;
  int repeats = 0;
  PassTime time;
  double serial_seconds = kUnknown;  ///< per pass
  int serial_passes = 0;
  double steps_per_second = kUnknown, inner_per_step = kUnknown;  ///< with the inner iteration
  Traffic traffic;
  double copy_rate = kUnknown;   ///< bytes per second the device copies in that pattern
  double operations = kUnknown;  ///< per cell and pass
  double multiply_add_rate = kUnknown;

  bool valid() const { return verdict == Verdict::finite || verdict == Verdict::equal_to_serial; }
  double cell_updates() const { return mesh.cells() / time.wall; }  ///< per second
  double serial_cell_updates() const { return mesh.cells() / serial_seconds; }
  double speed_up() const { return serial_seconds / time.wall; }
  double byte_rate() const { return traffic.bytes() * cell_updates(); }
  double part_of_copy_rate() const { return byte_rate() / copy_rate; }
  double operation_rate() const { return operations * cell_updates(); }
  double part_of_multiply_add_rate() const { return operation_rate() / multiply_add_rate; }
  double memory_per_cell() const { return launch.bytes_allocated / mesh.cells(); }
};

/// A mesh that was left out on a device, and why.
struct Skipped {
  std::string device;
  methods::BenchMesh mesh;
  std::string scheme;
  std::string reason;
};

/// All results of one run.
struct Report {
  std::string command;  ///< the command line
  std::string version;
  std::string host_cpu;      ///< the processor of the serial reference
  std::string serial_build;  ///< its compiler and target
  std::vector<Result> results;
  std::vector<Skipped> skipped;
};

/// The heading of the table on the screen, and one result as a line of it.
std::string screen_heading();
std::string screen_line(const Result& result);

/// The report as a Markdown table, as a CSV table with a line per result, as a JSON object.
std::string markdown(const Report& report);
std::string csv(const Report& report);
std::string json(const Report& report);

/// Draws the speed-up over the rows of a sub-domain, a panel per scheme. Returns the bytes of a PNG
/// file; none where no result has a speed-up.
std::string speed_up_chart(const Report& report);

/// The names of the files that write_report writes.
output::ResultNames names_of_reports();

/// Writes bench.md, bench.csv, bench.json and speedup.png, each whole or not at all.
void write_report(output::ResultsFolder& folder, const Report& report);

/// The name of this machine's processor; "unknown" if it cannot be read.
std::string host_cpu_name();
/// "one core of AMD EPYC, compiled by GCC 12.2.0 for x86-64-v3".
std::string serial_reference_text(const Report& report);

}  // namespace slipflow::bench
