#include "frame.hpp"

#include <doctest/doctest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSetAttributes.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkRectilinearGrid.h>
#include <vtkXMLRectilinearGridReader.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

namespace test_app {

bool Frame::hidden(int i, int j) const {
  return !ghosts.empty() && (ghosts[j * nx + i] & vtkDataSetAttributes::HIDDENCELL) != 0;
}

Frame read_frame(const std::filesystem::path& file) {
  REQUIRE(std::filesystem::is_regular_file(file));
  vtkNew<vtkXMLRectilinearGridReader> reader;
  reader->SetFileName(file.c_str());
  reader->Update();
  REQUIRE(reader->GetErrorCode() == 0);
  vtkRectilinearGrid* grid = reader->GetOutput();
  Frame frame;
  frame.nx = grid->GetDimensions()[0] - 1;
  frame.ny = grid->GetDimensions()[1] - 1;
  REQUIRE(grid->GetFieldData()->GetArray("TimeValue"));
  frame.time = grid->GetFieldData()->GetArray("TimeValue")->GetTuple1(0);
  for (int k = 0; k < grid->GetCellData()->GetNumberOfArrays(); ++k) {
    vtkDataArray* array = grid->GetCellData()->GetArray(k);
    if (array->GetNumberOfComponents() != 1) continue;
    for (vtkIdType cell = 0; cell < array->GetNumberOfTuples(); ++cell) {
      const double value = array->GetTuple1(cell);
      if (array->GetName() == std::string(vtkDataSetAttributes::GhostArrayName()))
        frame.ghosts.push_back(static_cast<int>(value));
      else
        frame.fields[array->GetName()].push_back(value);
    }
  }
  return frame;
}

std::vector<std::pair<double, std::string>> read_collection(const std::filesystem::path& file) {
  boost::property_tree::ptree tree;
  boost::property_tree::read_xml(file.string(), tree);
  std::vector<std::pair<double, std::string>> frames;
  for (const auto& [tag, set] : tree.get_child("VTKFile.Collection"))
    if (tag == "DataSet")
      frames.emplace_back(set.get<double>("<xmlattr>.timestep"),
                          set.get<std::string>("<xmlattr>.file"));
  return frames;
}

}  // namespace test_app
