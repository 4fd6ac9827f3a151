// Reading back a frame of a field series.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace slipflow::output {

/// In which units a frame of a run with SI units is returned: those of its method, or as written.
enum class FrameUnits { of_method, si };

/// The cell fields of a .vtr file on its mesh.
struct Frame {
  std::vector<double> x, y;                           ///< faces, increasing
  std::map<std::string, std::vector<double>> fields;  ///< by name, a value per cell, row-major
  std::vector<bool> hidden;                           ///< by cell: solid
  std::vector<double> z{};                            ///< none on a mesh of two axes
  /// One of the method's units in SI units, by field, "x" that of lengths; none: no SI units.
  std::map<std::string, double> si_units{};
};

/// Reads the frame that FieldSeries has written, or another rectilinear grid of VTK's XML format
/// with one layer of cells or, with `most_axes` = 3, several. Throws Error(bad_input), one sentence
/// that names the file.
Frame read_frame(const std::filesystem::path& file, int most_axes = 2,
                 FrameUnits units = FrameUnits::of_method);

}  // namespace slipflow::output
