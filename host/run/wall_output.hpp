// Values along walls: a table of each wall at each output, their means over time, and files for
// ParaView.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "slipflow/drawing/isometric_picture.hpp"
#include "slipflow/methods/problem.hpp"
#include "slipflow/output/results_folder.hpp"
#include "slipflow/output/wall_series.hpp"
#include "slipflow/run/output_units.hpp"

namespace slipflow::run {

/// "walls/NAME_000012.csv", and "walls/NAME_mean_000012.csv".
output::NumberedFiles wall_files(const std::string& wall);
output::NumberedFiles wall_mean_files(const std::string& wall);

/// A column of the tables of all bodies at an output. Throws Error(bad_input) for a table that is
/// missing, damaged or without that column.
drawing::FaceValues read_faces(const methods::Problem& problem,
                               const std::filesystem::path& results, const std::string& column,
                               std::size_t output);

class WallOutput {
 public:
  /// `times`: of the outputs before, in the unit of the results, if results are continued; later
  /// files are removed.
  WallOutput(const methods::Problem& problem, output::ResultsFolder& folder,
             const std::vector<double>& times);
  /// Time and values in the units of the method.
  void write(double time, std::vector<methods::WallData> walls);

 private:
  // All below is in the units of the results, in which a continued run reads its means back.
  using Values = std::vector<std::vector<double>>;  // by field and face

  /// The mean of a wall at its last output, and the time over which it is taken.
  struct Mean {
    double time = 0;
    Values values;
  };

  void convert(std::vector<methods::WallData>& walls) const;
  std::string table_of(const methods::WallData& wall, const Values& values,
                       const double* averaged_time) const;
  Mean read_mean(const methods::WallData& wall) const;
  void add_to_means(double time, const std::vector<methods::WallData>& walls);

  const methods::Problem& problem_;
  output::ResultsFolder& folder_;
  const OutputUnits units_;
  const bool in_space_;
  output::WallSeries series_;
  std::size_t outputs_;        // so far
  double last_time_;           // of the last one
  std::vector<Mean> means_{};  // by wall; empty until the first one is written
};

}  // namespace slipflow::run
