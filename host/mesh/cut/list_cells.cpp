// Which cells the outlines touch, and the list of the cells around them.
#include <algorithm>
#include <cmath>

#include "cut_work.hpp"

namespace slipflow::mesh::cut {

namespace {
constexpr int kListedWithin = 4;
constexpr int kNearWithin = 2;
/// Marks of cells; the greater one counts.
constexpr std::uint8_t kListed = 1, kNear = 2;

/// The cells of an axis with ghost cells that the closed interval touches, those of `own`.
CellRange cells_touched(const Axis& axis, double lo, double hi, const CellRange& own) {
  const auto& faces = axis.faces;
  const auto first = std::ranges::lower_bound(faces, lo) - faces.begin() - 1 - kPad;
  const auto end = std::ranges::upper_bound(faces, hi) - faces.begin() - kPad;
  return {std::max(static_cast<int>(first), own.first), std::min(static_cast<int>(end), own.end)};
}

/// The rows that an edge touches in each of its columns. Rows may be none, south of the mesh.
void add_visits(const PaddedMesh& mesh, const ClipEdge& edge, int number,
                std::vector<Visit>& visits) {
  const CellRange columns = cells_touched(mesh.x(), edge.x0, edge.x1, mesh.columns());
  for (int i = columns.first; i < columns.end; ++i) {
    const Rectangle box = mesh.box({i, 0});
    double lo = edge.south(), hi = edge.north();
    if (edge.x0 < edge.x1) {
      const double west = edge.y_at(box.x0), east = edge.y_at(box.x1);
      lo = std::min(west, east), hi = std::max(west, east);
    }
    const CellRange rows = cells_touched(mesh.y(), lo, hi, mesh.rows());
    if (rows.first < mesh.rows().end) visits.push_back({i, rows.first, rows.end - 1, number});
  }
}

/// Marks the cells around one, through periodic boundaries.
void mark_around(const PaddedMesh& mesh, const CellIndex& cell, std::vector<std::uint8_t>& marks) {
  for (int dj = -kListedWithin; dj <= kListedWithin; ++dj)
    for (int di = -kListedWithin; di <= kListedWithin; ++di) {
      const auto own = mesh.own({cell.i + di, cell.j + dj});
      if (!own) continue;
      const bool is_near = std::max(std::abs(di), std::abs(dj)) <= kNearWithin;
      auto& mark = marks[mesh.layout().at(own->i, own->j)];
      mark = std::max(mark, is_near ? kNear : kListed);
    }
}

/// Marks the cells around those that edges touch.
std::vector<std::uint8_t> mark_cells(const CutWork& work) {
  std::vector<std::uint8_t> marks(work.padded.layout().size());
  int column = -kPad - 1, next_row = 0;
  for (const Visit& visit : work.visits) {
    if (visit.column != column) column = visit.column, next_row = visit.first;
    for (int j = std::max(visit.first, next_row); j <= visit.last; ++j)
      mark_around(work.padded, {column, j}, marks);
    next_row = std::max(next_row, visit.last + 1);
  }
  return marks;
}

/// Lists the marked cells and their images.
void number_cells(const std::vector<std::uint8_t>& marks, CutWork& work) {
  const Layout& layout = work.padded.layout();
  work.result.place.assign(layout.size(), -1);
  for_cells(padded_cells_of(layout), [&](int i, int j, int) {
    const CellIndex own = *work.padded.own({i, j});
    const auto mark = marks[layout.at(own.i, own.j)];
    if (mark == 0) return;
    const int number = static_cast<int>(work.result.cells.size());
    work.result.place[layout.at(i, j)] = number;
    if (own.i == i && own.j == j) work.own.push_back(number);
    CutCell cell;
    cell.i = i, cell.j = j, cell.near = mark == kNear;
    work.result.cells.push_back(cell);
  });
}
}  // namespace

void list_cells(CutWork& work) {
  const auto& edges = work.outlines.edges;
  for (std::size_t k = 0; k < edges.size(); ++k)
    add_visits(work.padded, edges[k], static_cast<int>(k), work.visits);
  std::ranges::sort(work.visits, {}, [](const Visit& v) {
    return std::array{v.column, v.first, v.edge};
  });
  number_cells(mark_cells(work), work);
  work.clip.assign(work.result.cells.size(), -1);
  work.pieces.resize(work.result.cells.size());
}

}  // namespace slipflow::mesh::cut
