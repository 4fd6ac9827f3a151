// What the files of a results folder say about the run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace slipflow::app {

/// The state of a run, as its summary.json has it.
struct RunStatus {
  std::string title;   ///< of the case; empty if there is no summary
  std::string device;  ///< "serial: NAME OF THE HOST'S CPU", "opencl: NAME OF THE DEVICE"
  std::string text;    ///< "done (end): t = 20 after 2000 steps", or why there is none
  bool has_ended = false;
};

/// The symbol of the times in a results folder, by the columns of history.csv: "t", "pseudo-time"
/// or "iteration".
const char* time_symbol_in(const std::filesystem::path& results);

/// Throws Error(bad_input) unless the folder holds the history of a run. A run that resumes or
/// still computes has a summary that is older than its history, or none.
RunStatus status_of_run(const std::filesystem::path& folder);

}  // namespace slipflow::app
