#include "vtk_writer.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
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
#include <system_error>

#include "appended_tag.hpp"
#include "atomic_file.hpp"

namespace slipflow::output {

namespace {
/// Bytes that the file holds at least: every array, raw.
std::size_t least_file_size(vtkDataSet* grid) {
  vtkIdType bytes = 0;
  for (int k = 0; k < grid->GetCellData()->GetNumberOfArrays(); ++k) {
    vtkDataArray* array = grid->GetCellData()->GetArray(k);
    bytes += array->GetNumberOfValues() * array->GetDataTypeSize();
  }
  return static_cast<std::size_t>(bytes);
}

/// Why writing failed, in words, or an empty string.
std::string try_to_write(vtkDataSet* grid, const NewFile& file) {
  vtkSmartPointer<vtkXMLWriter> writer;
  if (vtkRectilinearGrid::SafeDownCast(grid))
    writer = vtkSmartPointer<vtkXMLRectilinearGridWriter>::New();
  else if (vtkUnstructuredGrid::SafeDownCast(grid))
    writer = vtkSmartPointer<vtkXMLUnstructuredGridWriter>::New();
  else if (vtkPolyData::SafeDownCast(grid))
    writer = vtkSmartPointer<vtkXMLPolyDataWriter>::New();
  else
    writer = vtkSmartPointer<vtkXMLImageDataWriter>::New();
  // VTK opens the file by its name, in a folder that only the user of this run may enter.
  writer->SetFileName(file.temporary_path().c_str());
  writer->SetInputData(grid);
  writer->SetDataModeToAppended();
  writer->EncodeAppendedDataOff();
  writer->SetHeaderTypeToUInt64();
  writer->SetCompressorTypeToNone();
  const bool written = writer->Write() != 0;
  if (const unsigned long code = writer->GetErrorCode(); code != vtkErrorCode::NoError) {
    return code < vtkErrorCode::FirstVTKErrorCode
               ? std::generic_category().message(static_cast<int>(code))
               : vtkErrorCode::GetStringFromErrorCode(code);
  }
  struct stat status {};  // of the file that this program created
  if (::fstat(file.descriptor(), &status) != 0) return std::generic_category().message(errno);
  const bool whole = written && static_cast<std::size_t>(status.st_size) >= least_file_size(grid);
  if (!whole) return "the file is not complete";
  const int error = insert_tag_blanks(file.descriptor());
  return error == 0 ? "" : std::generic_category().message(error);
}
}  // namespace

void write_vtk_file(ResultsFolder& folder, vtkDataSet* grid, const std::string& name) {
  NewFile file(folder, name);
  std::string reason;
  try {
    reason = try_to_write(grid, file);
  } catch (const std::runtime_error& failure) {  // of its threads
    reason = failure.what();
  }
  if (!reason.empty()) fail_to_write(folder.path() / name, reason);
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
