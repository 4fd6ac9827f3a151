// A published study of the method psi_omega, timed on this machine.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "report_head.hpp"
#include "slipflow/bench/measure.hpp"
#include "slipflow/methods/method.hpp"
#include "slipflow/opencl/device.hpp"
#include "slipflow/output/results_folder.hpp"
#include "table_events.hpp"

namespace slipflow::bench::studies {

/// A case of the study.
struct PsiOmegaCase {
  std::string flow;  ///< "cavity, Re 1000"
  methods::BenchMesh mesh;
  std::string variant;      ///< the choice that the study compares: "pta interleaved"
  bool on_host = false;     ///< by the serial reference, which is what speed-ups are over
  std::string case_text{};  ///< of a case file
  long steps = 0;           ///< time steps or iterations whose time the study states
  long most_timed = 0;      ///< steps that suffice for a time per step; 0: all of them
  std::string published{};  ///< what the study states, in words; may be empty
};

/// All cases of the study.
std::vector<PsiOmegaCase> psi_omega_cases();
std::unique_ptr<methods::Problem> psi_omega_problem(const PsiOmegaCase& of);

struct PsiOmegaOptions {
  std::vector<PsiOmegaCase> cases;
  opencl::Device device;
  bool parity = false;
  int repeats = 5;
};

/// The outcome of a case of a study.
enum class StudyOutcome { timed, diverged, refused };

/// "timed", "diverged", "refused".
const char* text_of(StudyOutcome outcome);

/// Numbers that were not measured are NaN.
struct PsiOmegaResult {
  PsiOmegaCase of;
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

struct PsiOmegaReport : ReportHead {
  std::vector<PsiOmegaResult> results;
  std::size_t size() const { return results.size(); }
};

/// Measures all cases and adds to the report.
void run_benchmark(const PsiOmegaOptions& options, const TableEvents& events,
                   PsiOmegaReport& report);

/// The error if a kernel did not build or nothing could be computed; else nothing.
std::optional<Error> fault_of(const PsiOmegaReport& report);

/// On the screen: the heading of the table, and a line of it.
std::string psi_omega_heading();
std::string psi_omega_line(const PsiOmegaResult& result);

/// The report as a CSV table, and as JSON.
std::string csv(const PsiOmegaReport& report);
output::Json json(const PsiOmegaReport& report);

/// The names of the files that write_report writes, each whole or not at all.
output::ResultNames names_of_files(const PsiOmegaReport& report);
void write_report(output::ResultsFolder& folder, const PsiOmegaReport& report);

}  // namespace slipflow::bench::studies
