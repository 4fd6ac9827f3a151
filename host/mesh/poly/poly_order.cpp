#include "slipflow/mesh/poly_order.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace slipflow::mesh {

namespace {
/// The neighbours of each cell, in the layout of CellFaces.
CellFaces neighbours_of_cells(const PolyMesh& mesh) {
  CellFaces all;
  all.starts.assign(static_cast<std::size_t>(mesh.cells) + 1, 0);
  const auto faces = static_cast<std::size_t>(mesh.internal_faces());
  for (std::size_t f = 0; f < faces; ++f) {
    ++all.starts[static_cast<std::size_t>(mesh.owner[f]) + 1];
    ++all.starts[static_cast<std::size_t>(mesh.neighbour[f]) + 1];
  }
  for (std::size_t k = 1; k < all.starts.size(); ++k) all.starts[k] += all.starts[k - 1];
  all.faces.resize(static_cast<std::size_t>(all.starts.back()));
  std::vector<int> next(all.starts.begin(), all.starts.end() - 1);
  for (std::size_t f = 0; f < faces; ++f) {
    all.faces[static_cast<std::size_t>(next[static_cast<std::size_t>(mesh.owner[f])]++)] =
        mesh.neighbour[f];
    all.faces[static_cast<std::size_t>(next[static_cast<std::size_t>(mesh.neighbour[f])]++)] =
        mesh.owner[f];
  }
  return all;
}

/// The cells in the order in which they are reached.
class Front {
 public:
  explicit Front(const PolyMesh& mesh)
      : neighbours_(neighbours_of_cells(mesh)),
        reached_(static_cast<std::size_t>(mesh.cells), false) {}

  int degree(int cell) const { return static_cast<int>(neighbours_.of(cell).size()); }
  bool has(int cell) const { return reached_[static_cast<std::size_t>(cell)]; }
  const std::vector<int>& order() const { return order_; }

  /// Adds all cells that are connected with `first`, the neighbours of a cell by their degrees.
  void add_from(int first) {
    std::size_t next = order_.size();
    add(first);
    std::vector<int> found;
    for (; next < order_.size(); ++next) {
      found.clear();
      for (const int other : neighbours_.of(order_[next]))
        if (!has(other)) {
          reached_[static_cast<std::size_t>(other)] = true;
          found.push_back(other);
        }
      std::sort(found.begin(), found.end(),
                [&](int a, int b) { return std::pair(degree(a), a) < std::pair(degree(b), b); });
      order_.insert(order_.end(), found.begin(), found.end());
    }
  }
  /// Takes back all but the first `count` cells.
  void forget_after(std::size_t count) {
    for (std::size_t k = count; k < order_.size(); ++k)
      reached_[static_cast<std::size_t>(order_[k])] = false;
    order_.resize(count);
  }

 private:
  void add(int cell) {
    reached_[static_cast<std::size_t>(cell)] = true;
    order_.push_back(cell);
  }
  CellFaces neighbours_;
  std::vector<bool> reached_;
  std::vector<int> order_;
};
}  // namespace

std::vector<int> cuthill_mckee_order(const PolyMesh& mesh) {
  Front front(mesh);
  for (int cell = 0; cell < mesh.cells; ++cell) {
    if (front.has(cell)) continue;
    // The cell reached last is at an end of this part of the mesh: a long way from it to the rest
    // makes a narrow front.
    const std::size_t begin = front.order().size();
    front.add_from(cell);
    const int end = front.order().back();
    front.forget_after(begin);
    front.add_from(end);
  }
  auto order = front.order();
  std::reverse(order.begin(), order.end());
  return order;
}

PolyMesh with_cells_in_order(const PolyMesh& mesh, const std::vector<int>& order) {
  std::vector<int> number(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    number[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
  const auto new_owner = [&](int f) {
    return number[static_cast<std::size_t>(mesh.owner[static_cast<std::size_t>(f)])];
  };
  const auto new_neighbour = [&](int f) {
    return number[static_cast<std::size_t>(mesh.neighbour[static_cast<std::size_t>(f)])];
  };
  std::vector<int> faces(static_cast<std::size_t>(mesh.faces()));
  std::iota(faces.begin(), faces.end(), 0);
  std::sort(faces.begin(), faces.begin() + mesh.internal_faces(), [&](int a, int b) {
    return std::minmax({new_owner(a), new_neighbour(a)}) <
           std::minmax({new_owner(b), new_neighbour(b)});
  });
  PolyMesh moved;
  moved.cells = mesh.cells;
  moved.points = mesh.points;
  moved.patches = mesh.patches;
  for (const int face : faces) {
    const auto points = mesh.points_of(face);
    const bool is_internal = face < mesh.internal_faces();
    const bool turns = is_internal && new_owner(face) > new_neighbour(face);
    const auto begin = static_cast<std::ptrdiff_t>(moved.face_points.size());
    moved.face_points.insert(moved.face_points.end(), points.begin(), points.end());
    if (turns) std::reverse(moved.face_points.begin() + begin + 1, moved.face_points.end());
    moved.face_starts.push_back(static_cast<int>(moved.face_points.size()));
    moved.owner.push_back(turns ? new_neighbour(face) : new_owner(face));
    if (is_internal) moved.neighbour.push_back(turns ? new_owner(face) : new_neighbour(face));
  }
  return moved;
}

int bandwidth_of(const PolyMesh& mesh) {
  int largest = 0;
  for (std::size_t f = 0; f < mesh.neighbour.size(); ++f)
    largest = std::max(largest, std::abs(mesh.neighbour[f] - mesh.owner[f]));
  return largest;
}

}  // namespace slipflow::mesh
