// The checkpoints of a run in its output directory: when they are written, and which are kept.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/run/checkpoint.hpp"

namespace slipflow::run {

/// The parts that all checkpoints of a run share: case, mesh and writer.
Checkpoint about_checkpoints(const config::Settings& settings, const methods::Problem& problem,
                             const std::string& writer);

/// Writes the checkpoints of one run.
class Checkpoints {
 public:
  /// `about`: about_checkpoints().
  Checkpoints(const methods::Problem& problem, methods::Simulation& simulation, RunOutput& out,
              Checkpoint about, const LoopPosition& from);
  /// Between two steps: writes one if it is due, or wanted, and not there already. `last`: the run
  /// ends here. When a table was lost during the run, writes one and throws Error(output_failed).
  void consider(const LoopPosition& at, bool last, bool wanted);
  /// The newest that was written or that the run began with; empty as long as there is none.
  const std::filesystem::path& newest() const { return newest_; }
  /// The first SharedFiles::note_on_files() that is not empty, once.
  std::string take_note();
  /// Seconds that the last checkpoint took, an estimate before the first, and the slowest frame,
  /// for which a checkpoint may have to wait.
  double seconds_to_write() const { return seconds_ + out_.slowest_frame(); }
  /// RunOutput::slowest_frame().
  double slowest_frame() const { return out_.slowest_frame(); }

 private:
  using Clock = std::chrono::steady_clock;
  bool is_due(const LoopPosition& at, bool last);
  void write(const LoopPosition& at);
  void remove_old();
  double intervals(double time) const;  // of output.checkpoint_every_time that have passed

  const setup::CheckpointControl& control_;
  methods::Simulation& simulation_;
  RunOutput& out_;
  Checkpoint about_;
  std::filesystem::path newest_;
  std::int64_t newest_step_ = -1;
  double intervals_ = 0;
  Clock::time_point written_ = Clock::now();
  double seconds_;
  bool may_note_ = true;
};

}  // namespace slipflow::run
