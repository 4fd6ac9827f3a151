// The pieces of wall of each cell: those in the clip, closed parts of faces, and closure.
#include <algorithm>
#include <cmath>

#include "cut_work.hpp"

namespace slipflow::mesh::cut {

namespace {
/// As shares of the least width: shorter closed parts are none; an edge within kOnFace of a face
/// lies on it.
constexpr double kNoLength = 1e-13;
constexpr double kOnFace = 3e-12;

/// A closed part of a face of a gas cell.
struct ClosedPart {
  CellIndex cell;
  int side = 0;
  double length = 0;
  Point middle;
};

bool lies_on_face(const ClipEdge& e, const Point& p, int side, double near) {
  if (across_x(side))
    return std::abs(e.x0 - p.x) < near && std::abs(e.x1 - p.x) < near && e.south() <= p.y &&
           e.north() >= p.y;
  return std::abs(e.y0 - p.y) < near && std::abs(e.y1 - p.y) < near && e.x0 <= p.x && e.x1 >= p.x;
}

class PieceCollector {
 public:
  PieceCollector(CutWork& work, int number)
      : work_(work), cell_(work.index(number)), pieces_(work.pieces[number]) {}

  void collect() {
    if (const ClippedCell* c = work_.clip_of(cell_)) pieces_ = c->pieces;
    for (int side = 0; side < 4; ++side)
      if (work_.padded.own(neighbour(cell_, side))) add_closed_part(side);
    close();
  }

 private:
  void add_closed_part(int side) {
    OpenPart own;
    for (const auto& [from, to] : work_.sections(cell_, side)) {
      own.length += to - from;
      own.middle += 0.5 * (to - from) * (from + to);
    }
    const OpenPart open = work_.face(cell_, side);
    ClosedPart closed{cell_, side, own.length - open.length, {}};
    if (closed.length <= kNoLength * work_.padded.least_width(cell_)) return;
    const double along = (own.middle - open.length * open.middle) / closed.length;
    const Rectangle box = work_.padded.box(cell_);
    closed.middle = across_x(side) ? Point{side == west ? box.x0 : box.x1, along}
                                   : Point{along, side == south ? box.y0 : box.y1};
    add(closed);
  }

  void add(const ClosedPart& closed) {
    const CellIndex other = *work_.padded.own(neighbour(closed.cell, closed.side));
    const bool is_uncut_wall = work_.mesh.tags[work_.padded.layout().at(other.i, other.j)] != 0;
    const int source = is_uncut_wall ? -1 : source_on_face(closed, other);
    if (source >= 0) return add_to(piece_of(source), closed, true);
    if (!is_uncut_wall) {
      const auto of_outline = [](const PieceSum& piece) {
        return piece.source < 0 ? -1.0 : piece.length;
      };
      const auto longest = std::ranges::max_element(pieces_, {}, of_outline);
      if (longest != pieces_.end() && of_outline(*longest) >= closed.length)
        return add_to(*longest, closed, false);
    }
    PieceSum piece;
    piece.wall = wall_beyond(other);
    add_to(pieces_.emplace_back(piece), closed, true);
  }

  /// Without its place, a part only adds to S.
  static void add_to(PieceSum& piece, const ClosedPart& closed, bool has_place) {
    const double outward = closed.side % 2 == 0 ? -closed.length : closed.length;
    (across_x(closed.side) ? piece.S_x : piece.S_y) += outward;
    if (!has_place) return;
    (across_x(closed.side) ? piece.outline_x : piece.outline_y) += outward;
    piece.x += closed.length * closed.middle.x, piece.y += closed.length * closed.middle.y;
    piece.length += closed.length;
  }

  PieceSum& piece_of(int source) {
    const auto found = std::ranges::find(pieces_, source, &PieceSum::source);
    if (found != pieces_.end()) return *found;
    PieceSum piece;
    piece.source = source;
    return pieces_.emplace_back(piece);
  }

  /// The source of an edge that lies on the closed part; -1: none.
  int source_on_face(const ClosedPart& closed, const CellIndex& other) const {
    const double near = kOnFace * work_.padded.least_width(cell_);
    if (const int source = source_among(work_.clip_of(cell_), closed, near); source >= 0)
      return source;
    ClosedPart seen_from_there = closed;  // the other cell may be beyond a periodic boundary
    const Rectangle box = work_.padded.box(other);
    if (closed.side == west) seen_from_there.middle.x = box.x1;
    if (closed.side == east) seen_from_there.middle.x = box.x0;
    if (closed.side == south) seen_from_there.middle.y = box.y1;
    if (closed.side == north) seen_from_there.middle.y = box.y0;
    return source_among(work_.clip_of(other), seen_from_there, near);
  }

  int source_among(const ClippedCell* cell, const ClosedPart& closed, double near) const {
    if (!cell) return -1;
    for (const int k : cell->edges) {
      const ClipEdge& edge = work_.outlines.edges[k];
      if (lies_on_face(edge, closed.middle, closed.side, near)) return edge.source;
    }
    return -1;
  }

  /// The wall of the cell that a closed face leads to.
  int wall_beyond(const CellIndex& other) const {
    if (!work_.is_gas(other)) return work_.tag(other);
    const ClippedCell* c = work_.clip_of(other);
    return work_.bodies[c && c->body >= 0 ? c->body : 0].wall;
  }

  /// The longest piece takes what the others miss, by rounding, of the sum of S.
  void close() {
    if (pieces_.empty()) return;
    double x = work_.face(cell_, west).length - work_.face(cell_, east).length;
    double y = work_.face(cell_, south).length - work_.face(cell_, north).length;
    for (const PieceSum& piece : pieces_) x -= piece.S_x, y -= piece.S_y;
    auto& longest = *std::ranges::max_element(pieces_, {}, &PieceSum::length);
    longest.S_x += x, longest.S_y += y;
    if (work_.padded.in_domain(cell_)) {
      double& worst = work_.result.report.worst_closure;
      worst = std::max(worst, std::hypot(x, y) / work_.padded.least_width(cell_));
    }
  }

  CutWork& work_;
  const CellIndex cell_;
  std::vector<PieceSum>& pieces_;
};
}  // namespace

void collect_pieces(CutWork& work) {
  for (const int number : work.own)
    if (work.result.cells[number].volume > 0) PieceCollector(work, number).collect();
}

}  // namespace slipflow::mesh::cut
