// Columns of cells from south to north: clips the cells that outlines touch, and fills those in
// between that bodies cover.
#include <algorithm>
#include <cmath>

#include "cut_work.hpp"

namespace slipflow::mesh::cut {

namespace {
/// A cell with more than this share of its area is whole.
constexpr double kWhole = 1 - 1e-12;

class ColumnSweep {
 public:
  explicit ColumnSweep(CutWork& work) : work_(work), clipper_(work.bodies, work.outlines) {}

  /// Sweeps a column whose visits these are.
  void sweep(int column, std::span<const Visit> visits) {
    box_ = work_.padded.box({column, 0});
    jumps_.clear(), touching_.clear();
    const CellRange rows = work_.padded.rows();
    auto next = visits.begin();
    for (int j = rows.first; j < rows.end;) {
      for (; next != visits.end() && next->first <= j; ++next) touching_.push_back(*next);
      pass_edges_below(j);
      if (touching_.empty()) {
        const int end = next == visits.end() ? rows.end : next->first;
        fill({column, j}, end);
        j = end;
      } else {
        clip({column, j++});
      }
    }
  }

 private:
  /// Edges that end south of a row become jumps.
  void pass_edges_below(int row) {
    std::erase_if(touching_, [&](const Visit& visit) {
      if (visit.last >= row) return false;
      const ClipEdge& edge = work_.outlines.edges[visit.edge];
      if (edge.x0 < box_.x1 && edge.x1 > box_.x0 && edge.x0 < edge.x1) {
        add_jump(std::max(edge.x0, box_.x0), edge.region, edge.direction);
        if (edge.x1 < box_.x1) add_jump(edge.x1, edge.region, -edge.direction);
      }
      return true;
    });
  }

  /// The ends of connected edges share a place: their jumps cancel.
  void add_jump(double x, int region, int direction) {
    const auto same = std::ranges::find_if(
        jumps_, [&](const Jump& jump) { return jump.x == x && jump.region == region; });
    if (same == jumps_.end())
      jumps_.push_back({x, region, direction});
    else if (same->direction += direction; same->direction == 0)
      jumps_.erase(same);
  }

  /// Tags the cells of a column from one to the row `end`, which no outline touches.
  void fill(CellIndex cell, int end) {
    const int body = clipper_.body_above(0.5 * (box_.x0 + box_.x1), jumps_);
    for (; cell.j < end; ++cell.j) {
      if (auto& tag = work_.tag(cell); tag == 0 && body >= 0)
        tag = static_cast<std::uint8_t>(work_.bodies[body].wall);
    }
  }

  void clip(const CellIndex& cell) {
    if (!work_.is_gas(cell)) return;
    edges_.clear();
    for (const Visit& visit : touching_) edges_.push_back(visit.edge);
    const int number = work_.number(cell);
    work_.clip[number] = static_cast<int>(work_.clipped.size());
    work_.clipped.push_back(clipper_.clip(work_.padded.box(cell), edges_, jumps_));
    const ClippedCell& clipped = work_.clipped.back();
    if (work_.padded.in_domain(cell)) report(clipped);
    if (clipped.gas.empty()) work_.fill(number);
  }

  void report(const ClippedCell& clipped) {
    CutReport& report = work_.result.report;
    report.closed_pieces += !clipped.others.empty();
    report.closed_area += clipped.all_gas - clipped.volume;
  }

  CutWork& work_;
  CellClipper clipper_;
  Rectangle box_;  // of the column along x
  std::vector<Jump> jumps_;
  std::vector<Visit> touching_;
  std::vector<int> edges_;
};

/// Volume and centroid of the listed own cells.
void store_volumes(CutWork& work) {
  for (const int number : work.own) {
    CutCell& cell = work.result.cells[number];
    const CellIndex at = work.index(number);
    const Point centre = work.padded.centre(at);
    cell.x = centre.x, cell.y = centre.y;
    if (!work.is_gas(at)) continue;
    cell.volume = work.padded.area(at);
    const ClippedCell* c = work.clip_of(at);
    if (c && c->volume < kWhole * cell.volume)
      cell.volume = c->volume, cell.x = c->x, cell.y = c->y;
  }
}
}  // namespace

void sweep_columns(CutWork& work) {
  ColumnSweep sweep(work);
  auto first = work.visits.begin();
  const CellRange columns = work.padded.columns();
  for (int i = columns.first; i < columns.end; ++i) {
    const auto end = std::find_if(first, work.visits.end(),
                                  [i](const Visit& visit) { return visit.column != i; });
    sweep.sweep(i, {first, end});
    first = end;
  }
  store_volumes(work);
}

}  // namespace slipflow::mesh::cut
