// The results of the jobs of a sweep: what their folders hold, and the table of all of them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/output/results_folder.hpp"
#include "swept_values.hpp"

namespace slipflow::app {

/// What is known of a job before it is started.
enum class Found {
  none,         ///< no results
  done,         ///< of a run of the same case to its end
  failed,       ///< of a run of the same case that failed
  interrupted,  ///< of a run of the same case that was stopped or killed
  outdated,     ///< done or not, but by another program, or before a file of the case was changed
  of_other_case
};

struct FoundResults {
  Found found = Found::none;
  std::string why;  ///< they are outdated
};

/// How jobs are computed, besides what their cases say.
struct JobProgram {
  std::string backend;
  bool parity = false;
};

/// What the folder of a job holds; `settings` is its case.
FoundResults find_results(const std::filesystem::path& folder, const config::Settings& settings,
                          const JobProgram& program);

/// @name Statuses of jobs, as in summaries; that of a job which has not begun
constexpr const char* kDone = "done";
constexpr const char* kFailed = "failed";
constexpr const char* kStopped = "stopped";
constexpr const char* kWaiting = "waiting";

/// A job with its outcome.
struct JobResult {
  SweepJob job;
  std::string status = kWaiting;
  int exit_status = 0;  ///< of a job that failed
  std::string message;  ///< of a job that failed
};

/// The list of what slipflow has written in a folder. A folder without it is nobody's sweep.
constexpr const char* kListOfFiles = ".slipflow-files";

output::ResultNames names_of_sweep();

/// Writes sweep.csv and sweep.json: swept values, status and summary of each job. The folders of
/// the jobs are in `folder`. Members of a summary that are objects or lists become columns
/// forces.body1.drag, by the first text in an object of a list, else its number.
void write_sweep(output::ResultsFolder& folder, const std::string& case_file,
                 const std::vector<JobResult>& results);

}  // namespace slipflow::app
