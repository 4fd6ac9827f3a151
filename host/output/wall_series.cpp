#include "slipflow/output/wall_series.hpp"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include "slipflow/output/vtk_scope.hpp"
#include "vtk_fields.hpp"
#include "vtk_writer.hpp"

namespace slipflow::output {

const NumberedFiles kWallFiles = {"walls/", ".vtp", 6};

namespace {
void add_faces(const WallSnapshot& walls, vtkPolyData* grid) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> faces;
  for (const auto& corners : walls.corners) {
    faces->InsertNextCell(static_cast<int>(corners.size()));
    for (const auto& [x, y, z] : corners) faces->InsertCellPoint(points->InsertNextPoint(x, y, z));
  }
  grid->SetPoints(points);
  if (!walls.corners.empty() && walls.corners.front().size() > 2)
    grid->SetPolys(faces);
  else
    grid->SetLines(faces);
}

void add_normals(const WallSnapshot& walls, vtkPolyData* grid) {
  vtkNew<vtkDoubleArray> normals;
  normals->SetName("normal");
  normals->SetNumberOfComponents(3);
  for (const auto& [x, y, z] : walls.normals) normals->InsertNextTuple3(x, y, z);
  grid->GetCellData()->AddArray(normals);
}
}  // namespace

WallSeries::WallSeries(ResultsFolder& folder, const std::vector<double>& times)
    : folder_(folder), times_(times) {
  folder_.make_folder("walls");
  for (std::size_t k = 0; k < times_.size(); ++k)
    missing_.push_back(!folder_.has_file(kWallFiles.name(k)));
  // The list first: it must never name a file that is not there.
  if (!times_.empty()) write_collection();
  folder_.remove_from(kWallFiles, times_.size());
}

void WallSeries::write(const WallSnapshot& walls) {
  const VtkScope vtk;
  vtkNew<vtkPolyData> grid;
  add_faces(walls, grid);
  add_fields(grid, walls.fields, walls.time);
  add_length_factor(grid, walls.length_factor);
  grid->GetCellData()->AddArray(view_of("wall", walls.walls));
  add_normals(walls, grid);
  write_vtk_file(folder_, grid, kWallFiles.name(times_.size()));
  times_.push_back(walls.time);
  missing_.push_back(false);
  write_collection();
}

void WallSeries::write_collection() const {
  std::vector<CollectionEntry> entries;
  for (std::size_t k = 0; k < times_.size(); ++k)
    if (!missing_[k]) entries.push_back({times_[k], kWallFiles.name(k)});
  folder_.write("walls.pvd", collection_text(entries));
}

}  // namespace slipflow::output
