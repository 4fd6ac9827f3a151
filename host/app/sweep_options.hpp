// The options of slipflow sweep.
#pragma once

#include <boost/program_options.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "backend_option.hpp"
#include "sweep_results.hpp"
#include "swept_values.hpp"

namespace slipflow::app {

struct SweepOptions {
  std::string case_file;
  std::vector<SweepJob> jobs;
  std::filesystem::path output;
  ChosenBackend backend;
  JobProgram program;
  std::vector<std::optional<std::string>> devices;  ///< none given: one without a name
  int jobs_per_device = 1;
  bool trust_device = false;
  bool overwrite = false;
  bool retry = false;  ///< jobs that failed run again
  bool dry_run = false;
  std::vector<std::string> overrides;      ///< of every job, as --set takes them
  std::vector<std::string> run_arguments;  ///< of every job: "run", the case and its options
};

/// Throws Error(bad_input).
SweepOptions case_sweep_from(const boost::program_options::variables_map& values);

}  // namespace slipflow::app
