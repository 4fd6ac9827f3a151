// Reading back a frame of a field series.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace slipflow::output {

/// The cell fields of a .vtr file on its mesh. Those in SI units are converted back.
struct Frame {
  std::vector<double> x, y;                           ///< faces, increasing
  std::map<std::string, std::vector<double>> fields;  ///< by name, a value per cell, row-major
  std::vector<bool> hidden;                           ///< by cell: solid
  std::vector<double> z{};                            ///< none on a mesh of two axes
};

/// Reads the frame that FieldSeries has written, or another rectilinear grid of VTK's XML format
/// with one layer of cells or, with `most_axes` = 3, several. Throws Error(bad_input), one sentence
/// that names the file.
Frame read_frame(const std::filesystem::path& file, int most_axes = 2);

}  // namespace slipflow::output
