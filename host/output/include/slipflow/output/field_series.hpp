// A time series of fields for ParaView: fields.pvd and fields/NNNNNN.vtr.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "slipflow/output/snapshot.hpp"

namespace slipflow::output {

/// Writes one .vtr file per snapshot (VTK rectilinear grid, cell data, appended raw binary, UInt64
/// headers, solid cells hidden through vtkGhostType) and rewrites fields.pvd after each of them,
/// through a temporary file and a rename, so that a reader never meets half a file.
/// Every failure to write is Error(output_failed) naming the file.
class FieldSeries {
 public:
  /// `directory` exists; fields/ is created in it.
  explicit FieldSeries(std::filesystem::path directory);
  /// Goes on with a series whose frames have these times; later ones are removed.
  FieldSeries(std::filesystem::path directory, const std::vector<double>& times);
  void write(const Snapshot& snapshot);
  std::size_t frames() const { return frames_.size(); }
  std::vector<double> times() const;

 private:
  void write_collection() const;

  std::filesystem::path directory_;
  std::vector<std::pair<double, std::string>> frames_;  // time, path relative to directory_
};

}  // namespace slipflow::output
