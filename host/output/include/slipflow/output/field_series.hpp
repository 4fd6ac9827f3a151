// A time series of fields for ParaView: fields.pvd and fields/NNNNNN.vtr.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "slipflow/output/results_folder.hpp"
#include "slipflow/output/snapshot.hpp"

namespace slipflow::output {

/// Writes one .vtr file per snapshot (VTK rectilinear grid, cell data, appended raw binary, UInt64
/// headers, solid cells hidden through vtkGhostType) and rewrites fields.pvd after each of them,
/// through a temporary file and a rename, so that a reader never meets half a file.
/// Every failure to write is Error(output_failed) naming the file.
class FieldSeries {
 public:
  /// fields/ is made in the folder, which outlives the series.
  explicit FieldSeries(ResultsFolder& folder);
  /// Continues a series whose frames have these times; later ones are removed. Frames whose file is
  /// missing keep their number and are left out of fields.pvd.
  FieldSeries(ResultsFolder& folder, std::vector<double> times);
  void write(const Snapshot& snapshot);
  std::size_t frames() const { return times_.size(); }
  const std::vector<double>& times() const { return times_; }
  /// "fields/000012.vtr"
  static std::string frame_name(std::size_t number);

 private:
  void write_collection() const;

  ResultsFolder& folder_;
  std::vector<double> times_;  // by number
  std::vector<bool> missing_;
};

}  // namespace slipflow::output
