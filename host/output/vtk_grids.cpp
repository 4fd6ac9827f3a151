#include "vtk_grids.hpp"

#include <vtkCellType.h>
#include <vtkDoubleArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>

#include "vtk_cells.hpp"

namespace slipflow::output {

namespace {
constexpr vtkIdType kUsualPoints = 8;  // of a cell

void add_points(vtkUnstructuredGrid* grid, const std::vector<mesh::Vector3>& all) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkDoubleArray> array;
  array->SetNumberOfComponents(3);
  // VTK wants a pointer to non-const, but writers only read.
  if (!all.empty())
    array->SetArray(const_cast<double*>(all.front().data()), 3 * static_cast<vtkIdType>(all.size()),
                    1);
  points->SetData(array);
  grid->SetPoints(points);
}

void add_cells(vtkUnstructuredGrid* grid, const mesh::PolyMesh& mesh) {
  grid->AllocateEstimate(mesh.cells, kUsualPoints);
  VtkCells cells(mesh);
  for (int k = 0; k < mesh.cells; ++k) {
    const VtkCell& cell = cells.of(k);
    const auto points = static_cast<vtkIdType>(cell.points.size());
    if (cell.type == VTK_POLYHEDRON)
      grid->InsertNextCell(cell.type, points, cell.points.data(), cell.faces,
                           cell.face_stream.data());
    else
      grid->InsertNextCell(cell.type, points, cell.points.data());
  }
}
}  // namespace

vtkSmartPointer<vtkUnstructuredGrid> unstructured_grid(const mesh::PolyMesh& mesh) {
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  add_points(grid, mesh.points);
  add_cells(grid, mesh);
  return grid;
}

}  // namespace slipflow::output
