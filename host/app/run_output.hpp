// Everything a run leaves in its output directory.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "slipflow/output/field_series.hpp"
#include "slipflow/output/json.hpp"
#include "slipflow/output/table.hpp"
#include "slipflow/simple_ts/time_loop.hpp"

namespace slipflow::app {

/// Frames, pictures and tables of one run. The directory exists and is the run's own.
class RunOutput {
 public:
  RunOutput(const simple_ts::Case& c, simple_ts::Backend& backend,
            const std::filesystem::path& directory);
  /// Fields, pictures and forces of the backend's state.
  void write_frame(long step, double time);
  /// A line of history.csv; `force` writes it whatever output.history_every says.
  void write_history(const simple_ts::StepReport& report, bool force = false);
  /// Forces of the last frame, for the summary; empty without bodies or without a stream.
  std::vector<output::JsonObject> forces_summary() const;

 private:
  void write_forces(const simple_ts::State& state, long step, double time);

  const simple_ts::Case& case_;
  simple_ts::Backend& backend_;
  std::filesystem::path directory_;
  output::FieldSeries series_;
  output::Table history_;
  std::unique_ptr<output::Table> forces_;
  std::vector<output::JsonObject> last_forces_;
  long last_history_step_ = 0;
};

}  // namespace slipflow::app
