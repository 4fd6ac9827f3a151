#include <algorithm>

#include "cut_work.hpp"
#include "slipflow/mesh/cut_mesh.hpp"

namespace slipflow::mesh {

namespace cut {
namespace {
/// How far a cell is from the one that it is an image of.
Point shift_of(const PaddedMesh& mesh, const CellIndex& cell, const CellIndex& own) {
  const auto shift = [](int k, int own_k, double period) {
    return k == own_k ? 0.0 : k < own_k ? -period : period;
  };
  return {shift(cell.i, own.i, mesh.periods()[0]), shift(cell.j, own.j, mesh.periods()[1])};
}

void move(CutCell& cell, const Point& by) {
  cell.x += by.x, cell.y += by.y;
  cell.y_x += by.y, cell.x_y += by.x;
}

WallPiece piece_of(const CutWork& work, const PieceSum& sum, const Point& by) {
  WallPiece piece;
  piece.wall = sum.wall;
  if (sum.source >= 0) piece = work.outlines.sources[sum.source];
  piece.S_x = sum.S_x, piece.S_y = sum.S_y;
  piece.outline_x = sum.outline_x, piece.outline_y = sum.outline_y;
  piece.x = sum.x / sum.length + by.x, piece.y = sum.y / sum.length + by.y;
  piece.centre_x += by.x, piece.centre_y += by.y;
  return piece;
}

/// What the cells of the domain are in the end.
void complete_report(CutWork& work) {
  CutReport& report = work.result.report;
  for_cells(cells_of(work.padded.layout()), [&](int i, int j, int) {
    if (!work.is_gas({i, j})) return;
    const int number = work.number({i, j});
    const double area = work.padded.area({i, j});
    const double volume = number < 0 ? area : work.result.cells[number].volume;
    report.gas_area += volume;
    report.smallest_fraction = std::min(report.smallest_fraction, volume / area);
    if (number >= 0)
      report.cut_cells += std::ranges::any_of(
          work.pieces[number], [](const PieceSum& piece) { return piece.source >= 0; });
  });
}

/// Gives images the values of their cells.
void copy_to_images(CutWork& work) {
  const Layout& layout = work.padded.layout();
  for_cells(padded_cells_of(layout), [&](int i, int j, int) {
    const CellIndex cell{i, j}, own = *work.padded.own(cell);
    if (own.i == i && own.j == j) return;
    work.tag(cell) = work.tag(own);
    if (work.number(cell) < 0) return;
    CutCell& image = work.result.cells[work.number(cell)];
    image = work.result.cells[work.number(own)];
    image.i = i, image.j = j;
    move(image, shift_of(work.padded, cell, own));
  });
}

/// Stores the pieces and corners of all listed cells, images too.
void store_pieces(CutWork& work, const std::vector<WallCorner>& corners) {
  CutMesh& result = work.result;
  for (std::size_t k = 0; k < result.cells.size(); ++k) {
    const CellIndex cell = work.index(static_cast<int>(k)), own = *work.padded.own(cell);
    const int own_number = work.number(own);
    const Point by = shift_of(work.padded, cell, own);
    result.first_piece.push_back(static_cast<int>(result.pieces.size()));
    for (const PieceSum& sum : work.pieces[own_number])
      result.pieces.push_back(piece_of(work, sum, by));
    auto corner = std::ranges::lower_bound(corners, own_number, {}, &WallCorner::cell);
    for (; corner != corners.end() && corner->cell == own_number; ++corner) {
      WallCorner& image = result.corners.emplace_back(*corner);
      image.cell = static_cast<int>(k);
      image.x += by.x, image.y += by.y;
    }
  }
  result.first_piece.push_back(static_cast<int>(result.pieces.size()));
}
}  // namespace
}  // namespace cut

Axis with_ghosts(const Axis& axis, bool periodic) {
  const int n = axis.cells();
  Axis padded;
  const double period = axis.faces.back() - axis.faces.front();
  for (int k = -kPad; k < n + kPad; ++k) {
    const int own = periodic ? (k % n + n) % n : std::clamp(k, 0, n - 1);
    padded.widths.push_back(axis.widths[own]);
  }
  for (int k = -kPad; k <= n + kPad; ++k) {
    if (k >= 0 && k <= n)
      padded.faces.push_back(axis.faces[k]);
    else if (periodic)
      padded.faces.push_back(k < 0 ? axis.faces[k + n] - period : axis.faces[k - n] + period);
    else
      padded.faces.push_back(k < 0 ? axis.faces.front() + k * axis.widths.front()
                                   : axis.faces.back() + (k - n) * axis.widths.back());
  }
  return padded;
}

CutMesh cut_mesh(const Mesh& mesh, const std::vector<CutBody>& bodies,
                 const std::array<bool, 2>& periodic, const std::array<bool, 4>& open) {
  cut::CutWork work(mesh, bodies, periodic);
  for (const Side side : {west, east, south, north})
    if (open[side]) continue_straight(work, side);
  list_cells(work);
  sweep_columns(work);
  open_faces(work);
  fill_pockets(work);
  fill_dead_ends(work);
  fill_pockets(work);
  collect_pieces(work);
  mark_corners_in_gas(work);
  const auto corners = find_corners(work);
  cut::complete_report(work);
  cut::copy_to_images(work);
  cut::store_pieces(work, corners);
  return std::move(work.result);
}

}  // namespace slipflow::mesh
