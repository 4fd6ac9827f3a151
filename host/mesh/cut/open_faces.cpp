// Open parts of faces, and cells without use: pockets and dead ends.
#include <algorithm>

#include "cut_work.hpp"

namespace slipflow::mesh::cut {

namespace {
/// Shares of a face's length: shorter open parts are closed, longer ones are the whole face.
constexpr double kClosed = 1e-3;
constexpr double kWholeFace = 1 - 1e-13;
/// Gas regions of at most this many cells, connected to no other gas, are filled.
constexpr int kCellsOfPocket = 3;
/// Cells of less than this share with one open face are filled, so often.
constexpr double kDeadEnd = 0.25;
constexpr int kPasses = 4;

/// Where two cells' gas meets.
OpenPart overlap(const std::vector<Interval>& a, const std::vector<Interval>& b) {
  OpenPart open;
  for (const Interval& s : a)
    for (const Interval& t : b) {
      const double from = std::max(s.from, t.from), to = std::min(s.to, t.to);
      if (!(to > from)) continue;
      open.length += to - from;
      open.middle += 0.5 * (to - from) * (from + to);
    }
  if (open.length > 0) open.middle /= open.length;
  return open;
}

/// The open part of the west or south face of an own cell.
OpenPart open_part(CutWork& work, const CellIndex& cell, int side) {
  const Point centre = work.padded.centre(cell);
  const double length = across_x(side) ? work.padded.height(cell.j) : work.padded.width(cell.i);
  const double middle = across_x(side) ? centre.y : centre.x;
  const auto other = work.padded.own(neighbour(cell, side));
  if (!work.is_gas(cell) || (other && !work.is_gas(*other))) return {0, middle};
  const auto own_part = work.sections(cell, side);
  const OpenPart open = overlap(own_part, other ? work.sections(*other, side + 1) : own_part);
  if (open.length > kWholeFace * length) return {length, middle};
  if (open.length >= kClosed * length) return open;
  work.result.report.closed_faces += open.length > 0 && work.padded.in_domain(cell);
  return {0, middle};
}

bool is_open(const CutWork& work, const CellIndex& cell, int side) {
  return work.face(cell, side).length > 0;
}

/// The cells connected to a gas cell; none if there are more than a pocket has, or if they reach
/// cells that are not listed.
std::vector<int> pocket_around(const CutWork& work, int start) {
  std::vector<int> region = {start};
  for (std::size_t k = 0; k < region.size(); ++k)
    for (int side = 0; side < 4; ++side) {
      const CellIndex cell = work.index(region[k]);
      if (!is_open(work, cell, side)) continue;
      const auto other = work.padded.own(neighbour(cell, side));
      const int number = other ? work.number(*other) : -1;
      if (number < 0) return {};
      if (std::ranges::find(region, number) == region.end()) region.push_back(number);
      if (region.size() > kCellsOfPocket) return {};
    }
  return region;
}

int open_faces_of(const CutWork& work, const CellIndex& cell) {
  int count = 0;
  for (int side = 0; side < 4; ++side) count += is_open(work, cell, side);
  return count;
}

/// Fills a cell and counts it.
void fill(CutWork& work, int number, int& cells, double& area) {
  if (work.padded.in_domain(work.index(number))) ++cells, area += work.result.cells[number].volume;
  work.fill(number);
}
}  // namespace

void open_faces(CutWork& work) {
  for (const int number : work.own) {
    const CellIndex at = work.index(number);
    const OpenPart x = open_part(work, at, west), y = open_part(work, at, south);
    CutCell& cell = work.result.cells[number];
    cell.open_x = x.length, cell.y_x = x.middle;
    cell.open_y = y.length, cell.x_y = y.middle;
  }
}

void fill_pockets(CutWork& work) {
  CutReport& report = work.result.report;
  for (const int number : work.own) {
    const CutCell& cell = work.result.cells[number];
    if (!cell.near || cell.volume == 0) continue;
    for (const int filled : pocket_around(work, number))
      fill(work, filled, report.pockets, report.pocket_area);
  }
}

void fill_dead_ends(CutWork& work) {
  CutReport& report = work.result.report;
  for (int pass = 0; pass < kPasses; ++pass) {
    std::vector<int> dead_ends;
    for (const int number : work.own) {
      const CutCell& cell = work.result.cells[number];
      const CellIndex at = work.index(number);
      if (cell.volume > 0 && cell.volume < kDeadEnd * work.padded.area(at) &&
          open_faces_of(work, at) <= 1)
        dead_ends.push_back(number);
    }
    for (const int number : dead_ends) fill(work, number, report.dead_ends, report.dead_end_area);
  }
}

}  // namespace slipflow::mesh::cut
