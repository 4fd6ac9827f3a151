// The checkpoints of a run in its output directory: when they are written, and which are kept.
#pragma once

#include <chrono>
#include <filesystem>
#include <vector>

#include "checkpoint.hpp"

namespace slipflow::app {

/// The folder "checkpoint" of an output directory.
class CheckpointFolder {
 public:
  explicit CheckpointFolder(const std::filesystem::path& output_directory);
  std::filesystem::path file_of(std::int64_t step) const;
  const std::filesystem::path& path() const { return path_; }
  /// Files named as file_of does, the newest step first; steps from `from` on only.
  std::vector<std::filesystem::path> newest_first(std::int64_t from = 0) const;
  /// Makes the folder. Throws Error(output_failed).
  void make() const;
  /// Removes all but the newest two, and what interrupted writing left.
  void remove_old() const;

 private:
  std::filesystem::path path_;
};

/// Writes the checkpoints of one run.
class Checkpoints {
 public:
  /// `about` says what does not change: case, writer and mesh.
  Checkpoints(const simple_ts::Case& c, simple_ts::Backend& backend, RunOutput& out,
              Checkpoint about, const simple_ts::LoopPosition& from);
  /// Between two steps: writes one if it is due, or wanted, and not there already. `last`: the run
  /// ends here.
  void consider(const simple_ts::LoopPosition& at, bool last, bool wanted);
  /// The newest that was written or that the run began with; empty as long as there is none.
  const std::filesystem::path& newest() const { return newest_; }
  /// Seconds that the last checkpoint took; an estimate before the first.
  double seconds_to_write() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;
  bool is_due(const simple_ts::LoopPosition& at, bool last);
  double intervals(double time) const;  // of output.checkpoint_every_time that have passed

  const simple_ts::Case& case_;
  simple_ts::Backend& backend_;
  RunOutput& out_;
  CheckpointFolder folder_;
  Checkpoint about_;
  std::filesystem::path newest_;
  std::int64_t newest_step_ = -1;
  double intervals_ = 0;
  Clock::time_point written_ = Clock::now();
  double seconds_;
};

}  // namespace slipflow::app
