#include "slipflow/mesh/poly_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "slipflow/support/foreign_text.hpp"

namespace slipflow::mesh {

namespace {
constexpr int kFewestFaces = 4;  // of a cell
constexpr std::size_t kFewestPoints = 3;

StructureFault fault_of_points(const PolyMesh& mesh) {
  const auto points = static_cast<int>(mesh.points.size());
  for (int face = 0; face < mesh.faces(); ++face) {
    std::vector<int> sorted(mesh.points_of(face).begin(), mesh.points_of(face).end());
    std::sort(sorted.begin(), sorted.end());
    if (sorted.size() < kFewestPoints)
      return {"faces", fmt::format("has {} points for face {}: a face has at least three",
                                   sorted.size(), face)};
    if (sorted.front() < 0 || sorted.back() >= points)
      return {"faces",
              fmt::format("has point {} in face {}: the {} points are numbered from 0",
                          sorted.front() < 0 ? sorted.front() : sorted.back(), face, points)};
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end())
      return {"faces", fmt::format("has point {} twice in face {}", *twice, face)};
  }
  return {};
}

StructureFault fault_of_owners(const PolyMesh& mesh) {
  if (mesh.internal_faces() > mesh.faces())
    return {"neighbour", fmt::format("has {} faces, more than the {} of the mesh",
                                     mesh.internal_faces(), mesh.faces())};
  for (int face = 0; face < mesh.faces(); ++face) {
    const int owner = mesh.owner[static_cast<std::size_t>(face)];
    if (owner < 0 || owner >= mesh.cells)
      return {"owner", fmt::format("has cell {} for face {}: the {} cells are numbered from 0",
                                   owner, face, mesh.cells)};
    if (face >= mesh.internal_faces()) continue;
    const int neighbour = mesh.neighbour[static_cast<std::size_t>(face)];
    if (neighbour < 0 || neighbour >= mesh.cells)
      return {"neighbour", fmt::format("has cell {} for face {}: the {} cells are numbered from 0",
                                       neighbour, face, mesh.cells)};
    if (owner >= neighbour)
      return {"neighbour", fmt::format("has cell {} for face {}, whose owner is cell {}: the owner "
                                       "must have the smaller number",
                                       neighbour, face, owner)};
  }
  return {};
}

StructureFault fault_of_cells(const PolyMesh& mesh) {
  std::vector<int> count(static_cast<std::size_t>(mesh.cells), 0);
  for (const int cell : mesh.owner) ++count[static_cast<std::size_t>(cell)];
  for (const int cell : mesh.neighbour) ++count[static_cast<std::size_t>(cell)];
  for (int cell = 0; cell < mesh.cells; ++cell)
    if (count[static_cast<std::size_t>(cell)] < kFewestFaces)
      return {"owner", fmt::format("has {} faces for cell {}: a cell has at least four",
                                   count[static_cast<std::size_t>(cell)], cell)};
  return {};
}

StructureFault fault_of_patches(const PolyMesh& mesh) {
  std::set<std::string> names;
  int end = mesh.internal_faces();
  for (const Patch& patch : mesh.patches) {
    if (!names.insert(patch.name).second)
      return {"boundary", fmt::format("has the patch {} twice", shown(patch.name))};
    if (patch.name.find_first_of("\r\n") != std::string::npos)
      return {"boundary",
              fmt::format("has a line end in the name of a patch, {}", shown(patch.name))};
    if (patch.faces < 0 || patch.faces > mesh.faces() - end || patch.begin != end)
      return {"boundary",
              fmt::format("has faces {} to {} for the patch {}: faces from {} on come next, and "
                          "the mesh has {}",
                          patch.begin, static_cast<long>(patch.begin) + patch.faces - 1,
                          shown(patch.name), end, mesh.faces())};
    end = patch.end();
  }
  if (end != mesh.faces())
    return {"boundary", fmt::format("has no patch for the faces {} to {}", end, mesh.faces() - 1)};
  return {};
}
}  // namespace

int PolyMesh::patch_of(int face) const {
  const auto after =
      std::find_if(patches.begin(), patches.end(), [&](const Patch& p) { return face < p.end(); });
  return static_cast<int>(after - patches.begin());
}

CellFaces faces_of_cells(const PolyMesh& mesh) {
  CellFaces all;
  all.starts.assign(static_cast<std::size_t>(mesh.cells) + 1, 0);
  for (const int cell : mesh.owner) ++all.starts[static_cast<std::size_t>(cell) + 1];
  for (const int cell : mesh.neighbour) ++all.starts[static_cast<std::size_t>(cell) + 1];
  for (std::size_t k = 1; k < all.starts.size(); ++k) all.starts[k] += all.starts[k - 1];
  all.faces.resize(static_cast<std::size_t>(all.starts.back()));
  std::vector<int> next(all.starts.begin(), all.starts.end() - 1);
  const auto add = [&](int cell, int face) {
    all.faces[static_cast<std::size_t>(next[static_cast<std::size_t>(cell)]++)] = face;
  };
  for (int face = 0; face < mesh.faces(); ++face) {
    add(mesh.owner[static_cast<std::size_t>(face)], face);
    if (face < mesh.internal_faces()) add(mesh.neighbour[static_cast<std::size_t>(face)], face);
  }
  return all;
}

StructureFault fault_of_structure(const PolyMesh& mesh) {
  if (mesh.cells <= 0) return {"owner", "has no cells"};
  for (const auto check : {fault_of_points, fault_of_owners, fault_of_cells, fault_of_patches})
    if (auto fault = check(mesh); !fault.file.empty()) return fault;
  return {};
}

}  // namespace slipflow::mesh
