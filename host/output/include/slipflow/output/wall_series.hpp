// Values along walls over time, for ParaView.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "slipflow/output/results_folder.hpp"
#include "slipflow/output/snapshot.hpp"

namespace slipflow::output {

/// Faces of all walls at one time, each with values: straight lines between two points, in space
/// quadrilaterals.
struct WallSnapshot {
  double time = 0;
  double length_factor = 1;                                 ///< Snapshot::length_factor
  std::vector<std::vector<std::array<double, 3>>> corners;  ///< of each face 2, in space 4
  std::vector<std::array<double, 3>> normals;
  std::vector<double> walls;  ///< the number of each face's wall, from 0
  std::vector<NamedField> fields;
};

/// "walls/000012.vtp" at each output, and walls.pvd, which lists them.
class WallSeries {
 public:
  /// `times`: of the outputs before, if results are continued; later files are removed.
  WallSeries(ResultsFolder& folder, const std::vector<double>& times);
  void write(const WallSnapshot& walls);

 private:
  void write_collection() const;

  ResultsFolder& folder_;
  std::vector<double> times_;
  std::vector<bool> missing_;
};

/// Names of the files.
extern const NumberedFiles kWallFiles;

}  // namespace slipflow::output
