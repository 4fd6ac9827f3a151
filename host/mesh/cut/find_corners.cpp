// Corners: mesh points in the gas, and convex corners of bodies that gas touches.
#include <algorithm>
#include <cmath>

#include "cut_work.hpp"

namespace slipflow::mesh::cut {

namespace {
/// As shares of the least width: an edge so close to a mesh point lies on it, a corner of a body
/// so close to a cell belongs to it.
constexpr double kOnPoint = 1e-12;
constexpr double kAtCorner = 1e-9;

double distance(const ClipEdge& e, const Point& p) {
  const double ex = e.x1 - e.x0, ey = e.y1 - e.y0;
  const double along = ((p.x - e.x0) * ex + (p.y - e.y0) * ey) / (ex * ex + ey * ey);
  const double part = std::clamp(along, 0.0, 1.0);
  const double dx = e.x0 + part * ex - p.x, dy = e.y0 + part * ey - p.y;
  return std::sqrt(dx * dx + dy * dy);
}

/// True if the gas of a cell is all around one of its corners.
bool reaches_corner(const CutWork& work, const CellIndex& cell, Side column, Side row) {
  if (!work.is_gas(cell)) return false;
  const ClippedCell* clipped = work.clip_of(cell);
  if (!clipped) return true;
  const double near = kOnPoint * work.padded.least_width(cell);
  const Rectangle box = work.padded.box(cell);
  const Point corner{column == west ? box.x0 : box.x1, row == south ? box.y0 : box.y1};
  for (const int k : clipped->edges)
    if (distance(work.outlines.edges[k], corner) <= near) return false;
  return std::ranges::any_of(clipped->sections[column], [&](const Interval& part) {
    return std::abs((row == south ? part.from : part.to) - corner.y) <= near;
  });
}

bool is_corner_in_gas(const CutWork& work, const CellIndex& cell) {
  for (const int di : {0, -1})
    for (const int dj : {0, -1}) {
      const auto around = work.padded.own({cell.i + di, cell.j + dj});
      if (around && !reaches_corner(work, *around, di == 0 ? west : east, dj == 0 ? south : north))
        return false;
    }
  return true;
}

bool touches(const Trapezoid& t, const Point& p, double near) {
  if (p.x < t.x0 - near || p.x > t.x1 + near) return false;
  const double part = std::clamp((p.x - t.x0) / (t.x1 - t.x0), 0.0, 1.0);
  return p.y >= t.low0 + part * (t.low1 - t.low0) - near &&
         p.y <= t.high0 + part * (t.high1 - t.high0) + near;
}

bool gas_touches(const CutWork& work, const CellIndex& cell, const Point& p, double near) {
  const ClippedCell* clipped = work.clip_of(cell);
  if (!clipped) return true;
  return std::ranges::any_of(clipped->gas, [&](const Trapezoid& t) { return touches(t, p, near); });
}

/// True if the solid, left or right of a side with this piece, is on the inner side of the turn.
bool is_convex(const SharpCorner& corner, const PieceSum& piece, const Point& direction) {
  const bool solid_is_left = piece.S_y * direction.x - piece.S_x * direction.y > 0;
  const bool turns_left = corner.before.x * corner.after.y - corner.before.y * corner.after.x > 0;
  return solid_is_left == turns_left;
}

/// Adds the corner as one of the cell, if it is one.
void add_corner(const CutWork& work, const SharpCorner& corner, const CellIndex& cell,
                std::vector<WallCorner>& corners) {
  const int number = work.number(cell);
  if (number < 0 || !work.is_gas(cell)) return;
  const double near = kAtCorner * work.padded.least_width(cell);
  if (!gas_touches(work, cell, corner.at, near)) return;
  const auto& pieces = work.pieces[number];
  const auto before = std::ranges::find(pieces, corner.source_before, &PieceSum::source);
  const auto after = std::ranges::find(pieces, corner.source_after, &PieceSum::source);
  const bool has_before = before != pieces.end(), has_after = after != pieces.end();
  if (!has_before && !has_after) return;
  if (!(has_before ? is_convex(corner, *before, corner.before)
                   : is_convex(corner, *after, corner.after)))
    return;
  const WallPiece& source = work.outlines.sources[corner.source_before];
  corners.push_back({number, corner.at.x, corner.at.y, corner.before.x, corner.before.y,
                     corner.after.x, corner.after.y, has_before ? before->length : 0,
                     has_after ? after->length : 0, source.wall, source.curve, source.side,
                     work.outlines.sources[corner.source_after].side});
}

/// The cells of an axis with ghost cells that a position lies in or at.
CellRange cells_at(const Axis& axis, double position) {
  const auto cell = [&](double p) { return axis.cell_at(p) - kPad; };
  const double near = kAtCorner * axis.widths[axis.cell_at(position)];
  return {cell(position - near), cell(position + near) + 1};
}

bool is_own(const PaddedMesh& mesh, const CellIndex& cell) {
  const auto own = mesh.own(cell);
  return own && own->i == cell.i && own->j == cell.j;
}

bool is_in_mesh(const PaddedMesh& mesh, const Point& p) {
  const auto contains = [](const Axis& axis, double position) {
    return position >= axis.faces.front() && position <= axis.faces.back();
  };
  return contains(mesh.x(), p.x) && contains(mesh.y(), p.y);
}
}  // namespace

void mark_corners_in_gas(CutWork& work) {
  for (const int number : work.own)
    work.result.cells[number].corner_in_gas = is_corner_in_gas(work, work.index(number));
}

std::vector<WallCorner> find_corners(const CutWork& work) {
  std::vector<WallCorner> corners;
  for (const SharpCorner& corner : work.outlines.corners) {
    if (!is_in_mesh(work.padded, corner.at)) continue;
    const CellRange columns = cells_at(work.padded.x(), corner.at.x);
    const CellRange rows = cells_at(work.padded.y(), corner.at.y);
    for (int j = rows.first; j < rows.end; ++j)
      for (int i = columns.first; i < columns.end; ++i)
        if (is_own(work.padded, {i, j})) add_corner(work, corner, {i, j}, corners);
  }
  std::ranges::stable_sort(corners, {}, &WallCorner::cell);
  return corners;
}

}  // namespace slipflow::mesh::cut
