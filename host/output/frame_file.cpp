#include "slipflow/output/frame_file.hpp"

#include <fmt/format.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSetAttributes.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkRectilinearGrid.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLRectilinearGridReader.h>

#include <cmath>
#include <exception>

#include "frame_header.hpp"
#include "slipflow/output/vtk_scope.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::output {

namespace {
void require_grid(const std::filesystem::path& file, int most_axes) {
  InputFile in(file);
  if (!in.problem().empty()) throw unfit_file(file, in.problem());
  if (const auto fault = fault_of_frame_header(in, in.size(), most_axes); !fault.empty())
    throw unfit_file(file, fault);
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

/// The factors of values in SI units, which FieldSeries has written.
void read_si_units(vtkRectilinearGrid* grid, Frame& frame) {
  const auto read = [&](const std::string& name) {
    const auto* const array = vtkDoubleArray::SafeDownCast(
        grid->GetFieldData()->GetArray(("SI_unit_of_" + name).c_str()));
    const double factor = array && array->GetNumberOfValues() == 1 ? array->GetValue(0) : 0;
    if (std::isfinite(factor) && factor > 0) frame.si_units[name] = factor;
  };
  read("x");
  for (const auto& [name, values] : frame.fields) read(name);
}

void convert_back(Frame& frame) {
  const auto divide = [&](std::vector<double>& values, const std::string& name) {
    if (const auto unit = frame.si_units.find(name); unit != frame.si_units.end())
      for (double& value : values) value /= unit->second;
  };
  for (auto* faces : {&frame.x, &frame.y, &frame.z}) divide(*faces, "x");
  for (auto& [name, values] : frame.fields) divide(values, name);
}

Frame frame_of(vtkRectilinearGrid* grid, const std::filesystem::path& file, int most_axes) {
  Frame frame{faces_of(grid->GetXCoordinates()), faces_of(grid->GetYCoordinates()), {}, {}, {}};
  const bool is_layer = grid->GetDimensions()[2] == 1;
  if (!is_layer) frame.z = faces_of(grid->GetZCoordinates());
  if (!are_faces(frame.x) || !are_faces(frame.y) ||
      !(is_layer || (most_axes > 2 && are_faces(frame.z))))
    throw unfit_file(file, "is damaged or has no mesh of two or three axes");
  const auto layers = is_layer ? 1 : frame.z.size() - 1;
  const auto cells = (frame.x.size() - 1) * (frame.y.size() - 1) * layers;
  frame.hidden.assign(cells, false);
  for (int k = 0; k < grid->GetCellData()->GetNumberOfArrays(); ++k) {
    vtkDataArray* array = grid->GetCellData()->GetArray(k);
    if (!array || !array->GetName() || array->GetNumberOfComponents() != 1) continue;
    if (static_cast<std::size_t>(array->GetNumberOfTuples()) != cells)
      throw unfit_file(
          file, fmt::format("is damaged: {} does not have one value per cell", array->GetName()));
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

Frame read_frame(const std::filesystem::path& file, int most_axes, FrameUnits units) {
  require_grid(file, most_axes);
  const VtkScope vtk;
  vtkNew<vtkXMLRectilinearGridReader> reader;
  reader->SetFileName(file.c_str());
  bool failed = false;
  try {
    reader->Update();
  } catch (const std::exception&) {
    failed = true;  // sizes that no memory holds
  }
  // VTK leaves an empty mesh when it cannot read a file to its end.
  if (failed || reader->GetErrorCode() != 0 || reader->GetOutput()->GetNumberOfCells() == 0)
    throw unfit_file(file, "is damaged: VTK cannot read it");
  Frame frame = frame_of(reader->GetOutput(), file, most_axes);
  read_si_units(reader->GetOutput(), frame);
  if (units == FrameUnits::of_method) convert_back(frame);
  return frame;
}

}  // namespace slipflow::output
