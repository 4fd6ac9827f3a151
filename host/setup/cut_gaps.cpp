// Gaps next to bodies that cut cells, by their true width.
//
// Three rays start at each piece of wall along its normal, and three at each convex corner: along
// the normals of its sides and between them. A ray ends at the next outline or wall of whole cells.
// The width of the gap is the length of the ray in cells in that direction, measured from the
// circle and not from its chord. Behind a body thinner than a cell it may be too large by that
// thickness, because the cell keeps the gas on one side only. Gas passes a ray if both sides of it
// lead to a cell without walls around, to an open boundary, or to each other; otherwise one side is
// a dead end.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "slipflow/setup/gaps.hpp"

namespace slipflow::setup {

namespace {
using mesh::Point;
using mesh::WallPiece;
using Place = std::array<int, 3>;

/// Gaps narrower than this, in cells, are none: at a circle, whose nearest point a ray may miss,
/// and between straight walls, where rounding alone leaves them.
constexpr double kTouching = 0.1, kRounding = 0.01;
/// A point this close to a limit, as a share of a cell, lies on it.
constexpr double kOnLimit = 1e-6;
/// Where rays start, from the mean point of a piece of wall, over its length: no cell is missed.
constexpr std::array<double, 3> kStarts = {-0.25, 0, 0.25};

double dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y; }
double cross(const Point& a, const Point& b) { return a.x * b.y - a.y * b.x; }
Point along(const Point& from, double length, const Point& direction) {
  return {from.x + length * direction.x, from.y + length * direction.y};
}
Point unit(const Point& p) { return {p.x / std::hypot(p.x, p.y), p.y / std::hypot(p.x, p.y)}; }

/// How far a ray through a chord of a circle is from the circle there; 0 for straight pieces.
double to_circle(const WallPiece& piece, const Point& at, const Point& direction) {
  if (piece.curvature == 0) return 0;
  const Point from_centre{at.x - piece.centre_x, at.y - piece.centre_y};
  const double middle = dot(from_centre, direction);
  const double radius2 = 1 / (piece.curvature * piece.curvature);
  const double root = middle * middle - dot(from_centre, from_centre) + radius2;
  return std::copysign(std::sqrt(std::max(root, 0.0)), middle) - middle;
}

/// Whether two pieces have a common end.
bool meet(const WallPiece& a, const WallPiece& b) {
  const auto end = [](const WallPiece& piece, double sign) {
    return along({piece.x, piece.y}, sign / 2, {-piece.outline_y, piece.outline_x});
  };
  const double near =
      kOnLimit * (std::hypot(a.outline_x, a.outline_y) + std::hypot(b.outline_x, b.outline_y));
  const auto are_one = [near](const Point& p, const Point& q) {
    return std::hypot(p.x - q.x, p.y - q.y) < near;
  };
  return are_one(end(a, 1), end(b, -1)) || are_one(end(a, -1), end(b, 1));
}

class CutGaps {
 public:
  CutGaps(const GapRegion& region, int below)
      : region_(region),
        cut_(*region.cut),
        below_(below),
        marks_(cut_.cells.size()),
        closed_(cut_.cells.size()) {
    for (const Body& body : region.bodies)
      if (body.cut) cuts_[static_cast<std::size_t>(body.wall)] = true;
  }

  std::optional<Gap> narrowest() {
    for (std::size_t n = 0; n < cut_.cells.size(); ++n)
      if (is_inside(place_of(n))) follow_rays_of_pieces(n);
    for (const mesh::WallCorner& corner : cut_.corners)
      if (is_inside(place_of(corner.cell))) follow_rays_of(corner);
    std::ranges::stable_sort(chords_, {}, [](const Chord& chord) { return chord.gap.cells; });
    for (const Chord& chord : chords_) {
      if (chord.touches)
        for (const Step& step : chord.steps) close(number(step.cell));
      else if (passes(chord))
        return chord.gap;
    }
    return std::nullopt;
  }

