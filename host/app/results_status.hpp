// What the files of a results folder say about the run: summary.json and the tables.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "slipflow/output/json.hpp"

namespace slipflow::app {

/// The members of summary.json, the numbers of a run that has ended, in their order.
using Summary = output::Json;

/// The summary of a results folder; null where there is none that can be read.
Summary read_summary(const std::filesystem::path& folder);

/// A member, or the other value if it is missing or of another type.
std::string text_in(const Summary& summary, const char* key);
double number_in(const Summary& summary, const char* key, double otherwise = 0);
bool flag_in(const Summary& summary, const char* key);

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
