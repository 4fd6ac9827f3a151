#include "cut_work.hpp"

#include <algorithm>

namespace slipflow::mesh::cut {

PaddedMesh::PaddedMesh(const Mesh& mesh, const std::array<bool, 2>& periodic)
    : layout_(mesh.layout()),
      x_(with_ghosts(mesh.x, periodic[0])),
      y_(with_ghosts(mesh.y, periodic[1])) {
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const auto& faces = mesh.axis(static_cast<int>(axis)).faces;
    const int cells = layout_.cells(static_cast<int>(axis));
    if (periodic[axis]) periods_[axis] = faces.back() - faces.front();
    own_[axis] = periodic[axis] ? CellRange{0, cells} : CellRange{-kPad, cells + kPad};
  }
}

Rectangle PaddedMesh::box(const CellIndex& cell) const {
  const int i = cell.i + kPad, j = cell.j + kPad;
  return {x_.faces[i], y_.faces[j], x_.faces[i + 1], y_.faces[j + 1]};
}

bool PaddedMesh::in_domain(const CellIndex& cell) const {
  return cells_of(layout_).has(cell.i, cell.j, 0);
}

std::optional<CellIndex> PaddedMesh::own(CellIndex cell) const {
  const auto bring = [this](int& k, int axis) {
    const CellRange& range = own_[axis];
    if (k >= range.first && k < range.end) return true;
    if (periods_[axis] == 0) return false;
    k = (k % range.end + range.end) % range.end;
    return true;
  };
  if (!bring(cell.i, 0) || !bring(cell.j, 1)) return std::nullopt;
  return cell;
}

CutWork::CutWork(const Mesh& mesh_to_cut, const std::vector<CutBody>& bodies_to_cut,
                 const std::array<bool, 2>& periodic)
    : mesh(mesh_to_cut),
      bodies(bodies_to_cut),
      padded(mesh, periodic),
      outlines(outlines_of(bodies, padded.x(), padded.y(), padded.periods())) {
  result.tags = mesh.tags;
  result.unresolved = outlines.unresolved;
}

const ClippedCell* CutWork::clip_of(const CellIndex& cell) const {
  const int at = number(cell);
  return at < 0 || clip[at] < 0 ? nullptr : &clipped[clip[at]];
}

std::vector<Interval> CutWork::sections(const CellIndex& cell, int side) const {
  if (const ClippedCell* c = clip_of(cell)) return c->sections[side];
  const Rectangle box = padded.box(cell);
  return {across_x(side) ? Interval{box.y0, box.y1} : Interval{box.x0, box.x1}};
}

OpenPart CutWork::face(const CellIndex& cell, int side) const {
  const bool across = across_x(side);
  const auto of_lower_side = [&](const CutCell& c) {
    return across ? OpenPart{c.open_x, c.y_x} : OpenPart{c.open_y, c.x_y};
  };
  if (side % 2 == 0 && number(cell) >= 0) return of_lower_side(result.cells[number(cell)]);
  const auto other = padded.own(neighbour(cell, side));
  if (side % 2 == 1 && other && number(*other) >= 0)
    return of_lower_side(result.cells[number(*other)]);
  const Point centre = padded.centre(cell);
  const bool is_open = is_gas(cell) && (!other || is_gas(*other));
  if (!is_open) return {0, across ? centre.y : centre.x};
  OpenPart open;
  for (const auto& [from, to] : sections(cell, side)) {
    open.length += to - from;
    open.middle += 0.5 * (to - from) * (from + to);
  }
  if (open.length > 0) open.middle /= open.length;
  return open;
}

/// The wall that fills a cell.
int CutWork::wall_of(const CellIndex& cell) const {
  if (const ClippedCell* c = clip_of(cell)) {
    const auto longest = std::ranges::max_element(c->pieces, {}, &PieceSum::length);
    if (longest != c->pieces.end() && longest->source >= 0)
      return outlines.sources[longest->source].wall;
    if (c->body >= 0) return bodies[c->body].wall;
  }
  for (int side = 0; side < 4; ++side)
    if (const auto other = padded.own(neighbour(cell, side)); other && !is_gas(*other))
      return result.tags[padded.layout().at(other->i, other->j)];
  return bodies.front().wall;
}

void CutWork::fill(int at) {
  CutCell& cell = result.cells[at];
  const CellIndex place = index(at);
  const Point centre = padded.centre(place);
  tag(place) = static_cast<std::uint8_t>(wall_of(place));
  cell.volume = 0, cell.x = centre.x, cell.y = centre.y;
  cell.open_x = 0, cell.y_x = centre.y;
  cell.open_y = 0, cell.x_y = centre.x;
  const auto number_of = [&](int side) {
    const auto other = padded.own(neighbour(place, side));
    return other ? number(*other) : -1;
  };
  if (const int k = number_of(east); k >= 0)
    result.cells[k].open_x = 0, result.cells[k].y_x = centre.y;
  if (const int k = number_of(north); k >= 0)
    result.cells[k].open_y = 0, result.cells[k].x_y = centre.x;
}

}  // namespace slipflow::mesh::cut