 private:
  /// A cell that a ray passes, and where it begins there.
  struct Step {
    Place cell{};
    Point at;
  };
  /// A straight way through the gas from wall to wall.
  struct Chord {
    Gap gap;
    Point direction;
    std::vector<Step> steps;
    bool touches = false;  ///< until its end is known: whether it begins at a circle
  };
  struct Face {
    double open = 0;
    Point middle;  ///< of the open part
  };
  struct Hit {
    double length = 0;
    int wall = 0;
    const WallPiece* piece = nullptr;  ///< none at a corner and at walls of whole cells
    bool is_round() const { return piece && piece->curvature != 0; }
  };
  /// Gas on one side of a chord.
  struct Flood {
    std::vector<int> cells;
    std::size_t next = 0;
    bool is_wide = false;
  };

  const mesh::Axis& axis(int k) const { return region_.mesh.axis(k); }
  Place place_of(std::size_t n) const { return {cut_.cells[n].i, cut_.cells[n].j, 0}; }
  int number(const Place& cell) const {
    return cut_.place[region_.mesh.layout().at(cell[0], cell[1])];
  }
  bool has_pieces(int n) const { return n >= 0 && cut_.first_piece[n] < cut_.first_piece[n + 1]; }
  bool is_inside(const Place& cell) const {
    return cell[0] >= 0 && cell[0] < axis(0).cells() && cell[1] >= 0 && cell[1] < axis(1).cells();
  }
  void close(int n) { closed_[static_cast<std::size_t>(n)] = true; }

  /// The cell a few cells away, or the one whose image that is.
  Place moved(Place cell, int di, int dj) const {
    cell[0] += di, cell[1] += dj;
    for (const int k : {0, 1})
      if (const int n = axis(k).cells(); region_.periodic(k)) cell[k] = (cell[k] % n + n) % n;
    return cell;
  }
  Place neighbour(const Place& cell, int side) const {
    const int step = side % 2 == 0 ? -1 : 1;
    return side < 2 ? moved(cell, step, 0) : moved(cell, 0, step);
  }

  Face face(const Place& cell, int side) const {
    const bool is_low = side % 2 == 0, across_x = side < 2;
    const int n = number(is_low ? cell : neighbour(cell, side)), other = across_x ? 1 : 0;
    const double at = axis(1 - other).faces[cell[1 - other] + (is_low ? 0 : 1)];
    double open = axis(other).widths[cell[other]], middle = axis(other).centre(cell[other]);
    if (n >= 0) {
      const mesh::CutCell& of = cut_.cells[n];
      open = across_x ? of.open_x : of.open_y, middle = across_x ? of.y_x : of.x_y;
    }
    return {open, across_x ? Point{at, middle} : Point{middle, at}};
  }

  void follow_rays_of_pieces(std::size_t n) {
    for (int k = cut_.first_piece[n]; k < cut_.first_piece[n + 1]; ++k) {
      const WallPiece& piece = cut_.pieces[k];
      const double x = piece.outline_x, y = piece.outline_y, length = std::hypot(x, y);
      if (length < kOnLimit * axis(0).widths[cut_.cells[n].i]) continue;  // its normal is rounding
      const Point inward{-x / length, -y / length}, tangent{-inward.y, inward.x};
      const int side = std::abs(x) > std::abs(y) ? (x > 0 ? 1 : 0) : (y > 0 ? 3 : 2);
      // A closed face between cells with gas is no wall: an outline is near.
      const int wall = piece.curve >= 0 ? piece.wall : region_.wall(neighbour(place_of(n), side));
      if (wall == 0) continue;
      for (const double start : kStarts) {
        const Point at = along({piece.x, piece.y}, start * length, tangent);
        follow({-to_circle(piece, at, inward), wall, &piece}, place_of(n), at, inward);
      }
    }
  }

  /// Along the normals of both sides and between these.
  void follow_rays_of(const mesh::WallCorner& corner) {
    const Point before{corner.before_x, corner.before_y}, after{corner.after_x, corner.after_y};
    const Point between = unit({before.x - after.x, before.y - after.y});
    const auto normal = [&](const Point& side) {
      const double sign = cross(side, between) < 0 ? -1 : 1;
      return Point{-sign * side.y, sign * side.x};
    };
    for (const Point& direction : {normal(before), between, normal(after)})
      follow({0, corner.wall}, place_of(corner.cell), {corner.x, corner.y}, direction);
  }

