// The benchmark: every scheme on every mesh and device, with every launch.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "slipflow/bench/report.hpp"
#include "slipflow/opencl/device.hpp"

namespace slipflow::bench {

/// What to measure.
struct Options {
  const methods::Method* method = nullptr;
  std::vector<opencl::Device> devices;
  std::vector<methods::BenchMesh> meshes;
  std::vector<std::string> schemes;
  std::vector<setup::KernelSet> kernels = {setup::KernelSet::automatic};
  std::vector<int> work_group_sizes = {0};  ///< 0: chosen by the program
  std::vector<int> rows;                    ///< of a sub-domain; 0: chosen by the program
  bool half_the_rows = false;  ///< also two sub-domains above one another, as in the paper
  setup::Precision precision = setup::Precision::in_double;
  bool parity = false;
  bool check = false;  ///< compare states with the serial reference
  int repeats = 5;
  /// Fills in tuned values; may be empty.
  std::function<methods::Launch(const methods::Problem&, const opencl::Device&,
                                const methods::Launch&)>
      tuned;
};

/// The rows to measure by default: the program's choice and powers of two around it.
std::vector<int> usual_rows();

/// Callbacks of a running benchmark; each may be empty. An exception from one of them ends the
/// benchmark.
struct Events {
  std::function<void(const methods::BenchMesh&)> mesh;  ///< from here on results are of this mesh
  /// Completed fraction of all work, 0 to 1, and the current activity.
  std::function<void(double part, const std::vector<std::string>& what)> stage;
  std::function<void(const Result&)> result;
  std::function<void(const Skipped&)> skipped;
};

/// Throws Error(bad_input) for a work-group size that one of the devices cannot run.
void check_launches(const Options& options);

/// Measures everything and adds to the report. A mesh that does not fit a device is skipped
/// there.
void run_bench(const Options& options, const Events& events, Report& report);

}  // namespace slipflow::bench
