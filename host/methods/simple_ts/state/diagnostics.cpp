#include "slipflow/simple_ts/diagnostics.hpp"

#include <algorithm>
#include <type_traits>

#include "cut_pieces.hpp"
#include "exact_sum.h"
#include "shared_types.h"
#include "slipflow/support/error.hpp"

namespace slipflow::simple_ts {

namespace {
static_assert(mesh::west == SF_FACES_WEST && mesh::east == SF_FACES_EAST &&
              mesh::south == SF_FACES_SOUTH && mesh::north == SF_FACES_NORTH);
static_assert(sizeof(ExactSum) == sizeof(SfExactSum));

// Faces that a device adds one after another.
constexpr int kLongestRun = 32;

// Whether another rank does not have the cell, one of the case or next to its boundaries.
bool belongs_to(const Case& c, const std::array<int, 3>& cell) {
  for (int axis = 0; axis < c.axes(); ++axis)
    if ((cell[axis] < 0 && c.is_neighbour(mesh::Side(2 * axis))) ||
        (cell[axis] >= c.mesh.axis(axis).cells() && c.is_neighbour(mesh::Side(2 * axis + 1))))
      return false;
  return true;
}

// Collects the runs of one wall whose cells are in a box, ghost cells included.
class RunsOfWall {
 public:
  RunsOfWall(const Case& c, int wall, const mesh::CellBox& box, WallRuns& runs)
      : case_(c), wall_(wall), box_(box), runs_(runs) {}

  // Adds all faces that look to `side`, line by line.
  void collect(int side) {
    const auto& b = box_;
    if (mesh::across_x(side)) {
      for (int k = b.k0; k < b.k1; ++k)
        for (int i = b.i0; i < b.i1; ++i)
          for (int j = b.j0; j < b.j1; ++j) look({i, j, k}, side, j == b.j0);
    } else {
      mesh::for_cells(b, [&](int i, int j, int k) { look({i, j, k}, side, i == b.i0); });
    }
  }

 private:
  void look(const std::array<int, 3>& cell, int side, bool begins_line) {
    const auto layout = case_.mesh.layout();
    auto gas = cell;
    gas[mesh::axis_across(side)] += side % 2 == 0 ? -1 : 1;
    const bool face = case_.mesh.tags[layout.at(cell[0], cell[1], cell[2])] == wall_ &&
                      !case_.mesh.solid(gas[0], gas[1], gas[2]) && belongs_to(case_, gas) &&
                      !is_near_cut_walls(case_, gas);
    if (face && !begins_line && follows_ && runs_.runs.back().count < kLongestRun) {
      ++runs_.runs.back().count;
    } else if (face) {
      runs_.runs.push_back({gas[0], gas[1], 1, side, gas[2]});
      runs_.walls.push_back(wall_ - 1);
    }
    follows_ = face;
  }

  const Case& case_;
  int wall_;
  mesh::CellBox box_;
  WallRuns& runs_;
  bool follows_ = false;  // the previous face belongs to the last run
};

constexpr int opposite(int side) { return side ^ 1; }

SideLoads rounded(const SideLoadsOf<ExactSum>& s, const SumUnit& unit) {
  return {
      s.pressure.rounded(unit),   s.normal.rounded(unit),        s.friction.rounded(unit),
      s.conduction.rounded(unit), s.friction_heat.rounded(unit), s.work.rounded(unit),
      s.corner.rounded(unit),     s.limited.rounded(unit),       s.friction_after.rounded(unit)};
}

Totals rounded(const TotalsOf<ExactSum>& t, const SumUnit& unit) {
  return {t.mass.rounded(unit),    t.momentum_x.rounded(unit), t.momentum_y.rounded(unit),
          t.thermal.rounded(unit), t.kinetic.rounded(unit),    t.momentum_z.rounded(unit)};
}

// Values that consist of limbs alone.
template <class Sums>
std::span<std::int64_t> limbs_of(Sums* sums, std::size_t count) {
  static_assert(sizeof(Sums) % sizeof(ExactSum) == 0 && std::is_standard_layout_v<Sums>);
  return {reinterpret_cast<std::int64_t*>(sums), count * sizeof(Sums) / sizeof(std::int64_t)};
}
}  // namespace

WallRuns wall_runs(const Case& c) {
  WallRuns runs;
  for (int side = 0; side < c.side_count(); ++side) {
    if (c.sides[side] != BoundaryKind::wall) continue;
    const mesh::CellBox box = mesh::first_ghosts(c.mesh.layout(), side);
    const int wall = c.mesh.tags[c.mesh.layout().at(box.i0, box.j0, box.k0)];
    RunsOfWall(c, wall, box, runs).collect(opposite(side));
  }
  for (const Body& body : c.bodies)
    for (int side = 0; side < c.side_count(); ++side)
      RunsOfWall(c, body.wall, body.cells, runs).collect(side);
  return runs;
}

template <>
SideLoadsOf<ExactSum>& SideLoadsOf<ExactSum>::operator+=(const SideLoadsOf& more) {
  pressure += more.pressure, normal += more.normal, friction += more.friction;
  conduction += more.conduction, friction_heat += more.friction_heat, work += more.work;
  corner += more.corner, limited += more.limited;
  friction_after += more.friction_after;
  return *this;
}

template <>
TotalsOf<ExactSum>& TotalsOf<ExactSum>::operator+=(const TotalsOf& more) {
  mass += more.mass, momentum_x += more.momentum_x, momentum_y += more.momentum_y;
  thermal += more.thermal, kinetic += more.kinetic;
  momentum_z += more.momentum_z;
  return *this;
}

void add_runs(const WallRuns& runs, const std::vector<SideLoadsOf<ExactSum>>& sums,
              ExactLoads& loads) {
  for (std::size_t k = 0; k < runs.runs.size(); ++k)
    loads[runs.walls[k]][runs.runs[k].side] += sums[k];
}

WallLoads rounded(const Case& c, const ExactLoads& loads) {
  WallLoads doubles(loads.size());
  for (std::size_t wall = 0; wall < loads.size(); ++wall)
    for (std::size_t side = 0; side < loads[wall].size(); ++side)
      doubles[wall][side] = rounded(loads[wall][side], c.sum_units.loads);
  return doubles;
}

DomainTotals rounded(const Case& c, const ExactTotals& totals) {
  DomainTotals doubles;
  doubles.contents = rounded(totals.contents, c.sum_units.contents);
  for (std::size_t side = 0; side < totals.flow.size(); ++side)
    doubles.flow[side] = rounded(totals.flow[side], c.sum_units.flows);
  return doubles;
}

std::span<std::int64_t> limbs(ExactLoads& loads) { return limbs_of(loads.data(), loads.size()); }
std::span<std::int64_t> limbs(ExactTotals& totals) { return limbs_of(&totals, 1); }

int averaged_field(const std::string& name) {
  const auto found = std::find(kMeasuredFields.begin(), kMeasuredFields.end(), name);
  if (found == kMeasuredFields.end())
    throw Error(ExitStatus::internal_error, "there is no average of '" + name + "'");
  return static_cast<int>(found - kMeasuredFields.begin());
}

}  // namespace slipflow::simple_ts