  /// Follows a ray to the next wall, and keeps it if that is near enough. It begins a length ahead
  /// of `at`, at the wall `from`.
  void follow(const Hit& from, Place cell, Point at, const Point& direction) {
    const auto in_cells = [&](double length) {
      return length * std::hypot(direction.x / axis(0).widths[cell[0]],
                                 direction.y / axis(1).widths[cell[1]]);
    };
    Chord chord{{from.wall, 0, cell, in_cells(from.length)}, direction, {}, from.is_round()};
    for (double& cells = chord.gap.cells; cells < below_;) {
      chord.steps.push_back({cell, at});
      const auto [out, side] = way_out(cell, at, direction);
      const auto hit = hit_in(cell, at, direction, out, false);
      if (hit && from.piece && meet(*from.piece, *hit->piece)) return;  // at the tip of a dead end
      if (hit) return keep(chord, in_cells(hit->length), *hit);
      cells += in_cells(out);
      at = along(at, out, direction);
      const bool is_open = is_open_at(face(cell, side), side, cell, at);
      cell = neighbour(cell, side);
      if (const int next = region_.wall(cell)) return keep(chord, 0, {0, next});
      if (!is_inside(cell) || number(cell) < 0) return;  // more than four cells from outlines
      (side < 2 ? at.x : at.y) = axis(side / 2).faces[cell[side / 2] + (side % 2 == 0 ? 1 : 0)];
      if (is_open) continue;
      // The outline is in this cell, which has kept the gas on its other side.
      const auto behind = hit_in(cell, at, direction, way_out(cell, at, direction).first, true);
      if (behind) keep(chord, in_cells(behind->length), *behind);
      return;
    }
  }

  /// The distance to where a ray leaves a cell, and the side.
  std::pair<double, int> way_out(const Place& cell, const Point& at, const Point& direction) const {
    std::pair<double, int> first{HUGE_VAL, 0};
    for (const int k : {0, 1}) {
      const double d = k == 0 ? direction.x : direction.y, from = k == 0 ? at.x : at.y;
      if (d == 0) continue;
      const double out = (axis(k).faces[cell[k] + (d > 0 ? 1 : 0)] - from) / d;
      first = std::min(first, {std::max(out, 0.0), 2 * k + (d > 0 ? 1 : 0)});
    }
    return first;
  }

  bool is_open_at(const Face& face, int side, const Place& cell, const Point& at) const {
    const double from_middle = side < 2 ? at.y - face.middle.y : at.x - face.middle.x;
    const double near = kOnLimit * axis(side < 2 ? 1 : 0).widths[cell[side < 2 ? 1 : 0]];
    return face.open > 0 && std::abs(from_middle) <= 0.5 * face.open + near;
  }

  /// Where a ray meets a piece of an outline in a cell, from its gas or from either side. Not where
  /// it begins: a corner lies on both sides.
  std::optional<Hit> hit_in(const Place& cell, const Point& at, const Point& direction, double out,
                            bool from_either_side) const {
    std::optional<Hit> first;
    const int n = number(cell);
    const double near = kOnLimit * std::min(axis(0).widths[cell[0]], axis(1).widths[cell[1]]);
    for (int k = cut_.first_piece[n]; k < cut_.first_piece[n + 1]; ++k) {
      const WallPiece& piece = cut_.pieces[k];
      const Point S{piece.outline_x, piece.outline_y};
      const double toward = dot(direction, S), least = kOnLimit * std::sqrt(dot(S, S));
      if (piece.curve < 0 || (from_either_side ? std::abs(toward) : toward) <= least) continue;
      const double length = dot({piece.x - at.x, piece.y - at.y}, S) / toward;
      const Point there = along(at, length, direction);
      const double aside = std::abs(cross(S, {there.x - piece.x, there.y - piece.y}));
      if (length <= near || length > out + near || aside > (0.5 + kOnLimit) * dot(S, S)) continue;
      const Hit hit{length + to_circle(piece, there, direction), piece.wall, &piece};
      if (!first || hit.length < first->length) first = hit;
    }
    return first;
  }

  bool is_cut(int wall) const {
    return wall < GapRegion::kFirstSide && cuts_[static_cast<std::size_t>(wall)];
  }

