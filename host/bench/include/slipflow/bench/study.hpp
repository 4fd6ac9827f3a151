// The published study of a method, timed on this machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "slipflow/bench/measure.hpp"
#include "slipflow/bench/table_events.hpp"
#include "slipflow/methods/method.hpp"
#include "slipflow/opencl/device.hpp"
#include "slipflow/output/results_folder.hpp"

namespace slipflow::bench {

struct StudyOptions {
  const methods::Method* method = nullptr;
  std::vector<methods::StudyCase> cases;
  opencl::Device device;
  bool parity = false;
  int repeats = 5;
};

/// The outcome of a case of a study.
enum class StudyOutcome { timed, diverged, refused };

/// "timed", "diverged", "refused".
const char* text_of(StudyOutcome outcome);

/// Numbers that were not measured are NaN.
struct StudyResult {
  methods::StudyCase of;
  std::string device;  ///< "one CPU core" for the serial reference
  bool parity = false;
  int repeats = 0;
  StudyOutcome outcome = StudyOutcome::timed;
  long timed = 0;                    ///< steps in each repetition
  double seconds = kUnknown;         ///< per step
  double largest_change = kUnknown;  ///< in the last step that was timed
  double serial_seconds = kUnknown;  ///< per step of the same flow and mesh in this run
  std::string refusal{};             ///< why it cannot be computed, or empty
  bool build_failed = false;         ///< that is an error of the program or of the driver

  double all_seconds() const { return seconds * static_cast<double>(of.steps); }
  double speed_up() const { return serial_seconds / seconds; }
};

struct StudyReport {
  std::string name;     ///< of the method
  std::string notes;    ///< of the study
  std::string command;  ///< the command line
  std::string version;
  std::string host_cpu;  ///< the processor of the serial reference
  std::string device, driver;
  std::vector<StudyResult> results;
};

/// Measures all cases and adds to the report.
void run_study(const StudyOptions& options, const TableEvents& events, StudyReport& report);

/// The error if a kernel did not build or nothing could be computed; else nothing.
std::optional<Error> fault_of(const StudyReport& report);

/// On the screen: the heading of the table, and a line of it.
std::string study_heading();
std::string study_line(const StudyResult& result);

/// The report as a Markdown table, as a CSV table with a line per result, as a JSON object.
std::string markdown(const StudyReport& report);
std::string csv(const StudyReport& report);
std::string json(const StudyReport& report);

/// The names of the files that write_report writes for that method: NAME.md, NAME.csv, NAME.json.
output::ResultNames names_of_study(const std::string& name);
/// Writes each of them whole or not at all.
void write_report(output::ResultsFolder& folder, const StudyReport& report);

}  // namespace slipflow::bench
