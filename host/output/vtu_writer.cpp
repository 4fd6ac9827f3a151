// Unstructured grids of VTK.
#include <fmt/format.h>
#include <vtkCellData.h>

#include <system_error>

#include "atomic_file.hpp"
#include "slipflow/output/poly_mesh_files.hpp"
#include "slipflow/output/vtk_scope.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "vtk_fields.hpp"
#include "vtk_grids.hpp"
#include "vtk_writer.hpp"

namespace slipflow::output {

namespace fs = std::filesystem;

namespace {
constexpr const char* kTemporaryGrid = "grid.vtu";

void require_absent(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(file, error);
  if (!fs::status_known(status)) fail_to_write(file, error.message());
  if (fs::exists(status))
    throw Error(ExitStatus::bad_input,
                fmt::format("'{}' exists: give the name of a new file", shown(file.string())));
}
}  // namespace

void write_vtu(const mesh::PolyMesh& mesh, const std::vector<NamedField>& fields,
               const fs::path& file) {
  require_sizes(fields, static_cast<std::size_t>(mesh.cells));
  require_absent(file);
  const PrivateFolder folder(file, file);
  TemporaryFile temporary(folder.descriptor(), kTemporaryGrid, file);
  const VtkScope vtk;
  const auto grid = unstructured_grid(mesh);
  for (const NamedField& field : fields)
    grid->GetCellData()->AddArray(view_of(field.name.c_str(), field.values));
  const auto fault =
      fault_of_writing(grid, folder.path() / kTemporaryGrid, temporary.descriptor(), true);
  if (!fault.empty()) fail_to_write(file, fault);
  temporary.flush();
  temporary.move_to(folder.parent(), file.filename(), false);
}

}  // namespace slipflow::output
