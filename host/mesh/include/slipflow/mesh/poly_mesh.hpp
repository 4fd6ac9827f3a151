// Meshes of polyhedral cells, stored by faces as in OpenFOAM's polyMesh.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace slipflow::mesh {

/// A point or a vector: x, y, z.
using Vector3 = std::array<double, 3>;

/// A part of the boundary: consecutive faces.
struct Patch {
  std::string name;
  std::string type = "patch";  ///< "wall", "symmetry", "cyclic", "empty" .. as polyMesh has it
  int begin = 0;               ///< its first face
  int faces = 0;
  std::string neighbour_patch{};  ///< of a cyclic patch: the name of the other half

  int end() const { return begin + faces; }
  /// Whether it bounds the domain: those of types empty and cyclic do not.
  bool is_boundary() const { return type != "empty" && type != "cyclic"; }
  bool operator==(const Patch&) const = default;
};

/// Internal faces come first, then those of the patches in order. The points of a face are listed
/// so that its normal, by the right-hand rule, leads out of its owner. The owner of an internal
/// face is the smaller of its two cells.
struct PolyMesh {
  std::vector<Vector3> points;
  std::vector<int> face_starts = {0};  ///< where the points of each face begin in face_points; end
  std::vector<int> face_points;
  std::vector<int> owner;      ///< the cell of each face
  std::vector<int> neighbour;  ///< the other cell of each internal face
  std::vector<Patch> patches;
  int cells = 0;

  int faces() const { return static_cast<int>(owner.size()); }
  int internal_faces() const { return static_cast<int>(neighbour.size()); }
  /// The points of a face.
  std::span<const int> points_of(int face) const {
    const auto begin = static_cast<std::size_t>(face_starts[static_cast<std::size_t>(face)]);
    const auto end = static_cast<std::size_t>(face_starts[static_cast<std::size_t>(face) + 1]);
    return std::span(face_points).subspan(begin, end - begin);
  }
  /// The patch of a boundary face: its index in `patches`.
  int patch_of(int face) const;
};

/// The faces of each cell: those of cell i are faces[starts[i]] to faces[starts[i + 1] - 1], in
/// increasing order.
struct CellFaces {
  std::vector<int> starts;
  std::vector<int> faces;

  std::span<const int> of(int cell) const {
    const auto begin = static_cast<std::size_t>(starts[static_cast<std::size_t>(cell)]);
    const auto end = static_cast<std::size_t>(starts[static_cast<std::size_t>(cell) + 1]);
    return std::span(faces).subspan(begin, end - begin);
  }
};
CellFaces faces_of_cells(const PolyMesh& mesh);

/// What is wrong with the labels of a mesh: the file of a polyMesh that has the fault, and a
/// sentence that follows its name. Both are empty if nothing is.
struct StructureFault {
  std::string file;  ///< "points", "faces", "owner", "neighbour" or "boundary"
  std::string sentence;
};

/// Checks that every label is in range, that faces have at least three different points and belong
/// to two cells of which the owner is the smaller, that every cell has at least four faces, and
/// that the patches cover the boundary faces without gaps or overlaps and have different names.
StructureFault fault_of_structure(const PolyMesh& mesh);

}  // namespace slipflow::mesh
