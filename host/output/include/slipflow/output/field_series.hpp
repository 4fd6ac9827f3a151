// A time series of fields for ParaView: fields.pvd and fields/NNNNNN.vtr, .vti or .vtu.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "slipflow/output/results_folder.hpp"
#include "slipflow/output/snapshot.hpp"

namespace slipflow::output {

/// Files of a series: rectilinear grids of any widths; images, whose widths are equal along each
/// axis; unstructured grids of Snapshot::poly.
enum class GridFormat { vtr, vti, vtu };

struct BoundaryPart;

/// Writes one file per snapshot (a grid of VTK, cell data, appended raw binary,
/// UInt64 headers, solid cells hidden through vtkGhostType), with Snapshot::boundary one per patch
/// too and NNNNNN.vtm, which lists all of them, and rewrites fields.pvd after each of
/// them, through a temporary file and a rename, so that a reader never meets half a file. Every
/// failure to write is Error(output_failed) naming the file.
class FieldSeries {
 public:
  /// fields/ is made in the folder, which outlives the series. `poly`: its patches are written.
  explicit FieldSeries(ResultsFolder& folder, GridFormat format = GridFormat::vtr,
                       const mesh::PolyMesh* poly = nullptr);
  /// Continues a series whose frames have these times; later ones are removed. Frames whose file is
  /// missing keep their number and are left out of fields.pvd.
  FieldSeries(ResultsFolder& folder, std::vector<double> times, GridFormat format = GridFormat::vtr,
              const mesh::PolyMesh* poly = nullptr);
  ~FieldSeries();
  FieldSeries(FieldSeries&&) noexcept;
  void write(const Snapshot& snapshot);
  std::size_t frames() const { return times_.size(); }
  const std::vector<double>& times() const { return times_; }
  /// "fields/000012.vtr"
  static std::string frame_name(std::size_t number, GridFormat format = GridFormat::vtr);

 private:
  /// The file that fields.pvd names.
  std::string listed_name(std::size_t number) const;
  void write_collection() const;
  void write_boundary(const Snapshot& snapshot, std::size_t number);

  ResultsFolder& folder_;
  GridFormat format_;
  std::vector<BoundaryPart> parts_;
  std::vector<double> times_;  // by number
  std::vector<bool> missing_;
};

}  // namespace slipflow::output
