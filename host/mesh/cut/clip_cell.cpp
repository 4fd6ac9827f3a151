#include "clip_cell.hpp"

#include <algorithm>
#include <cmath>

namespace slipflow::mesh::cut {

namespace {
/// As a share of the square of the least width: smaller parts are no gas.
constexpr double kNoArea = 1e-11;

double width_of(const Rectangle& r) { return r.x1 - r.x0; }
double height_of(const Rectangle& r) { return r.y1 - r.y0; }
double least_width(const Rectangle& r) { return std::min(width_of(r), height_of(r)); }

/// True if the edge reaches both sides of y, or one of them from y itself.
bool crosses(const ClipEdge& e, double y) {
  return (e.y0 < y) != (e.y1 < y) || (e.y0 <= y) != (e.y1 <= y);
}

bool spans(const ClipEdge& e, double x) { return e.x0 <= x && e.x1 > x; }
}  // namespace

ClippedCell CellClipper::clip(const Rectangle& cell, std::span<const int> edges,
                              std::span<const Jump> jumps) {
  cell_ = cell;
  edges_.assign(edges.begin(), edges.end());
  gas_.clear();
  find_breaks(jumps);
  ClippedCell result;
  for (std::size_t slab = 0; slab + 1 < breaks_.size(); ++slab)
    sweep_slab(static_cast<int>(slab), jumps, result);
  join_parts();
  divide(result);
  result.edges = edges_;
  return result;
}

int CellClipper::body_above(double x, std::span<const Jump> jumps) {
  coverage_.restart();
  for (const Jump& jump : jumps)
    if (jump.x <= x) coverage_.cross(jump.region, jump.direction);
  return coverage_.solid() ? coverage_.body() : -1;
}

void CellClipper::add_break(double x) {
  if (x > cell_.x0 && x < cell_.x1) breaks_.push_back(x);
}

/// Breaks closer than kSameBreak are one; the cell's sides remain.
void CellClipper::find_breaks(std::span<const Jump> jumps) {
  breaks_.clear();
  for (const Jump& jump : jumps) add_break(jump.x);
  for (const int k : edges_) {
    const ClipEdge& e = outlines_.edges[k];
    add_break(e.x0), add_break(e.x1);
    if (crosses(e, cell_.y0)) add_break(e.x_at(cell_.y0));
    if (crosses(e, cell_.y1)) add_break(e.x_at(cell_.y1));
  }
  add_crossings();
  std::ranges::sort(breaks_);
  const double near = kSameBreak * width_of(cell_);
  std::vector<double> apart = {cell_.x0};
  for (const double x : breaks_)
    if (x - apart.back() > near && cell_.x1 - x > near) apart.push_back(x);
  apart.push_back(cell_.x1);
  breaks_ = std::move(apart);
}

/// Adds the crossings of edges with each other.
void CellClipper::add_crossings() {
  for (std::size_t a = 0; a < edges_.size(); ++a)
    for (std::size_t b = a + 1; b < edges_.size(); ++b) {
      const ClipEdge &e = outlines_.edges[edges_[a]], &f = outlines_.edges[edges_[b]];
      const double west = std::max({e.x0, f.x0, cell_.x0});
      const double east = std::min({e.x1, f.x1, cell_.x1});
      if (!(west < east)) continue;
      const double at_west = e.y_at(west) - f.y_at(west), at_east = e.y_at(east) - f.y_at(east);
      if ((at_west < 0 && at_east > 0) || (at_west > 0 && at_east < 0))
        add_break(west + (east - west) * (at_west / (at_west - at_east)));
    }
}

/// Sorts the edges inside the cell that span a slab by their height in its middle. Those on the
/// cell's south side are crossed.
void CellClipper::sort_edges_at(double from, double to) {
  const double near = kOnSide * height_of(cell_), middle = 0.5 * (from + to);
  heights_.clear();
  for (const int k : edges_) {
    const ClipEdge& e = outlines_.edges[k];
    if (!spans(e, middle)) continue;
    const double y = 0.5 * (e.y_at(from) + e.y_at(to));
    if (y <= cell_.y0 + near)
      coverage_.cross(e.region, e.direction);
    else if (y < cell_.y1 - near)
      heights_.push_back({y, k});
  }
  std::ranges::sort(heights_, {}, [](const Height& h) { return std::pair(h.y, h.edge); });
}

void CellClipper::sweep_slab(int slab, std::span<const Jump> jumps, ClippedCell& result) {
  const double from = breaks_[slab], to = breaks_[slab + 1];
  body_above(0.5 * (from + to), jumps);
  sort_edges_at(from, to);
  const auto note_body = [&] {
    if (coverage_.solid() && result.body < 0) result.body = coverage_.body();
  };
  int lower = -1;
  bool solid = coverage_.solid();
  note_body();
  for (const auto& [y, k] : heights_) {
    coverage_.cross(outlines_.edges[k].region, outlines_.edges[k].direction);
    note_body();
    if (!solid && coverage_.solid()) add_gas(slab, lower, k);
    if (solid && !coverage_.solid()) lower = k;
    solid = coverage_.solid();
  }
  if (!solid) add_gas(slab, lower, -1);
}

void CellClipper::add_gas(int slab, int lower, int upper) {
  Trapezoid t;
  t.x0 = breaks_[slab], t.x1 = breaks_[slab + 1];
  t.lower = lower, t.upper = upper, t.slab = slab;
  const auto height = [&](int edge, double x, double side) {
    return edge < 0 ? side : std::clamp(outlines_.edges[edge].y_at(x), cell_.y0, cell_.y1);
  };
  t.low0 = height(lower, t.x0, cell_.y0), t.low1 = height(lower, t.x1, cell_.y0);
  t.high0 = std::max(t.low0, height(upper, t.x0, cell_.y1));
  t.high1 = std::max(t.low1, height(upper, t.x1, cell_.y1));
  if (t.high0 > t.low0 || t.high1 > t.low1) gas_.push_back(t);
}

int CellClipper::root(int trapezoid) {
  while (joined_[trapezoid] != trapezoid)
    trapezoid = joined_[trapezoid] = joined_[joined_[trapezoid]];
  return trapezoid;
}

/// Trapezoids of neighbouring slabs that share some of a break are one part of the gas.
void CellClipper::join_parts() {
  const double near = kSameBreak * least_width(cell_);
  joined_.resize(gas_.size());
  for (std::size_t k = 0; k < gas_.size(); ++k) joined_[k] = static_cast<int>(k);
  for (std::size_t a = 0; a < gas_.size(); ++a)
    for (std::size_t b = a + 1; b < gas_.size() && gas_[b].slab <= gas_[a].slab + 1; ++b) {
      if (gas_[b].slab == gas_[a].slab) continue;
      const double common =
          std::min(gas_[a].high1, gas_[b].high0) - std::max(gas_[a].low1, gas_[b].low0);
      if (common > near) joined_[root(static_cast<int>(a))] = root(static_cast<int>(b));
    }
  for (std::size_t k = 0; k < gas_.size(); ++k) gas_[k].part = root(static_cast<int>(k));
}

/// Puts the largest part into the result, and the others behind it.
void CellClipper::divide(ClippedCell& result) {
  areas_.assign(gas_.size(), 0);
  for (const Trapezoid& t : gas_) {
    areas_[t.part] += t.area();
    result.all_gas += t.area();
  }
  const double none = kNoArea * least_width(cell_) * least_width(cell_);
  const auto largest = std::ranges::max_element(areas_) - areas_.begin();
  for (std::size_t part = 0; part < areas_.size(); ++part) {
    if (!(areas_[part] > none)) continue;
    ClippedCell& clipped =
        static_cast<std::ptrdiff_t>(part) == largest ? result : result.others.emplace_back();
    clipped.body = result.body;
    for (const Trapezoid& t : gas_)
      if (t.part == static_cast<int>(part)) clipped.gas.push_back(t);
    measure(clipped);
    add_sections(clipped);
    add_pieces(clipped);
  }
}

/// Area and centroid, by moments about the cell's south-west corner.
void CellClipper::measure(ClippedCell& result) const {
  double moment_x = 0, moment_y = 0;
  for (const Trapezoid& t : result.gas) {
    const double width = t.x1 - t.x0, west = t.x0 - cell_.x0, east = t.x1 - cell_.x0;
    const double side0 = t.high0 - t.low0, side1 = t.high1 - t.low1;
    const double low0 = t.low0 - cell_.y0, low1 = t.low1 - cell_.y0;
    const double high0 = t.high0 - cell_.y0, high1 = t.high1 - cell_.y0;
    result.volume += t.area();
    moment_x += width * (west * (2 * side0 + side1) + east * (side0 + 2 * side1)) / 6;
    moment_y += width *
                ((high0 * high0 + high0 * high1 + high1 * high1) -
                 (low0 * low0 + low0 * low1 + low1 * low1)) /
                6;
  }
  if (result.gas.empty()) return;
  result.x = cell_.x0 + std::clamp(moment_x / result.volume, 0.0, width_of(cell_));
  result.y = cell_.y0 + std::clamp(moment_y / result.volume, 0.0, height_of(cell_));
}

void CellClipper::add_sections(ClippedCell& result) const {
  auto& sections = result.sections;
  for (const Trapezoid& t : result.gas) {
    if (t.x0 == cell_.x0 && t.high0 > t.low0) sections[west].push_back({t.low0, t.high0});
    if (t.x1 == cell_.x1 && t.high1 > t.low1) sections[east].push_back({t.low1, t.high1});
    if (t.lower < 0) sections[south].push_back({t.x0, t.x1});
    if (t.upper < 0) sections[north].push_back({t.x0, t.x1});
  }
}

namespace {
/// Adds the segment from a to b with normal times length S to the sum of its source.
void add_segment(const Point& a, const Point& b, const Point& S, int source, ClippedCell& result) {
  const double length = std::sqrt(S.x * S.x + S.y * S.y);
  if (!(length > 0)) return;
  auto piece = std::ranges::find(result.pieces, source, &PieceSum::source);
  if (piece == result.pieces.end()) {
    result.pieces.push_back({source});
    piece = result.pieces.end() - 1;
  }
  piece->S_x += S.x, piece->S_y += S.y;
  piece->outline_x += S.x, piece->outline_y += S.y;
  piece->x += length * 0.5 * (a.x + b.x), piece->y += length * 0.5 * (a.y + b.y);
  piece->length += length;
}
}  // namespace

void CellClipper::add_pieces(ClippedCell& result) const {
  const auto source = [&](int edge) { return outlines_.edges[edge].source; };
  for (const Trapezoid& t : result.gas) {
    const double width = t.x1 - t.x0;
    if (t.lower >= 0)
      add_segment({t.x0, t.low0}, {t.x1, t.low1}, {t.low1 - t.low0, -width}, source(t.lower),
                  result);
    if (t.upper >= 0)
      add_segment({t.x0, t.high0}, {t.x1, t.high1}, {t.high0 - t.high1, width}, source(t.upper),
                  result);
  }
  for (std::size_t k = 1; k + 1 < breaks_.size(); ++k) add_upright_pieces(breaks_[k], result);
  for (PieceSum& piece : result.pieces)
    if (piece.source < 0) piece.wall = bodies_[std::max(result.body, 0)].wall;
}

/// The parts of a break that kept gas reaches from one side alone.
void CellClipper::add_upright_pieces(double x, ClippedCell& result) const {
  for (const bool gas_is_west : {true, false}) {
    std::vector<Interval> others;
    for (const Trapezoid& t : gas_)
      if ((gas_is_west ? t.x0 : t.x1) == x)
        others.push_back(gas_is_west ? Interval{t.low0, t.high0} : Interval{t.low1, t.high1});
    std::ranges::sort(others, {}, &Interval::from);
    const auto add_wall = [&](double from, double to) {
      if (!(to > from)) return;
      const Point S{gas_is_west ? to - from : from - to, 0};
      add_segment({x, from}, {x, to}, S, upright_source(x, 0.5 * (from + to)), result);
    };
    for (const Trapezoid& t : result.gas) {
      if ((gas_is_west ? t.x1 : t.x0) != x) continue;
      double from = gas_is_west ? t.low1 : t.low0;
      const double to = gas_is_west ? t.high1 : t.high0;
      for (const Interval& other : others) {
        const double start = std::max(from, other.from), end = std::min(to, other.to);
        if (end <= start) continue;
        add_wall(from, start);
        from = end;
      }
      add_wall(from, to);
    }
  }
}

/// The source of the upright edge through a point; -1: none.
int CellClipper::upright_source(double x, double y) const {
  const double near = 4 * kSameBreak * width_of(cell_);
  for (const int k : edges_) {
    const ClipEdge& e = outlines_.edges[k];
    if (e.south() <= y && e.north() >= y && e.y0 != e.y1 && std::abs(e.x_at(y) - x) < near)
      return e.source;
  }
  return -1;
}

}  // namespace slipflow::mesh::cut
