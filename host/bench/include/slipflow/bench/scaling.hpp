// How the speed grows with the number of ranks.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/bench/measure.hpp"
#include "slipflow/methods/method.hpp"
#include "slipflow/output/results_folder.hpp"
#include "slipflow/parallel/team.hpp"

namespace slipflow::bench {

/// Weak: each rank has a mesh of the given size. Strong: all ranks share it.
enum class ScalingMode { weak, strong };

enum class ScalingVerdict { finite, equal_to_one_rank, not_finite, differs_from_one_rank };

/// "weak", "strong"; "finite", "equal to one rank", "not finite", "differs from one rank".
const char* text_of(ScalingMode mode);
const char* text_of(ScalingVerdict verdict);

/// One scheme on one mesh with one number of ranks. Numbers that were not measured are NaN.
struct ScalingResult {
  ScalingMode mode = ScalingMode::weak;
  methods::BenchMesh mesh;  ///< of all ranks
  std::string scheme;
  int ranks = 1;
  mesh::Grid grid;
  std::string device;  ///< of the ranks, each name once
  std::string precision = "double";
  bool parity = false;
  ScalingVerdict verdict = ScalingVerdict::finite;
  int repeats = 0, steps = 0;      ///< timings, and time steps in each of them
  double seconds = kUnknown;       ///< per inner iteration
  double one_rank = kUnknown;      ///< the same on one rank: of its part (weak), of all (strong)
  double waiting_halo = kUnknown;  ///< fraction of the time, as the next one
  double waiting_decision = kUnknown;
  double in_vain = kUnknown;  ///< fraction of the iterations of steps that reach the tolerance
  double imbalance = kUnknown;

  bool valid() const {
    return verdict == ScalingVerdict::finite || verdict == ScalingVerdict::equal_to_one_rank;
  }
  double efficiency() const;
  double cell_updates() const { return mesh.cells() / seconds; }  ///< per second
};

/// A measurement that was left out, and why.
struct ScalingSkipped {
  ScalingMode mode = ScalingMode::weak;
  methods::BenchMesh mesh;
  std::string scheme;
  int ranks = 1;
  std::string reason;
};

struct ScalingReport {
  std::string command;  ///< the command line
  std::string version;
  std::vector<ScalingResult> results;
  std::vector<ScalingSkipped> skipped;
};

struct ScalingOptions {
  const methods::Method* method = nullptr;
  std::vector<methods::BenchMesh> meshes;
  std::vector<std::string> schemes;
  setup::Precision precision = setup::Precision::in_double;
  bool parity = false;
  int repeats = 5;
  std::optional<opencl::Queue> queue;  ///< of this rank; without one it computes on the host
  int threads = 0;  ///< there: those of the backend threads, or 0 for the serial reference
};

/// On rank 0; each may be empty.
struct ScalingEvents {
  std::function<void(const ScalingResult&)> result;
  std::function<void(const ScalingSkipped&)> skipped;
};

/// 1, 2, 4 .. and `ranks`.
std::vector<int> rank_counts(int ranks);

/// Fractions of the time between two calls of Machine::rank_times().
struct Waiting {
  double halo = kUnknown, decision = kUnknown;
  double imbalance = kUnknown;  ///< exact if the same rank is the slowest both times
};
Waiting waiting_between(const methods::RankTimes& begin, const methods::RankTimes& end);

/// Measures with rank_counts(team.size()) ranks and adds to the report of rank 0. A mesh that
/// does not fit, or cannot be cut into that many pieces, is left out. Collective.
void run_scaling(const ScalingOptions& options, parallel::Team& team, const ScalingEvents& events,
                 ScalingReport& report);

/// The error for a state that invalidates results, or if there are none; else nothing.
std::optional<Error> fault_of(const ScalingReport& report);

/// For the screen: the heading of the table, and its line for a result or a skipped measurement.
std::string scaling_heading();
std::string scaling_line(const ScalingResult& result);
std::string scaling_line(const ScalingSkipped& skipped);

/// The report as a Markdown table, as a CSV table with a line per result, as a JSON object.
std::string markdown(const ScalingReport& report);
std::string csv(const ScalingReport& report);
std::string json(const ScalingReport& report);

/// The names of the files that write_report writes: scaling.md, scaling.csv, scaling.json.
output::ResultNames names_of_scaling();
/// Writes each of them whole or not at all.
void write_report(output::ResultsFolder& folder, const ScalingReport& report);

}  // namespace slipflow::bench
