// The plan of a sweep: its jobs, each a validated case, and the options for their results.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "methods.hpp"
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
  methods::TestedFor tested{};              ///< by its device
};

/// Validates all cases and looks at the results in their folders. Changes nothing. Throws
/// Error(bad_input) that names the job.
Sweep plan_sweep(const boost::program_options::variables_map& values);

/// Prints a line per job.
void print_plan(const Sweep& sweep);

// The jobs of a sweep, each a process, on the devices of the sweep.

/// A job to be started.
struct QueuedJob {
  std::size_t number = 0;              ///< in the sweep
  std::vector<std::string> arguments;  ///< of the program, without those of a place
};

/// How a job ended: exit status, or 128 and the signal that ended it; what it said last.
struct JobEnd {
  std::size_t number = 0;
  int status = 0;
  std::string message;
  double seconds = 0;
};

struct QueueEvents {
  std::function<void(const JobEnd&)> ended;
  std::function<void(const std::vector<std::size_t>& running)> waiting;  ///< many times a second
  std::function<int()> stop_signal;                                      ///< 0: none yet
};

/// Runs the jobs in their order, one at a time in each of the `places`, which are further arguments
/// such as a device. After a signal to stop it starts no further jobs, passes the signal on to the
/// running ones and waits for their ends. If an event throws, the running jobs are stopped too.
void run_queue(const std::filesystem::path& program, const std::vector<QueuedJob>& jobs,
               const std::vector<std::vector<std::string>>& places, const QueueEvents& events);

}  // namespace slipflow::app
