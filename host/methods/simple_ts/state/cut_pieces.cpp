#include "cut_pieces.hpp"

#include <algorithm>
#include <cmath>

#include "space/cut_pieces_in_space.hpp"
#include "space/listed_cells.hpp"

namespace slipflow::simple_ts {

namespace {
// Null for a cell that is not listed.
const mesh::CutCell* listed(const Case& c, const std::array<int, 3>& cell) {
  if (!c.cut) return nullptr;
  const int place = c.cut->place[c.mesh.layout().at(cell[0], cell[1])];
  return place < 0 ? nullptr : &c.cut->cells[static_cast<std::size_t>(place)];
}

bool is_in_domain(const Case& c, const mesh::CutCell& cell) {
  return cell.i >= 0 && cell.i < c.mesh.x.cells() && cell.j >= 0 && cell.j < c.mesh.y.cells();
}
}  // namespace

bool is_near_cut_walls(const Case& c, const std::array<int, 3>& cell) {
  if (c.cut_in_space) return is_near_in_space(c, cell);
  const mesh::CutCell* of = listed(c, cell);
  return of && of->near;
}

std::vector<char> listed_near_cut_walls(const Case& c) {
  if (!c.has_cut_walls()) return {};
  std::vector<char> listed(c.mesh.layout().size());
  if (c.cut) {
    std::ranges::transform(c.cut->place, listed.begin(), [](int place) { return place >= 0; });
  } else {
    const ListedCells cells(c);
    for (const auto& [i, j, k] : cells.cells()) listed[c.mesh.layout().at(i, j, k)] = 1;
  }
  return listed;
}

double gas_share(const Case& c, const std::array<int, 3>& cell) {
  if (c.mesh.solid(cell[0], cell[1], cell[2])) return 0;
  if (c.cut_in_space) return gas_share_in_space(c, cell);
  const mesh::CutCell* of = listed(c, cell);
  if (!of) return 1;
  const double h_x = c.mesh.x.widths[static_cast<std::size_t>(cell[0])];
  const double h_y = c.mesh.y.widths[static_cast<std::size_t>(cell[1])];
  return std::min(of->volume / (h_x * h_y), 1.0);
}

double gas_area(const Case& c, const std::array<int, 3>& cell, int side) {
  if (c.cut_in_space) return gas_area_in_space(c, cell, side);
  const int axis = mesh::axis_across(side);
  std::array<int, 3> above = cell;
  above[axis] += side % 2;
  const mesh::CutCell *of = listed(c, above), *own = listed(c, cell);
  if (!of || !own) return mesh::area_of_face(c.mesh, cell, side);
  const int end = side % 2 == 0 ? 0 : c.mesh.axis(axis).cells();
  if (above[axis] != end || c.sides[side] != BoundaryKind::wall)
    return axis == 0 ? of->open_x : of->open_y;
  double touched = 0;
  const auto n = own - c.cut->cells.data();
  for (int k = c.cut->first_piece[n]; k < c.cut->first_piece[n + 1]; ++k) {
    const mesh::WallPiece& piece = c.cut->pieces[static_cast<std::size_t>(k)];
    if (c.walls[static_cast<std::size_t>(piece.wall) - 1].name == mesh::side_names[side])
      touched += std::abs(axis == 0 ? piece.S_x : piece.S_y);
  }
  return touched;
}

std::vector<CutWallPiece> pieces_of_cut_walls(const Case& c) {
  if (c.cut_in_space) return pieces_in_space(c);
  std::vector<CutWallPiece> pieces;
  if (!c.cut) return pieces;
  for (std::size_t n = 0; n < c.cut->cells.size(); ++n) {
    const mesh::CutCell& cell = c.cut->cells[n];
    if (!cell.near || cell.volume == 0 || !is_in_domain(c, cell)) continue;
    const double h = std::min(c.mesh.x.widths[static_cast<std::size_t>(cell.i)],
                              c.mesh.y.widths[static_cast<std::size_t>(cell.j)]);
    for (int k = c.cut->first_piece[n]; k < c.cut->first_piece[n + 1]; ++k) {
      const mesh::WallPiece& piece = c.cut->pieces[static_cast<std::size_t>(k)];
      const double length = std::hypot(piece.S_x, piece.S_y);
      if (length > kLeastPiece * h) pieces.push_back({cell.i, cell.j, 0, k, piece.wall, length});
    }
  }
  return pieces;
}

}  // namespace slipflow::simple_ts
