#include "slipflow/output/field_series.hpp"

#include <fmt/format.h>
#include <vtkCellData.h>
#include <vtkDataSetAttributes.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkRectilinearGrid.h>
#include <vtkSmartPointer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <array>
#include <utility>

#include "boundary_parts.hpp"
#include "slipflow/output/vtk_scope.hpp"
#include "slipflow/support/error.hpp"
#include "vtk_fields.hpp"
#include "vtk_grids.hpp"
#include "vtk_writer.hpp"

namespace slipflow::output {

namespace {

/// Tells readers which cells are solid, so that they neither draw nor average them.
void hide_solid_cells(vtkDataSet* grid, const mesh::Mesh& mesh) {
  const int nx = mesh.x.cells(), ny = mesh.y.cells(), nz = std::max(mesh.z.cells(), 1);
  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
  ghosts->SetNumberOfTuples(static_cast<vtkIdType>(nx) * ny * nz);
  unsigned char* out = ghosts->GetPointer(0);
  bool any = false;
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const bool solid = mesh.solid(i, j, k);
        *out++ = solid ? vtkDataSetAttributes::HIDDENCELL : 0;
        any = any || solid;
      }
  if (any) grid->GetCellData()->AddArray(ghosts);
}

vtkSmartPointer<vtkDataSet> rectilinear_grid(const mesh::Mesh& mesh) {
  static const std::vector<double> plane = {0.0};
  const auto grid = vtkSmartPointer<vtkRectilinearGrid>::New();
  grid->SetDimensions(mesh.x.cells() + 1, mesh.y.cells() + 1, mesh.z.cells() + 1);
  grid->SetXCoordinates(view_of("x", mesh.x.faces));
  grid->SetYCoordinates(view_of("y", mesh.y.faces));
  grid->SetZCoordinates(view_of("z", mesh.z.cells() > 0 ? mesh.z.faces : plane));
  return grid;
}

vtkSmartPointer<vtkDataSet> image(const mesh::Mesh& mesh) {
  const auto grid = vtkSmartPointer<vtkImageData>::New();
  std::array<double, 3> origin{}, widths = {1, 1, 1};
  for (int k = 0; k < mesh.axes(); ++k) {
    origin[k] = mesh.axis(k).faces.front();
    widths[k] = mesh.axis(k).widths.front();
  }
  grid->SetDimensions(mesh.x.cells() + 1, mesh.y.cells() + 1, mesh.z.cells() + 1);
  grid->SetOrigin(origin.data());
  grid->SetSpacing(widths.data());
  return grid;
}

/// The snapshot as VTK sees it. The arrays point into the snapshot, which has to outlive the grid.
vtkSmartPointer<vtkDataSet> make_grid(const Snapshot& snapshot, GridFormat format) {
  const mesh::Mesh& mesh = *snapshot.mesh;
  vtkSmartPointer<vtkDataSet> grid;
  if (format == GridFormat::vtr) grid = rectilinear_grid(mesh);
  if (format == GridFormat::vti) grid = image(mesh);
  if (format == GridFormat::vtu) grid = unstructured_grid(*snapshot.poly);
  add_fields(grid, snapshot.fields, snapshot.time);
  add_length_factor(grid, snapshot.length_factor);
  if (snapshot.missed_steady) add_mark(grid);
  if (!snapshot.poly) hide_solid_cells(grid, mesh);
  return grid;
}

NumberedFiles frames_of(GridFormat format) {
  const char* ending = format == GridFormat::vtr   ? ".vtr"
                       : format == GridFormat::vti ? ".vti"
                                                   : ".vtu";
  return {"fields/", ending, 6};
}

NumberedFiles files_of(const std::string& ending) { return {"fields/", ending, 6}; }
constexpr const char* kParts = ".vtm";
}  // namespace

FieldSeries::FieldSeries(ResultsFolder& folder, GridFormat format, const mesh::PolyMesh* poly)
    : folder_(folder), format_(format) {
  if (poly) parts_ = boundary_parts(*poly);
  folder_.make_folder("fields");
}

FieldSeries::FieldSeries(ResultsFolder& folder, std::vector<double> times, GridFormat format,
                         const mesh::PolyMesh* poly)
    : FieldSeries(folder, format, poly) {
  times_ = std::move(times);
  for (std::size_t k = 0; k < times_.size(); ++k)
    missing_.push_back(!folder_.has_file(frame_name(k, format_)) ||
                       !folder_.has_file(listed_name(k)));
  // The lists first: they must never name a file that is not there.
  write_collection();
  folder_.remove_from(files_of(kParts), times_.size());
  folder_.remove_from(frames_of(format_), times_.size());
  for (const auto& part : parts_) folder_.remove_from(files_of(part.ending), times_.size());
}

FieldSeries::~FieldSeries() = default;
FieldSeries::FieldSeries(FieldSeries&&) noexcept = default;

std::string FieldSeries::frame_name(std::size_t number, GridFormat format) {
  return frames_of(format).name(number);
}

std::string FieldSeries::listed_name(std::size_t number) const {
  return parts_.empty() ? frame_name(number, format_) : files_of(kParts).name(number);
}

void FieldSeries::write_collection() const {
  std::vector<CollectionEntry> entries;
  for (std::size_t k = 0; k < times_.size(); ++k)
    if (!missing_[k]) entries.push_back({times_[k], listed_name(k)});
  folder_.write("fields.pvd", collection_text(entries));
}

void FieldSeries::write_boundary(const Snapshot& snapshot, std::size_t number) {
  const int first = snapshot.poly->internal_faces();
  require_sizes(snapshot.boundary, static_cast<std::size_t>(snapshot.poly->faces() - first));
  for (const auto& [patch, ending] : parts_) {
    std::vector<NamedField> fields;
    for (const NamedField& whole : snapshot.boundary) {
      const auto begin = whole.values.begin() + (patch.begin - first);
      auto& part =
          fields.emplace_back(NamedField{whole.name, whole.label, {begin, begin + patch.faces}});
      part.unit = whole.unit;
      part.factor = whole.factor;
    }
    const auto surface = surface_of(*snapshot.poly, patch);
    add_fields(surface, fields, snapshot.time);
    write_vtk_file(folder_, surface, files_of(ending).name(number));
  }
  folder_.write(listed_name(number), list_of_parts(fmt::format("{:06}", number), parts_));
}

void FieldSeries::write(const Snapshot& snapshot) {
  if (!snapshot.mesh) throw Error(ExitStatus::internal_error, "a snapshot without a mesh");
  require_sizes(snapshot.fields, static_cast<std::size_t>(snapshot.mesh->cells()));
  const VtkScope vtk;
  write_vtk_file(folder_, make_grid(snapshot, format_), frame_name(frames(), format_));
  if (!parts_.empty()) write_boundary(snapshot, frames());
  times_.push_back(snapshot.time);
  missing_.push_back(false);
  write_collection();
}

}  // namespace slipflow::output
