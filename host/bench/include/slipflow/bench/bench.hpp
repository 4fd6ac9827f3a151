// The benchmark: every scheme on every mesh and device, in every way it is to be launched.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "slipflow/bench/result.hpp"
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
  /// Fills in what slipflow tune remembers; may be empty.
  std::function<methods::Launch(const methods::Problem&, const opencl::Device&,
                                const methods::Launch&)>
      tuned;
};

/// The rows to measure where nobody says which: the program's choice and powers of two around it.
std::vector<int> usual_rows();

/// What a benchmark tells whoever runs it while it goes; each may be empty. An exception that one
/// of them throws ends the benchmark.
struct Events {
  std::function<void(const methods::BenchMesh&)> mesh;  ///< from here on results are of this mesh
  /// A part of all the work that is done, 0 to 1, and what is being done.
  std::function<void(double part, const std::vector<std::string>& what)> stage;
  std::function<void(const Result&)> result;
  std::function<void(const Skipped&)> skipped;
};

/// Throws Error(bad_input) for a work-group size that one of the devices cannot run.
void check_launches(const Options& options);

/// Measures all of it and adds to the report. A mesh that does not fit a device is skipped there.
void run_bench(const Options& options, const Events& events, Report& report);

}  // namespace slipflow::bench
