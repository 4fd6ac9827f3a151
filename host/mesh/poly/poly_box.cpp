// A box mesh as a mesh of polyhedra.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "slipflow/mesh/poly_build.hpp"

namespace slipflow::mesh {

namespace {
constexpr int kSides = 6;

/// The cells of a box and their numbers; a box of two axes has one layer.
class BoxCells {
 public:
  BoxCells(const Mesh& box, const std::array<bool, 3>& periodic)
      : box_(box),
        periodic_(periodic),
        size_{box.x.cells(), box.y.cells(), std::max(box.z.cells(), 1)} {
    numbers_.assign(static_cast<std::size_t>(size_[0]) * size_[1] * size_[2], -1);
    for_each([&](const Cell& cell) {
      if (!box_.solid(cell[0], cell[1], cell[2])) numbers_[index(cell)] = count_++;
    });
  }
  using Cell = std::array<int, 3>;

  int count() const { return count_; }
  int size(int axis) const { return size_[static_cast<std::size_t>(axis)]; }
  /// -1 of a solid cell.
  int number(const Cell& cell) const { return numbers_[index(cell)]; }
  bool is_inside(const Cell& cell) const {
    for (std::size_t a = 0; a < 3; ++a)
      if (cell[a] < 0 || cell[a] >= size_[a]) return false;
    return true;
  }
  /// The cell, or that whose periodic image it is.
  Cell wrapped(Cell cell) const {
    for (std::size_t a = 0; a < 3; ++a)
      if (periodic_[a]) cell[a] = (cell[a] + size_[a]) % size_[a];
    return cell;
  }
  int wall(const Cell& cell) const {
    return box_.tags[box_.layout().at(cell[0], cell[1], cell[2])];
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (int k = 0; k < size_[2]; ++k)
      for (int j = 0; j < size_[1]; ++j)
        for (int i = 0; i < size_[0]; ++i) visit(Cell{i, j, k});
  }
  /// The index of a lattice point.
  std::size_t point(const Cell& at) const {
    const auto nx = static_cast<std::size_t>(size_[0]) + 1;
    const auto ny = static_cast<std::size_t>(size_[1]) + 1;
    return at[0] + nx * (at[1] + ny * static_cast<std::size_t>(at[2]));
  }
  std::size_t points() const { return point({0, 0, size_[2] + 1}); }
  Vector3 position(const Cell& at) const {
    return {box_.x.faces[static_cast<std::size_t>(at[0])],
            box_.y.faces[static_cast<std::size_t>(at[1])],
            box_.z.cells() > 0 ? box_.z.faces[static_cast<std::size_t>(at[2])] : at[2]};
  }

 private:
  std::size_t index(const Cell& cell) const {
    return cell[0] + static_cast<std::size_t>(size_[0]) *
                         (cell[1] + static_cast<std::size_t>(size_[1]) * cell[2]);
  }
  const Mesh& box_;
  const std::array<bool, 3> periodic_;
  std::array<int, 3> size_;
  std::vector<int> numbers_;
  int count_ = 0;
};

using Cell = BoxCells::Cell;

Cell next_to(const Cell& cell, int side) {
  Cell other = cell;
  other[static_cast<std::size_t>(side / 2)] += side % 2 == 1 ? 1 : -1;
  return other;
}

/// The corners of a face of a cell in the order in which its normal leads out of the cell.
std::array<Cell, 4> corners_of(const Cell& cell, int side) {
  const auto across = static_cast<std::size_t>(side / 2);
  const auto a = (across + 1) % 3, b = (across + 2) % 3;
  std::array<Cell, 4> corners;
  corners.fill(cell);
  for (auto& corner : corners) corner[across] += side % 2;
  ++corners[1][a];
  ++corners[2][a];
  ++corners[2][b];
  ++corners[3][b];
  if (side % 2 == 0) std::swap(corners[1], corners[3]);
  return corners;
}

void add_face(PolyMesh& mesh, const BoxCells& cells, const Cell& cell, int side) {
  for (const Cell& corner : corners_of(cell, side))
    mesh.face_points.push_back(static_cast<int>(cells.point(corner)));
  mesh.face_starts.push_back(static_cast<int>(mesh.face_points.size()));
  mesh.owner.push_back(cells.number(cell));
}

void add_internal_faces(PolyMesh& mesh, const BoxCells& cells) {
  cells.for_each([&](const Cell& cell) {
    if (cells.number(cell) < 0) return;
    for (const int side : {east, north, top}) {
      const Cell other = next_to(cell, side);
      if (!cells.is_inside(other) || cells.number(other) < 0) continue;
      add_face(mesh, cells, cell, side);
      mesh.neighbour.push_back(cells.number(other));
    }
  });
}

/// The faces of fluid cells for which `belongs(cell, side)` holds.
template <class Belongs>
void add_patch(PolyMesh& mesh, const BoxCells& cells, const std::string& name,
               const std::string& type, Belongs belongs) {
  Patch patch{name, type, mesh.faces()};
  cells.for_each([&](const Cell& cell) {
    if (cells.number(cell) < 0) return;
    for (int side = 0; side < kSides; ++side)
      if (belongs(cell, side)) add_face(mesh, cells, cell, side);
  });
  patch.faces = mesh.faces() - patch.begin;
  if (patch.faces > 0) mesh.patches.push_back(patch);
}

void keep_used_points(PolyMesh& mesh, const BoxCells& cells) {
  std::vector<int> numbers(cells.points(), -1);
  for (const int label : mesh.face_points) numbers[static_cast<std::size_t>(label)] = 0;
  for (int k = 0; k <= cells.size(2); ++k)
    for (int j = 0; j <= cells.size(1); ++j)
      for (int i = 0; i <= cells.size(0); ++i) {
        int& number = numbers[cells.point({i, j, k})];
        if (number < 0) continue;
        number = static_cast<int>(mesh.points.size());
        mesh.points.push_back(cells.position({i, j, k}));
      }
  for (int& label : mesh.face_points) label = numbers[static_cast<std::size_t>(label)];
}
}  // namespace

PolyMesh poly_mesh_of(const Mesh& box, const std::array<bool, 3>& periodic) {
  const BoxCells cells(box, periodic);
  PolyMesh mesh;
  mesh.cells = cells.count();
  add_internal_faces(mesh, cells);
  const bool is_layer = box.axes() == 2;
  for (int side = 0; side < 2 * box.axes(); ++side)
    add_patch(mesh, cells, side_names[static_cast<std::size_t>(side)], "patch",
              [&](const Cell& cell, int s) {
                const Cell other = next_to(cell, s), image = cells.wrapped(other);
                const bool leads_out = !cells.is_inside(image) || cells.number(image) >= 0;
                return s == side && !cells.is_inside(other) && leads_out;
              });
  const auto is_at = [&](const Cell& cell, int side, int wall) {
    const Cell other = cells.wrapped(next_to(cell, side));
    return cells.is_inside(other) && cells.number(other) < 0 && cells.wall(other) == wall;
  };
  std::set<int> walls;
  cells.for_each([&](const Cell& cell) {
    if (cells.number(cell) < 0) walls.insert(cells.wall(cell));
  });
  int body = 0;
  for (const int wall : walls)
    add_patch(mesh, cells, fmt::format("body{}", ++body), "wall",
              [&](const Cell& cell, int side) { return is_at(cell, side, wall); });
  if (is_layer)
    add_patch(mesh, cells, "front_and_back", "empty",
              [](const Cell&, int side) { return side == bottom || side == top; });
  keep_used_points(mesh, cells);
  return mesh;
}

}  // namespace slipflow::mesh
