// The plan of a sweep: its jobs, each a validated case, and the options for their results.
#pragma once

#include <string>
#include <vector>

#include "methods.hpp"
#include "slipflow/setup/precision.hpp"
#include "sweep_options.hpp"
#include "sweep_results.hpp"

namespace slipflow::app {

/// A job with its plan, made before the first one starts.
struct PlannedJob {
  JobResult result;
  FoundResults results;
  bool runs = true;
  std::vector<std::string> arguments;  ///< besides those of all jobs
};

/// The sweep as its options describe it, every case validated.
struct Sweep {
  SweepOptions options;
  std::vector<PlannedJob> jobs;
  const methods::Method* method = nullptr;  ///< of the first job
  setup::Precision precision = setup::Precision::in_double;
};

/// Validates all cases and looks at the results in their folders. Changes nothing. Throws
/// Error(bad_input) that names the job.
Sweep plan_sweep(const boost::program_options::variables_map& values);

/// Prints a line per job.
void print_plan(const Sweep& sweep);

}  // namespace slipflow::app
