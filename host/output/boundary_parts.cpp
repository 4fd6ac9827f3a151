#include "boundary_parts.hpp"

#include <fmt/format.h>
#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>

#include <algorithm>
#include <unordered_map>

namespace slipflow::output {

namespace {
constexpr std::size_t kLongestName = 60;

/// Names come from foreign files.
bool can_name_file(const std::string& name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  return !name.empty() && name.size() <= kLongestName && std::ranges::all_of(name, fits);
}

std::string in_xml(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&')
      escaped += "&amp;";
    else if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '"')
      escaped += "&quot;";
    else
      escaped += static_cast<unsigned char>(c) < ' ' ? '_' : c;
  }
  return escaped;
}
}  // namespace

std::vector<BoundaryPart> boundary_parts(const mesh::PolyMesh& mesh) {
  std::vector<BoundaryPart> parts;
  for (const auto& patch : mesh.patches) {
    if (!patch.is_boundary()) continue;
    // No name of a patch that can name a file has the sign.
    const auto name =
        can_name_file(patch.name) ? patch.name : fmt::format("patch+{}", parts.size() + 1);
    parts.push_back({patch, fmt::format("_{}.vtp", name)});
  }
  return parts;
}

vtkSmartPointer<vtkPolyData> surface_of(const mesh::PolyMesh& mesh, const mesh::Patch& patch) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> polygons;
  std::unordered_map<int, vtkIdType> numbers;
  for (int face = patch.begin; face < patch.end(); ++face) {
    const auto labels = mesh.points_of(face);
    polygons->InsertNextCell(static_cast<int>(labels.size()));
    for (const int label : labels) {
      const auto [entry, is_new] = numbers.try_emplace(label, points->GetNumberOfPoints());
      if (is_new) points->InsertNextPoint(mesh.points[static_cast<std::size_t>(label)].data());
      polygons->InsertCellPoint(entry->second);
    }
  }
  auto surface = vtkSmartPointer<vtkPolyData>::New();
  surface->SetPoints(points);
  surface->SetPolys(polygons);
  return surface;
}

std::string list_of_parts(const std::string& frame, const std::vector<BoundaryPart>& parts) {
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"vtkMultiBlockDataSet\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n  <vtkMultiBlockDataSet>\n"
      "    <DataSet index=\"0\" name=\"internal\" file=\"{}.vtu\"/>\n"
      "    <Block index=\"1\" name=\"boundary\">\n",
      frame);
  for (std::size_t k = 0; k < parts.size(); ++k)
    text += fmt::format("      <DataSet index=\"{}\" name=\"{}\" file=\"{}{}\"/>\n", k,
                        in_xml(parts[k].patch.name), frame, parts[k].ending);
  return text + "    </Block>\n  </vtkMultiBlockDataSet>\n</VTKFile>\n";
}

}  // namespace slipflow::output
