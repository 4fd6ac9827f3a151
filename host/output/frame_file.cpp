#include "slipflow/output/frame_file.hpp"

#include <fmt/format.h>
#include <vtkCallbackCommand.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSetAttributes.h>
#include <vtkExecutive.h>
#include <vtkNew.h>
#include <vtkRectilinearGrid.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLRectilinearGridReader.h>

#include <cerrno>
#include <cmath>
#include <exception>
#include <fstream>
#include <system_error>

#include "slipflow/support/error.hpp"

namespace slipflow::output {

namespace {
Error unfit(const std::filesystem::path& file, const std::string& why) {
  return {ExitStatus::bad_input, fmt::format("'{}' {}", file.string(), why)};
}

/// VTK says on standard error what a file lacks: its first line has to be that of such a file.
void require_grid(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) throw unfit(file, "is a folder");
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw unfit(file, "cannot be read: " + std::generic_category().message(errno));
  std::string begin(500, '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(in.gcount()));
  if (begin.find("<VTKFile type=\"RectilinearGrid\"") == std::string::npos)
    throw unfit(file, "is no .vtr file (a rectilinear grid of VTK)");
}

std::vector<double> faces_of(vtkDataArray* coordinates) {
  std::vector<double> faces;
  for (vtkIdType k = 0; coordinates && k < coordinates->GetNumberOfTuples(); ++k)
    faces.push_back(coordinates->GetComponent(k, 0));
  return faces;
}

bool are_faces(const std::vector<double>& faces) {
  for (std::size_t k = 1; k < faces.size(); ++k)
    if (!(faces[k] > faces[k - 1]) || !std::isfinite(faces[k]) || !std::isfinite(faces[k - 1]))
      return false;
  return faces.size() >= 2;
}

Frame frame_of(vtkRectilinearGrid* grid, const std::filesystem::path& file) {
  Frame frame{faces_of(grid->GetXCoordinates()), faces_of(grid->GetYCoordinates()), {}, {}};
  if (!are_faces(frame.x) || !are_faces(frame.y) || grid->GetDimensions()[2] != 1)
    throw unfit(file, "is damaged or has no two-dimensional mesh");
  const auto cells = (frame.x.size() - 1) * (frame.y.size() - 1);
  frame.hidden.assign(cells, false);
  for (int k = 0; k < grid->GetCellData()->GetNumberOfArrays(); ++k) {
    vtkDataArray* array = grid->GetCellData()->GetArray(k);
    if (!array || !array->GetName() || array->GetNumberOfComponents() != 1) continue;
    if (static_cast<std::size_t>(array->GetNumberOfTuples()) != cells)
      throw unfit(file, fmt::format("is damaged: {} has not one value a cell", array->GetName()));
    const bool ghosts = array->GetName() == std::string(vtkDataSetAttributes::GhostArrayName());
    auto* const values = ghosts ? nullptr : &frame.fields[array->GetName()];
    for (std::size_t at = 0; at < cells; ++at) {
      const double value = array->GetComponent(static_cast<vtkIdType>(at), 0);
      if (values) values->push_back(value);
      else frame.hidden[at] = (static_cast<int>(value) & vtkDataSetAttributes::HIDDENCELL) != 0;
    }
  }
  return frame;
}
}  // namespace

Frame read_frame(const std::filesystem::path& file) {
  require_grid(file);
  vtkNew<vtkXMLRectilinearGridReader> reader;
  bool failed = false;
  vtkNew<vtkCallbackCommand> listener;
  listener->SetClientData(&failed);
  listener->SetCallback(
      [](vtkObject*, unsigned long, void* seen, void*) { *static_cast<bool*>(seen) = true; });
  for (const unsigned long event : {vtkCommand::ErrorEvent, vtkCommand::WarningEvent}) {
    reader->AddObserver(event, listener);
    reader->GetExecutive()->AddObserver(event, listener);
  }
  // The parser has observers of its own.
  reader->SetParserErrorObserver(listener);
  reader->SetReaderErrorObserver(listener);
  reader->SetFileName(file.c_str());
  try {
    reader->Update();
  } catch (const std::exception&) {
    failed = true;  // sizes that no memory holds
  }
  if (failed || reader->GetErrorCode() != 0) throw unfit(file, "is damaged: VTK cannot read it");
  return frame_of(reader->GetOutput(), file);
}

}  // namespace slipflow::output