  void keep(Chord& chord, double cells, const Hit& hit) {
    Gap& gap = chord.gap;
    gap.other = hit.wall, gap.cells = std::round(100 * (gap.cells + cells)) / 100;
    chord.touches =
        gap.cells < kRounding || ((chord.touches || hit.is_round()) && gap.cells < kTouching);
    // A plane of symmetry is in the middle of a gap.
    const bool doubles = gap.other >= GapRegion::kFirstSide && !region_.acts(gap.other);
    if (doubles) gap.cells *= 2;
    const bool counts = region_.acts(gap.wall) && (doubles || region_.acts(gap.other)) &&
                        (is_cut(gap.wall) || is_cut(gap.other));
    if (gap.cells < below_ && (counts || chord.touches)) chords_.push_back(std::move(chord));
  }

  /// Adds the gas beyond a face. Returns whether the flood on the other side is there.
  bool spread(const Place& from, int side, int mark, Flood& flood) {
    const Place cell = neighbour(from, side);
    if (region_.wall(cell) != 0 || face(from, side).open == 0) return false;
    const int n = number(cell);
    if (n < 0 || !is_inside(cell)) flood.is_wide = true;
    if (flood.is_wide || closed_[n] || marks_[n] == mark || marks_[n] == chord_mark_) return false;
    if (marks_[n] > chord_mark_) return true;
    marks_[n] = mark;
    flood.cells.push_back(n);
    return false;
  }

  /// Whether no wall is near a cell, as never in a gap.
  bool is_wide(std::size_t n) const {
    const int reach = below_ / 2;
    for (int dj = -reach; dj <= reach; ++dj)
      for (int di = -reach; di <= reach; ++di)
        if (const Place cell = moved(place_of(n), di, dj);
            region_.wall(cell) != 0 || (is_inside(cell) && has_pieces(number(cell))))
          return false;
    return true;
  }

  /// Whether gas flows through a chord: on both sides it leads to wide gas, or from one to the
  /// other. A side that ends is closed. Both are flooded alternately, so the cost is that of the
  /// smaller one.
  bool passes(const Chord& chord) {
    chord_mark_ += 3;
    std::array<Flood, 2> floods;
    for (const Step& step : chord.steps) marks_[number(step.cell)] = chord_mark_;
    for (const Step& step : chord.steps)
      for (int side = 0; side < 4; ++side) {
        const auto [open, middle] = face(step.cell, side);
        const Point& d = chord.direction;
        const double left = cross(d, {middle.x - step.at.x, middle.y - step.at.y});
        // The gas of a face on both sides is beyond the chord's ends, around a corner.
        if (std::abs(left) < 0.5 * open * std::abs(side < 2 ? d.x : d.y)) continue;
        const int which = left > 0 ? 0 : 1;
        if (spread(step.cell, side, chord_mark_ + 1 + which, floods[which])) return true;
      }
    while (!floods[0].is_wide || !floods[1].is_wide)
      for (int which = 0; which < 2; ++which) {
        Flood& flood = floods[which];
        if (flood.is_wide) continue;
        if (flood.next == flood.cells.size()) {
          for (const int n : flood.cells) close(n);
          return false;
        }
        const auto n = static_cast<std::size_t>(flood.cells[flood.next++]);
        flood.is_wide = is_wide(n);
        for (int side = 0; side < 4 && !flood.is_wide; ++side)
          if (spread(place_of(n), side, chord_mark_ + 1 + which, flood)) return true;
      }
    return true;
  }

  const GapRegion& region_;
  const mesh::CutMesh& cut_;
  const int below_;
  std::array<bool, GapRegion::kFirstSide> cuts_{};  // by wall
  std::vector<Chord> chords_;
  std::vector<int> marks_;    // of listed cells: the last chord, or side of one, that came there
  std::vector<bool> closed_;  // of listed cells: gas in dead ends
  int chord_mark_ = 0;
};
}  // namespace

std::optional<Gap> narrowest_gap_at_cut_walls(const GapRegion& region, int below) {
  if (!region.cut) return std::nullopt;
  return CutGaps(region, below).narrowest();
}

}  // namespace slipflow::setup
