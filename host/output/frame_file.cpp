#include "slipflow/output/frame_file.hpp"

#include <fmt/format.h>
#include <vtkCallbackCommand.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSetAttributes.h>
#include <vtkExecutive.h>
#include <vtkInformation.h>
#include <vtkNew.h>
#include <vtkRectilinearGrid.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLRectilinearGridReader.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <system_error>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::output {

namespace {
Error unfit(const std::filesystem::path& file, const std::string& why) {
  return {ExitStatus::bad_input, fmt::format("'{}' {}", shown(file.string()), why)};
}

/// VTK says on standard error what a file lacks: its first line has to be that of such a file.
void require_grid(const std::filesystem::path& file) {
  InputFile in(file);
  if (!in.problem().empty()) throw unfit(file, in.problem());
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

/// VTK allocates what the file says its mesh has, before it meets the end of the file. Beyond these
/// no compressor of VTK gets, by far, and no mesh of ours has more cells.
void require_likely_size(vtkXMLRectilinearGridReader& reader, const std::filesystem::path& file) {
  constexpr double kMostCells = 2147483647.0, kMostCellsByByte = 2500;
  int extent[6] = {0, -1, 0, -1, 0, -1};
  if (vtkInformation* about = reader.GetOutputInformation(0))
    about->Get(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), extent);
  double cells = 1;
  for (int k = 0; k < 6; k += 2)
    cells *= std::max(1.0, static_cast<double>(extent[k + 1]) - extent[k]);
  std::error_code error;
  const auto bytes = static_cast<double>(std::filesystem::file_size(file, error));
  if (error || cells > std::min(kMostCells, kMostCellsByByte * bytes))
    throw unfit(
        file, fmt::format("is damaged: {:.0f} cells do not fit in its {:.0f} bytes", cells, bytes));
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
    const bool ghosts = array->GetName() == std::string(vtkDataSetAttributes::GhostArrayName()) &&
                        vtkUnsignedCharArray::SafeDownCast(array);
    auto* const values = ghosts ? nullptr : &frame.fields[array->GetName()];
    for (std::size_t at = 0; at < cells; ++at) {
      const double value = array->GetComponent(static_cast<vtkIdType>(at), 0);
      if (values)
        values->push_back(value);
      else
        frame.hidden[at] = (static_cast<int>(value) & vtkDataSetAttributes::HIDDENCELL) != 0;
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
    reader->UpdateInformation();
    if (!failed) require_likely_size(*reader, file);
    if (!failed) reader->Update();
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {
    failed = true;  // sizes that no memory holds
  }
  if (failed || reader->GetErrorCode() != 0) throw unfit(file, "is damaged: VTK cannot read it");
  return frame_of(reader->GetOutput(), file);
}

}  // namespace slipflow::output
