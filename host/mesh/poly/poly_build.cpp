#include "slipflow/mesh/poly_build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "slipflow/mesh/vectors.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::mesh {

namespace {
using LocalFaces = std::vector<std::vector<int>>;

/// The faces of a cell by its points, with normals that lead out of it.
const LocalFaces& local_faces(CellShape shape) {
  static const LocalFaces tetrahedron = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  static const LocalFaces hexahedron = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                        {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  static const LocalFaces prism = {{0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}};
  static const LocalFaces pyramid = {{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  static const LocalFaces triangle = {{0, 1, 2}};
  static const LocalFaces quadrilateral = {{0, 1, 2, 3}};
  switch (shape) {
    case CellShape::tetrahedron:
      return tetrahedron;
    case CellShape::hexahedron:
      return hexahedron;
    case CellShape::prism:
      return prism;
    case CellShape::pyramid:
      return pyramid;
    case CellShape::triangle:
      return triangle;
    case CellShape::quadrilateral:
      return quadrilateral;
  }
  throw Error(ExitStatus::internal_error, "a shape without faces");
}

std::span<const int> points_of(const Elements& elements, std::size_t k) {
  const auto begin = static_cast<std::size_t>(elements.starts[k]);
  return std::span(elements.points).subspan(begin, elements.starts[k + 1] - elements.starts[k]);
}

/// A face of an element: its points sorted, for comparison, and where it comes from.
struct ElementFace {
  std::array<int, 4> points;  ///< the last one is -1 of a triangle
  int element;                ///< a cell, or -1 - k for element k of the faces
  int local;

  bool operator<(const ElementFace& other) const {
    return points != other.points ? points < other.points : element < other.element;
  }
};

void add_sides(const Elements& elements, bool are_cells, std::vector<ElementFace>& sides) {
  for (std::size_t k = 0; k < elements.shapes.size(); ++k) {
    const auto& local = local_faces(elements.shapes[k]);
    const auto points = points_of(elements, k);
    for (std::size_t f = 0; f < local.size(); ++f) {
      ElementFace side{{-1, -1, -1, -1}, 0, static_cast<int>(f)};
      for (std::size_t p = 0; p < local[f].size(); ++p)
        side.points[p] = points[static_cast<std::size_t>(local[f][p])];
      std::sort(side.points.begin(), side.points.end());
      side.element = are_cells ? static_cast<int>(k) : -1 - static_cast<int>(k);
      sides.push_back(side);
    }
  }
}

/// Whether the points of the cell are in the order of its mirror image.
bool is_mirrored(const std::vector<Vector3>& points, const Elements& cells, std::size_t k) {
  const auto labels = points_of(cells, k);
  const auto at = [&](int p) {
    return points[static_cast<std::size_t>(labels[static_cast<std::size_t>(p)])];
  };
  double volume = 0;
  for (const auto& face : local_faces(cells.shapes[k]))
    for (std::size_t p = 1; p + 1 < face.size(); ++p)
      volume += dot(at(face[0]) - at(0), cross(at(face[p]) - at(0), at(face[p + 1]) - at(0)));
  return volume < 0;
}

/// A face of the mesh before it has its number.
struct Face {
  int owner;
  int neighbour;  ///< of a boundary face: the number of its patch
  int local;      ///< in the owner
};

struct Faces {
  std::vector<Face> internal, boundary;
};

/// Joins the sides, which it sorts. `rest` is the number of the patch of faces in no group.
Faces joined(std::vector<ElementFace>& sides, const Elements& faces, int rest,
             const std::string& name) {
  std::sort(sides.begin(), sides.end());
  Faces all;
  for (std::size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
    while (end < sides.size() && sides[end].points == sides[begin].points) ++end;
    std::size_t first = begin;
    while (first < end && sides[first].element < 0) ++first;
    if (first == end) continue;  // a surface that no cell touches
    const ElementFace& owner = sides[first];
    if (end - first > 2)
      throw Error(ExitStatus::bad_input,
                  fmt::format("{}: the cells {}, {} and {} share one face", name, owner.element,
                              sides[first + 1].element, sides[first + 2].element));
    if (end - first == 2) {
      all.internal.push_back({owner.element, sides[first + 1].element, owner.local});
      continue;
    }
    int group = -1;
    for (std::size_t k = begin; k < first && group < 0; ++k)
      group = faces.groups[static_cast<std::size_t>(-1 - sides[k].element)];
    all.boundary.push_back({owner.element, group < 0 ? rest : group, owner.local});
  }
  return all;
}

void add_face(PolyMesh& mesh, const Elements& cells, const std::vector<char>& mirrored,
              const Face& face) {
  const auto owner = static_cast<std::size_t>(face.owner);
  const auto points = points_of(cells, owner);
  auto local = local_faces(cells.shapes[owner])[static_cast<std::size_t>(face.local)];
  if (mirrored[owner]) std::reverse(local.begin(), local.end());
  for (const int p : local) mesh.face_points.push_back(points[static_cast<std::size_t>(p)]);
  mesh.face_starts.push_back(static_cast<int>(mesh.face_points.size()));
  mesh.owner.push_back(face.owner);
}

bool by_owner(const Face& a, const Face& b) {
  return std::pair(a.owner, a.neighbour) < std::pair(b.owner, b.neighbour);
}
bool by_patch(const Face& a, const Face& b) {
  return std::tuple(a.neighbour, a.owner, a.local) < std::tuple(b.neighbour, b.owner, b.local);
}
}  // namespace

void Elements::add(CellShape shape, std::span<const int> its_points, int group) {
  shapes.push_back(shape);
  points.insert(points.end(), its_points.begin(), its_points.end());
  starts.push_back(static_cast<int>(points.size()));
  groups.push_back(group);
}

PolyMesh poly_mesh_of(std::vector<Vector3> points, const Elements& cells, const Elements& faces,
                      const std::string& rest, const std::string& name) {
  std::vector<ElementFace> sides;
  add_sides(cells, true, sides);
  add_sides(faces, false, sides);
  const int groups = static_cast<int>(faces.names.size());
  Faces all = joined(sides, faces, groups, name);
  std::sort(all.internal.begin(), all.internal.end(), by_owner);
  std::sort(all.boundary.begin(), all.boundary.end(), by_patch);

  std::vector<char> mirrored(cells.shapes.size());
  for (std::size_t k = 0; k < mirrored.size(); ++k) mirrored[k] = is_mirrored(points, cells, k);
  PolyMesh mesh;
  mesh.cells = static_cast<int>(cells.shapes.size());
  mesh.points = std::move(points);
  for (const Face& face : all.internal) {
    add_face(mesh, cells, mirrored, face);
    mesh.neighbour.push_back(face.neighbour);
  }
  for (int patch = 0; patch <= groups; ++patch)
    mesh.patches.push_back({patch < groups ? faces.names[static_cast<std::size_t>(patch)] : rest});
  for (const Face& face : all.boundary) {
    Patch& patch = mesh.patches[static_cast<std::size_t>(face.neighbour)];
    if (patch.faces++ == 0) patch.begin = mesh.faces();
    add_face(mesh, cells, mirrored, face);
  }
  std::erase_if(mesh.patches, [](const Patch& patch) { return patch.faces == 0; });
  return mesh;
}

}  // namespace slipflow::mesh
