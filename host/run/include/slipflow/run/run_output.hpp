// Everything a run leaves in its output directory.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "slipflow/output/field_series.hpp"
#include "slipflow/output/results_folder.hpp"
#include "slipflow/output/table.hpp"
#include "slipflow/run/measure_tables.hpp"
#include "slipflow/run/output_units.hpp"
#include "slipflow/run/picture_series.hpp"
#include "slipflow/run/time_loop.hpp"
#include "slipflow/support/background.hpp"

namespace slipflow::run {

/// How far the results of a run have got.
struct OutputPosition {
  std::int64_t last_history_step = 0;
  output::TablePosition history;
  MeasurePosition measures;
  std::vector<double> frames;  ///< their times
};

/// Throws Error(bad_input) unless the folder holds the results of the case as they were at
/// `position`; later results do not matter. Only tables have to be there.
void require_results(const methods::Problem& problem, const output::ResultsFolder& folder,
                     const OutputPosition& position);

/// A warning that names the frames which are no longer there at `position`; empty if all are.
std::string missing_frames(const methods::Problem& problem, const output::ResultsFolder& folder,
                           const OutputPosition& position);

class WallOutput;

/// Frames, pictures and tables of one run. The folder is prepared, and outlives this. Threads of
/// their own write and draw what belongs to a frame while the run continues; its end and every
/// checkpoint wait for them.
class RunOutput {
 public:
  /// Continues the results of the directory at `from`, if it is given, and cuts off later ones.
  RunOutput(const methods::Problem& problem, methods::Diagnostics& diagnostics,
            output::ResultsFolder& folder,
            const std::optional<OutputPosition>& from = std::nullopt);
  ~RunOutput();
  RunOutput(const RunOutput&) = delete;
  RunOutput& operator=(const RunOutput&) = delete;
  /// Hands over fields, pictures, profiles and walls of the current state, to be written; writes a
  /// line of each diagnostics table. Throws what went wrong with an earlier frame. `steady`: of
  /// TimeLoopEvents::output.
  void write_frame(long step, double time, bool steady);
  /// Waits until all that was handed over is written. Throws what went wrong with it.
  void finish() { background_.finish(); }
  /// A table that somebody removed or changed during the run: nothing more is written to any table,
  /// and the run has to end. None as long as all is well.
  const std::optional<output::TableLost>& lost_table() const { return lost_; }
  /// The longest time in seconds that a frame took until it was written, so far.
  double slowest_frame() { return background_.slowest(); }
  /// After a time step: averages, and lines of the diagnostics tables when they are due. Throws
  /// what went wrong with a frame.
  void take_step(const StepReport& report);
  /// Writes a line of history.csv if it is due. `force`, at the end of the run, writes it in any
  /// case and throws TableLost if a table was lost by then.
  void write_history(const StepReport& report, bool force = false);
  /// At the end of the run: gives all pictures the colours of the whole run; false if `goes_on`
  /// ended it.
  bool finish_pictures(const PictureSeries::GoesOn& goes_on);
  /// PictureSeries::take_warning().
  std::string take_warning() { return pictures_.take_warning(); }
  /// How far the results have got; they are on the disk when this returns.
  OutputPosition position();
  output::ResultsFolder& folder() { return folder_; }

 private:
  /// What the files of a frame are made from.
  struct Frame {
    long step;
    double time;  ///< in the unit of the method
    bool steady;
    methods::FrameValues values;
    methods::Averages averages;
    std::vector<methods::WallData> walls;
  };

  Background::Rest write_files(Frame& frame);
  output::Snapshot snapshot_of(Frame& frame) const;
  void add_fields(Frame& frame, output::Snapshot& snapshot) const;
  void write_profiles(const methods::Samples& samples, std::size_t frame) const;
  template <class Write>
  void unless_lost(Write write);

  const methods::Problem& problem_;
  const setup::OutputControl& control_;
  methods::Diagnostics& diagnostics_;
  output::ResultsFolder& folder_;
  const OutputUnits units_;
  const MeshInUnit mesh_;  // of frames
  output::FieldSeries series_;
  std::vector<double> times_;  // of frames, in the unit of the method
  output::Table history_;
  MeasureTables measures_;
  std::unique_ptr<WallOutput> walls_;  // none if the case does not ask for it
  std::int64_t last_history_step_ = 0;
  std::optional<output::TableLost> lost_;
  PictureSeries pictures_;
  Background background_;  // ends before all that its tasks use
};

}  // namespace slipflow::run
