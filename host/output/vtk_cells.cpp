#include "vtk_cells.hpp"

#include <vtkCellType.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace slipflow::output {

namespace {
using Face = std::span<const vtkIdType>;
using Faces = std::span<const Face>;

/// A shape is a base and its copy above it, or a base and an apex.
struct StandardShape {
  int type;
  std::size_t triangles, quadrilaterals;
  std::size_t base;  ///< points of the base
  bool has_apex;
};
constexpr std::array<StandardShape, 4> kShapes = {{{VTK_TETRA, 4, 0, 3, true},
                                                   {VTK_HEXAHEDRON, 0, 6, 4, false},
                                                   {VTK_WEDGE, 2, 3, 3, false},
                                                   {VTK_PYRAMID, 4, 1, 4, true}}};

/// The shape that has such faces, or nullptr.
const StandardShape* shape_of(Faces faces) {
  const auto count = [&](std::size_t points) {
    return static_cast<std::size_t>(std::count_if(
        faces.begin(), faces.end(), [&](const Face& face) { return face.size() == points; }));
  };
  const std::size_t triangles = count(3), quadrilaterals = count(4);
  if (triangles + quadrilaterals != faces.size()) return nullptr;
  const auto* const found =
      std::find_if(kShapes.begin(), kShapes.end(), [&](const StandardShape& shape) {
        return shape.triangles == triangles && shape.quadrilaterals == quadrilaterals;
      });
  return found == kShapes.end() ? nullptr : found;
}

/// The point that follows a and b in a face.
std::optional<vtkIdType> point_after(Faces faces, vtkIdType a, vtkIdType b) {
  for (const Face& face : faces)
    for (std::size_t k = 0; k < face.size(); ++k)
      if (face[k] == a && face[(k + 1) % face.size()] == b) return face[(k + 2) % face.size()];
  return std::nullopt;
}

/// Whether a face has these points in this order, from any of them on.
bool contains(Faces faces, Face wanted) {
  return std::any_of(faces.begin(), faces.end(), [&](const Face& face) {
    const auto begin = std::find(face.begin(), face.end(), wanted.front());
    return face.size() == wanted.size() && begin != face.end() &&
           std::equal(begin, face.end(), wanted.begin()) &&
           std::equal(face.begin(), begin, wanted.begin() + (face.end() - begin));
  });
}

bool are_different(std::vector<vtkIdType> points) {
  std::sort(points.begin(), points.end());
  return std::adjacent_find(points.begin(), points.end()) == points.end();
}

/// Whether the faces next to the base and opposite to it are those that the points have in the
/// shape, where the normal of the base leads into the cell.
bool has_faces(Faces faces, const std::vector<vtkIdType>& points, const StandardShape& shape) {
  const std::size_t n = shape.base;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t next = (k + 1) % n;
    const std::array side = {points[k], points[next], shape.has_apex ? points[n] : points[n + next],
                             points[n + (shape.has_apex ? 0 : k)]};
    if (!contains(faces, Face(side).first(shape.has_apex ? 3 : 4))) return false;
  }
  return shape.has_apex || contains(faces, Face(points).subspan(n));
}

/// Finds the points of the shape, where the normal of the base leads into the cell; false if there
/// are none.
bool find_points(Faces faces, const StandardShape& shape, std::vector<vtkIdType>& points) {
  const auto base = std::find_if(faces.begin(), faces.end(),
                                 [&](const Face& face) { return face.size() == shape.base; });
  points.assign(base->rbegin(), base->rend());
  const std::size_t n = shape.base;
  for (std::size_t k = 0; k < (shape.has_apex ? 1 : n); ++k) {
    // The side face of the edge that ends in point k continues with the point above k.
    const auto above = point_after(faces, points[(k + n - 1) % n], points[k]);
    if (!above) return false;
    points.push_back(*above);
  }
  return are_different(points) && has_faces(faces, points, shape);
}
}  // namespace

VtkCells::VtkCells(const mesh::PolyMesh& mesh)
    : mesh_(mesh), faces_of_cells_(mesh::faces_of_cells(mesh)) {}

const VtkCell& VtkCells::of(int cell) {
  list_faces(cell);
  if (is_standard()) return cell_;
  cell_.type = VTK_POLYHEDRON;
  cell_.points.clear();
  for (const Face& face : faces_) cell_.points.insert(cell_.points.end(), face.begin(), face.end());
  std::sort(cell_.points.begin(), cell_.points.end());
  cell_.points.erase(std::unique(cell_.points.begin(), cell_.points.end()), cell_.points.end());
  return cell_;
}

void VtkCells::list_faces(int cell) {
  auto& stream = cell_.face_stream;
  stream.clear();
  for (const int face : faces_of_cells_.of(cell)) {
    const auto points = mesh_.points_of(face);
    stream.push_back(static_cast<vtkIdType>(points.size()));
    if (mesh_.owner[static_cast<std::size_t>(face)] == cell)
      stream.insert(stream.end(), points.begin(), points.end());
    else
      stream.insert(stream.end(), points.rbegin(), points.rend());
  }
  faces_.clear();
  for (std::size_t at = 0; at < stream.size(); at += faces_.back().size() + 1)
    faces_.push_back(Face(stream).subspan(at + 1, static_cast<std::size_t>(stream[at])));
  cell_.faces = static_cast<vtkIdType>(faces_.size());
}

bool VtkCells::is_standard() {
  const StandardShape* const shape = shape_of(faces_);
  if (!shape || !find_points(faces_, *shape, cell_.points)) return false;
  cell_.type = shape->type;
  if (shape->type == VTK_WEDGE) {
    std::swap(cell_.points[1], cell_.points[2]);
    std::swap(cell_.points[4], cell_.points[5]);
  }
  return true;
}

}  // namespace slipflow::output
