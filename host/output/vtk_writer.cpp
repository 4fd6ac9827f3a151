#include "vtk_writer.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vtkErrorCode.h>
#include <vtkPolyData.h>
#include <vtkRectilinearGrid.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLImageDataWriter.h>
#include <vtkXMLPolyDataWriter.h>
#include <vtkXMLRectilinearGridWriter.h>
#include <vtkXMLUnstructuredGridWriter.h>

#include <cerrno>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "appended_tag.hpp"
#include "atomic_file.hpp"

namespace slipflow::output {

namespace {
constexpr std::string_view kEndOfFile = "</VTKFile>\n";

vtkSmartPointer<vtkXMLWriter> writer_of(vtkDataSet* grid) {
  if (vtkRectilinearGrid::SafeDownCast(grid))
    return vtkSmartPointer<vtkXMLRectilinearGridWriter>::New();
  if (vtkUnstructuredGrid::SafeDownCast(grid))
    return vtkSmartPointer<vtkXMLUnstructuredGridWriter>::New();
  if (vtkPolyData::SafeDownCast(grid)) return vtkSmartPointer<vtkXMLPolyDataWriter>::New();
  return vtkSmartPointer<vtkXMLImageDataWriter>::New();
}

/// Whether the file has its end, which VTK writes last: a file that was cut off is never published,
/// even if VTK reports no error.
bool has_end(int descriptor) {
  struct stat status {};
  std::string end(kEndOfFile.size(), ' ');
  const auto size = static_cast<off_t>(end.size());
  return ::fstat(descriptor, &status) == 0 && status.st_size >= size &&
         ::pread(descriptor, end.data(), end.size(), status.st_size - size) == size &&
         end == kEndOfFile;
}

/// VTK reports an error number of the system, or any stream that fails as a full disk.
std::string reason_of(unsigned long code) {
  if (code == vtkErrorCode::OutOfDiskSpaceError) code = ENOSPC;
  return code < vtkErrorCode::FirstVTKErrorCode
             ? std::generic_category().message(static_cast<int>(code))
             : vtkErrorCode::GetStringFromErrorCode(code);
}
}  // namespace

std::string fault_of_writing(vtkDataSet* grid, const std::filesystem::path& path, int descriptor,
                             bool compressed) {
  const auto writer = writer_of(grid);
  writer->SetFileName(path.c_str());
  writer->SetInputData(grid);
  writer->SetDataModeToAppended();
  writer->EncodeAppendedDataOff();
  writer->SetHeaderTypeToUInt64();
  compressed ? writer->SetCompressorTypeToZLib() : writer->SetCompressorTypeToNone();
  bool written = false;
  try {
    written = writer->Write() != 0;
  } catch (const std::runtime_error& failure) {  // of its threads
    return failure.what();
  }
  if (const auto code = writer->GetErrorCode(); code != vtkErrorCode::NoError)
    return reason_of(code);
  if (!written || !has_end(descriptor)) return "the file is not complete";
  const int error = insert_tag_blanks(descriptor);
  return error == 0 ? "" : std::generic_category().message(error);
}

void write_vtk_file(ResultsFolder& folder, vtkDataSet* grid, const std::string& name) {
  NewFile file(folder, name);
  const auto fault = fault_of_writing(grid, file.temporary_path(), file.descriptor(), false);
  if (!fault.empty()) fail_to_write(folder.path() / name, fault);
  file.finish();
}

std::string collection_text(const std::vector<CollectionEntry>& entries) {
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n  <Collection>\n";
  for (const auto& [time, file] : entries)
    text += fmt::format("    <DataSet timestep=\"{:.17g}\" part=\"0\" file=\"{}\"/>\n", time, file);
  return text + "  </Collection>\n</VTKFile>\n";
}

}  // namespace slipflow::output
