// Files of VTK in the results, and lists of them over time.
#pragma once

#include <vtkDataSet.h>

#include <filesystem>
#include <string>
#include <vector>

#include "slipflow/output/results_folder.hpp"

namespace slipflow::output {

/// Writes a grid to a new file that is open as `descriptor` too; VTK opens it by its name, in a
/// folder that only the user of this run may enter. Returns why it failed, in words, or an empty
/// string.
std::string fault_of_writing(vtkDataSet* grid, const std::filesystem::path& path, int descriptor,
                             bool compressed);

/// Writes a grid as .vtr, .vti, .vtu or .vtp: whole or not at all. Throws Error(output_failed).
void write_vtk_file(ResultsFolder& folder, vtkDataSet* grid, const std::string& name);

/// A file of a .pvd.
struct CollectionEntry {
  double time = 0;
  std::string file;
};
/// A .pvd file.
std::string collection_text(const std::vector<CollectionEntry>& entries);

}  // namespace slipflow::output
