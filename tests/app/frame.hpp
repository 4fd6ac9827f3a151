// One frame of a result, read with VTK's own reader.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace test_app {

struct Frame {
  int nx = 0, ny = 0;
  double time = -1;
  std::map<std::string, std::vector<double>> fields;  ///< one value a cell, x fastest
  std::vector<int> ghosts;                            ///< vtkGhostType; empty without bodies

  bool hidden(int i, int j) const;
};

/// The frame in a .vtr file; requires that the file can be read.
Frame read_frame(const std::filesystem::path& file);

/// Times and files that a .pvd lists.
std::vector<std::pair<double, std::string>> read_collection(const std::filesystem::path& file);

}  // namespace test_app
