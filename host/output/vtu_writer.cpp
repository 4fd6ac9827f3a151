// Unstructured grids of VTK.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkErrorCode.h>
#include <vtkNew.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridWriter.h>

#include <cerrno>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "appended_tag.hpp"
#include "atomic_file.hpp"
#include "private_folder.hpp"
#include "slipflow/output/poly_mesh_files.hpp"
#include "slipflow/output/vtk_scope.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "vtk_grids.hpp"

namespace slipflow::output {

namespace fs = std::filesystem;

namespace {
constexpr const char* kTemporaryGrid = "grid.vtu";
constexpr std::string_view kEndOfFile = "</VTKFile>\n";

void require_sizes(const mesh::PolyMesh& mesh, const std::vector<NamedField>& fields) {
  for (const NamedField& field : fields) {
    if (field.values.size() == static_cast<std::size_t>(mesh.cells)) continue;
    throw Error(ExitStatus::internal_error,
                fmt::format("field {} has {} values for {} cells", field.name, field.values.size(),
                            mesh.cells));
  }
}

void require_absent(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(file, error);
  if (!fs::status_known(status)) fail_to_write(file, error.message());
  if (fs::exists(status))
    throw Error(ExitStatus::bad_input,
                fmt::format("'{}' exists: give the name of a new file", shown(file.string())));
}

/// The arrays point into the mesh and the fields, which have to outlive the grid.
vtkSmartPointer<vtkUnstructuredGrid> grid_with_fields(const mesh::PolyMesh& mesh,
                                                      const std::vector<NamedField>& fields) {
  auto grid = unstructured_grid(mesh);
  for (const NamedField& field : fields) {
    vtkNew<vtkDoubleArray> array;
    array->SetName(field.name.c_str());
    // VTK wants a pointer to non-const, but writers only read.
    array->SetArray(const_cast<double*>(field.values.data()),
                    static_cast<vtkIdType>(field.values.size()), 1);
    grid->GetCellData()->AddArray(array);
  }
  return grid;
}

/// Whether the file has its end, which VTK writes last: a file that was cut off is never published,
/// even if VTK reports no error.
bool has_end(const PrivateFolder& folder) {
  const Descriptor file(
      ::openat(folder.descriptor(), kTemporaryGrid, O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  std::string end(kEndOfFile.size(), ' ');
  const auto size = static_cast<off_t>(end.size());
  return file && ::fstat(file.number(), &status) == 0 && status.st_size >= size &&
         ::pread(file.number(), end.data(), end.size(), status.st_size - size) == size &&
         end == kEndOfFile;
}

/// VTK reports an error number of the system, or any stream that fails as a full disk.
std::string reason_of(unsigned long code) {
  if (code == vtkErrorCode::OutOfDiskSpaceError) code = ENOSPC;
  return code < vtkErrorCode::FirstVTKErrorCode
             ? std::generic_category().message(static_cast<int>(code))
             : vtkErrorCode::GetStringFromErrorCode(code);
}

/// Why writing failed, in words, or an empty string.
std::string write_grid(vtkUnstructuredGrid* grid, const PrivateFolder& folder) {
  vtkNew<vtkXMLUnstructuredGridWriter> writer;
  // VTK opens the file by its name, in a folder that only the user of this run may enter.
  writer->SetFileName((folder.path() / kTemporaryGrid).c_str());
  writer->SetInputData(grid);
  writer->SetDataModeToAppended();
  writer->EncodeAppendedDataOff();
  writer->SetHeaderTypeToUInt64();
  writer->SetCompressorTypeToZLib();
  const bool written = writer->Write() != 0;
  const unsigned long code = writer->GetErrorCode();
  if (code != vtkErrorCode::NoError) return reason_of(code);
  return written && has_end(folder) ? "" : "the file is not complete";
}

std::string write_cells(const mesh::PolyMesh& mesh, const std::vector<NamedField>& fields,
                        const PrivateFolder& folder) {
  const VtkScope vtk;
  try {
    return write_grid(grid_with_fields(mesh, fields), folder);
  } catch (const std::runtime_error& failure) {  // of its threads
    return failure.what();
  }
}
}  // namespace

void write_vtu(const mesh::PolyMesh& mesh, const std::vector<NamedField>& fields,
               const fs::path& file) {
  require_sizes(mesh, fields);
  require_absent(file);
  const PrivateFolder folder(file, file);
  TemporaryFile temporary(folder.descriptor(), kTemporaryGrid, file);
  const std::string reason = write_cells(mesh, fields, folder);
  if (!reason.empty()) fail_to_write(file, reason);
  if (const int error = insert_tag_blanks(temporary.descriptor())) fail_to_write(file, error);
  temporary.flush();
  temporary.move_to(folder.parent(), file.filename(), false);
}

}  // namespace slipflow::output
