// The faces of a mesh of three axes that the surfaces of bodies cut: each plane of the mesh is a
// mesh of two axes, which the bodies' sections cut.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "../clip_cell.hpp"
#include "section.hpp"
#include "slipflow/mesh/cut_in_space.hpp"

namespace slipflow::mesh::cut {

/// The straight line in which a wall meets a face.
struct WallLine {
  int body = 0, facet = 0;
  Point S;   ///< normal out of the gas times length, in the plane
  Point at;  ///< its middle
};

/// A connected part of the gas on a face.
struct FacePart {
  double area = 0;
  Point at;                                     ///< its centroid
  std::array<std::vector<Interval>, 4> limits;  ///< on the sides of the face, by Side
  std::vector<WallLine> walls;
};

/// A face that a surface touches, by the cell above it.
struct CutFace {
  int i = 0, j = 0, k = 0;
  std::vector<FacePart> parts;
};

/// A mesh of three axes with its ghost cells. Cells that are no images are its own: those of the
/// domain, and ghost cells outside boundaries that are not periodic.
class PaddedSpace {
 public:
  PaddedSpace(const Mesh& mesh, const std::array<bool, 3>& periodic);

  const Axis& axis(int a) const { return axes_[static_cast<std::size_t>(a)]; }
  const Layout& layout() const { return layout_; }
  CellRange own(int a) const { return own_[static_cast<std::size_t>(a)]; }
  double period(int a) const { return periods_[static_cast<std::size_t>(a)]; }
  bool is_periodic(int a) const { return period(a) > 0; }
  /// The place of a layer of cells, ghosts included.
  static std::size_t place(int k) {
    const int from_first = k + kPad;
    return static_cast<std::size_t>(from_first);
  }
  double face(int a, int k) const { return axis(a).faces[place(k)]; }
  double width(int a, int k) const { return axis(a).widths[place(k)]; }
  double least_width(const std::array<int, 3>& cell) const;
  double volume(const std::array<int, 3>& cell) const;
  /// Area and centre of a cell's face on a side, and the area of its smallest face.
  double face_area(const std::array<int, 3>& cell, int side) const;
  Point face_centre(const std::array<int, 3>& cell, int side) const;
  double least_area(const std::array<int, 3>& cell) const;
  /// The own cell that a cell is, or is an image of; none outside all ghost cells.
  std::optional<std::array<int, 3>> own_cell(std::array<int, 3> cell) const;

 private:
  Layout layout_;
  std::array<Axis, 3> axes_;
  std::array<double, 3> periods_{};
  std::array<CellRange, 3> own_;
};

/// Faces across each axis, by the cells above them.
struct FaceSet {
  std::array<std::vector<CutFace>, 3>
      cut;                                 ///< that a surface touches, in the order of Layout::at()
  std::array<std::vector<bool>, 3> solid;  ///< by Layout::at(), of those that none touches
};

/// The faces of all planes. Where a flat side of a body lies in a face, this is different seen from
/// both sides.
struct CutFaces {
  FaceSet both;                                ///< the gas that both sides have in common
  FaceSet below, above;                        ///< seen from one side, in planes with flat sides
  std::array<std::vector<bool>, 3> has_sides;  ///< layers above planes with flat sides
  std::array<std::vector<bool>, 3> two_sided;  ///< by Layout::at(): faces that are different
  std::vector<std::uint8_t> tags;  ///< a wall of the bodies that cover a face of the cell, or 0

  /// The set that has the face below a cell as the cell sees it, or as the cell below it does.
  const FaceSet& seen_from(int axis, std::size_t at, bool from_below) const {
    if (!two_sided[static_cast<std::size_t>(axis)][at]) return both;
    return from_below ? below : above;
  }
};

/// The face below a cell, if a surface touches it.
const CutFace* find(const FaceSet& faces, const Layout& layout, int axis,
                    const std::array<int, 3>& cell);

/// Whether bodies cover all faces of an own cell, which no surface touches.
bool is_covered(const PaddedSpace& space, const CutFaces& faces, const std::array<int, 3>& cell);

/// Cuts all planes of the mesh; sections[k] are those of bodies[k].
CutFaces cut_faces(const Mesh& mesh, const PaddedSpace& space, const std::vector<CutSolid>& bodies,
                   const std::vector<Sections>& sections);

}  // namespace slipflow::mesh::cut
