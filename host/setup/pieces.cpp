#include "pieces.hpp"

#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

namespace slipflow::setup {

namespace {
bool is_convex(const mesh::Polygon& polygon) {
  const auto& c = polygon.corners;
  bool left = false, right = false;
  for (std::size_t k = 0; k < c.size(); ++k) {
    const auto &a = c[k], &b = c[(k + 1) % c.size()], &d = c[(k + 2) % c.size()];
    const double turn = (b.x - a.x) * (d.y - b.y) - (b.y - a.y) * (d.x - b.x);
    left |= turn > 0, right |= turn < 0;
  }
  return !left || !right;
}

bool is_inside(const mesh::Shape& shape, const mesh::Mesh& mesh) {
  const auto box = mesh::bounds(shape);
  const auto &x = mesh.x.faces, &y = mesh.y.faces;
  return box.x0 >= x.front() && box.x1 <= x.back() &&
         (y.empty() || (box.y0 >= y.front() && box.y1 <= y.back()));
}

/// Whether all that the mesh has of the solid is one piece.
bool is_one_piece(const mesh::Solid& solid, const mesh::Mesh& mesh) {
  if (std::holds_alternative<mesh::Surface>(solid)) return false;
  const auto* prism = std::get_if<mesh::Prism>(&solid);
  if (!prism) return true;
  if (const auto* polygon = std::get_if<mesh::Polygon>(&prism->outline))
    return is_convex(*polygon) || is_inside(prism->outline, mesh);
  return std::holds_alternative<mesh::Rectangle>(prism->outline) ||
         std::holds_alternative<mesh::Circle>(prism->outline);
}

/// Runs of cells, joined where they touch.
class Pieces {
 public:
  explicit Pieces(const std::vector<mesh::CellRun>& runs) : runs_(runs), parents_(runs.size()) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
    count_ = static_cast<int>(runs.size());
    for (std::size_t r = 0; r < runs.size(); ++r)
      rows_.try_emplace({runs[r].k, runs[r].j}, r, r).first->second.second = r + 1;
  }

  int count() {
    for (const auto& [place, row] : rows_)
      for (const auto& [dk, dj] : {std::pair{0, 1}, {1, -1}, {1, 0}, {1, 1}}) {
        const auto next = rows_.find({place.first + dk, place.second + dj});
        if (next != rows_.end()) join_rows(row, next->second);
      }
    return count_;
  }

 private:
  using Row = std::pair<std::size_t, std::size_t>;  // of the runs, [first, last)

  void join_rows(Row one, Row two) {
    while (one.first < one.second && two.first < two.second) {
      const auto &a = runs_[one.first], &b = runs_[two.first];
      if (a.i0 <= b.i1 && b.i0 <= a.i1) join(one.first, two.first);
      ++(a.i1 < b.i1 ? one : two).first;
    }
  }

  std::size_t root(std::size_t run) {
    while (parents_[run] != run) run = parents_[run] = parents_[parents_[run]];
    return run;
  }

  void join(std::size_t one, std::size_t two) {
    one = root(one), two = root(two);
    if (one != two) --count_;
    parents_[one] = two;
  }

  const std::vector<mesh::CellRun>& runs_;
  std::vector<std::size_t> parents_;
  std::map<std::pair<int, int>, Row> rows_;  // by plane and row
  int count_ = 0;
};
}  // namespace

int pieces_of(const mesh::Solid& solid, const std::vector<mesh::CellRun>& runs,
              const mesh::Mesh& mesh) {
  return is_one_piece(solid, mesh) ? Pieces(runs).count() : 1;
}

}  // namespace slipflow::setup
