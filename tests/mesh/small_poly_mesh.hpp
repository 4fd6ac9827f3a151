// The files of a small polyMesh, for tests that read them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "slipflow/mesh/poly_mesh_folder.hpp"

namespace small_poly_mesh {

using slipflow::mesh::PolyMesh;
using slipflow::mesh::PolyMeshBytes;

inline const std::string kUsualArch = "\"LSB;label=32;scalar=64\"";

/// Two cubes in a row along x; the points of a cube increase with x, then y, then z.
inline PolyMesh two_cells() {
  PolyMesh mesh;
  for (int k = 0; k < 12; ++k) mesh.points.push_back({k % 3 * 1.0, k / 3 % 2 * 0.5, k / 6 * 0.1});
  mesh.face_points = {1, 4, 10, 7, 0,  6, 9, 3, 2, 5, 11, 8,  0,  1, 7, 6, 3, 9, 10, 4, 0,  3,
                      4, 1, 6,  7, 10, 9, 1, 2, 8, 7, 4,  10, 11, 5, 1, 4, 5, 2, 7,  8, 11, 10};
  for (int face = 1; face <= 11; ++face) mesh.face_starts.push_back(4 * face);
  mesh.owner = {0, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1};
  mesh.neighbour = {1};
  mesh.patches = {{"west", "patch", 1, 1}, {"east", "patch", 2, 1}, {"walls", "wall", 3, 8}};
  mesh.cells = 2;
  return mesh;
}

inline bool same(const PolyMesh& a, const PolyMesh& b) {
  return a.points == b.points && a.face_starts == b.face_starts && a.face_points == b.face_points &&
         a.owner == b.owner && a.neighbour == b.neighbour && a.patches == b.patches &&
         a.cells == b.cells;
}

/// A header of nine lines: the list begins on line 10.
inline std::string header(const std::string& format, const std::string& class_name) {
  return fmt::format(
      "// a banner\nFoamFile\n{{\n  version 2.0;\n  format {};\n  class {};\n  arch {};\n"
      "  note \"nPoints:12; {{ /*\";\n}}\n",
      format, class_name, kUsualArch);
}

inline std::string text_of(const std::vector<int>& labels) {
  return fmt::format("{}\n(\n{}\n)", labels.size(), fmt::join(labels, "\n"));
}

template <class Entry>
std::string raw_of(const std::vector<Entry>& entries) {
  const std::string bytes(reinterpret_cast<const char*>(entries.data()),
                          entries.size() * sizeof(Entry));
  return fmt::format("{}\n({})", entries.size(), bytes);
}

inline std::string boundary_of(const PolyMesh& mesh, const std::string& format) {
  std::string text =
      header(format, "polyBoundaryMesh") + fmt::format("{}\n(\n", mesh.patches.size());
  for (const auto& patch : mesh.patches)
    text += fmt::format("{} {{ type {}; inGroups List<word> 1(g); nFaces {}; startFace {}; }}\n",
                        patch.name, patch.type, patch.faces, patch.begin);
  return text + ")";
}

inline PolyMeshBytes in_ascii(const PolyMesh& mesh) {
  std::string points = fmt::format("{}\n(\n", mesh.points.size());
  for (const auto& [x, y, z] : mesh.points) points += fmt::format("({} {} {})\n", x, y, z);
  std::string faces = fmt::format("{}\n(\n", mesh.faces());
  for (int face = 0; face < mesh.faces(); ++face)
    faces +=
        fmt::format("{}({})\n", mesh.points_of(face).size(), fmt::join(mesh.points_of(face), " "));
  return {header("ascii", "vectorField") + points + ")", header("ascii", "faceList") + faces + ")",
          header("ascii", "labelList") + text_of(mesh.owner),
          header("ascii", "labelList") + text_of(mesh.neighbour), boundary_of(mesh, "ascii")};
}

inline PolyMeshBytes in_binary(const PolyMesh& mesh) {
  return {header("binary", "vectorField") + raw_of(mesh.points),
          header("binary", "faceCompactList") + raw_of(mesh.face_starts) + "\n" +
              raw_of(mesh.face_points),
          header("binary", "labelList") + raw_of(mesh.owner),
          header("binary", "labelList") + raw_of(mesh.neighbour), boundary_of(mesh, "binary")};
}

/// The files with their names.
inline std::vector<std::pair<std::string, std::string*>> named(PolyMeshBytes& files) {
  return {{"points", &files.points},
          {"faces", &files.faces},
          {"owner", &files.owner},
          {"neighbour", &files.neighbour},
          {"boundary", &files.boundary}};
}

}  // namespace small_poly_mesh
