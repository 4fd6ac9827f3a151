#include "surfaces.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>

#include "slipflow/setup/bodies.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "state_equations.hpp"

namespace slipflow::simple_ts {
namespace {
using methods::SurfaceNumber;

// In space sums over surfaces have another L in their units.
std::vector<SurfaceNumber> numbers_of(const Case& c, std::initializer_list<SurfaceNumber> sums) {
  std::vector<SurfaceNumber> numbers = {{methods::kMeanPressure, "p0"}, {"T", "T0"}};
  for (SurfaceNumber number : sums) {
    if (c.axes() == 3 && number.unit.ends_with(" L")) number.unit += "^2";
    numbers.push_back(number);
  }
  return numbers;
}
std::vector<SurfaceNumber> numbers_of_open(const Case& c) {
  return numbers_of(c, {{"T_bulk", "T0"}, {"mass_flow", "rho0 V0 L"}, {"volume_flow", "V0 L"}});
}
std::vector<SurfaceNumber> numbers_of_wall(const Case& c) {
  auto numbers = numbers_of(
      c, {{"heat", "rho0 V0^3 L"}, {"force_x", "rho0 V0^2 L"}, {"force_y", "rho0 V0^2 L"}});
  if (c.axes() == 3) numbers.push_back({"force_z", numbers.back().unit});
  return numbers;
}

bool has_numbers(const Case& c, int side) { return !c.continues(static_cast<mesh::Side>(side)); }

// The number of the wall of a boundary; -1 where gas may pass.
int wall_of(const Case& c, int side) {
  if (c.sides[side] != BoundaryKind::wall) return -1;
  const auto wall = std::ranges::find(c.walls, mesh::side_names[side], &Wall::name);
  return static_cast<int>(wall - c.walls.begin());
}

// A face where the gas ends.
struct Face {
  Cell cell{};      // of the gas
  int side = 0;     // of the cell, a mesh::Side
  double area = 0;  // of a plane: length
};

std::vector<Face> faces_of_side(const Case& c, int side) {
  const int axis = mesh::axis_across(side);
  std::vector<Face> faces;
  mesh::for_cells(mesh::first_ghosts(c.mesh.layout(), side), [&](int i, int j, int k) {
    Cell cell = {i, j, k};
    cell[axis] += side % 2 == 0 ? 1 : -1;
    if (!c.mesh.solid(cell[0], cell[1], cell[2]))
      faces.push_back({cell, side, mesh::area_of_face(c.mesh, cell, side)});
  });
  return faces;
}

// Of a body: its faces look at the gas.
std::vector<Face> faces_of_wall(const Case& c, int wall, const WallRuns& all) {
  std::vector<Face> faces;
  for (std::size_t n = 0; n < all.runs.size(); ++n) {
    const WallRun& run = all.runs[n];
    if (all.walls[n] != wall) continue;
    Cell cell = {run.i, run.j, run.k};
    const int along = mesh::across_x(run.side) ? 1 : 0, side = run.side ^ 1;
    for (int k = 0; k < run.count; ++k, ++cell[along])
      faces.push_back({cell, side, mesh::area_of_face(c.mesh, cell, side)});
  }
  return faces;
}

// Sums over the faces of a surface, each times its area.
struct FaceSums {
  double area = 0, p = 0, T = 0;
  double volume_flow = 0, mass_flow = 0, mass_flow_times_T = 0;  // out of the domain
};

class SurfaceSums {
 public:
  SurfaceSums(const Case& c, const State& s)
      : case_(c), state_(s), equations_(equations_of(c, s)) {}

  FaceSums of(const std::vector<Face>& faces, bool is_pressure) const {
    FaceSums sums;
    for (const Face& face : faces) {
      const SampleValues gas = equations_->gas_on_boundary(face.cell, face.side, is_pressure);
      const double flow = outwards(face) * face.area;
      sums.area += face.area;
      sums.p += gas.p * face.area;
      sums.T += gas.T * face.area;
      sums.volume_flow += flow;
      sums.mass_flow += gas.rho * flow;
      sums.mass_flow_times_T += gas.rho * flow * gas.T;
    }
    return sums;
  }

 private:
  // The velocity on the face out of the gas.
  double outwards(const Face& face) const {
    const int axis = mesh::axis_across(face.side), far = face.side % 2;
    Cell node = face.cell;
    node[axis] += far;
    const double q = state_.velocity(axis)[case_.mesh.layout().at(node[0], node[1], node[2])];
    return far ? q : -q;
  }

  const Case& case_;
  const State& state_;
  std::unique_ptr<StateEquations> equations_;
};

double mean_of(double above, double below) {
  return below == 0 ? std::numeric_limits<double>::quiet_NaN() : above / below;
}

std::vector<SurfaceNumber> numbers_of_side(const Case& c, int side) {
  const int wall = wall_of(c, side);
  if (wall < 0) return numbers_of_open(c);
  const bool acts = c.walls[static_cast<std::size_t>(wall)].values.acts_on_gas();
  return acts ? numbers_of_wall(c) : numbers_of(c, {});
}

void append_means(const FaceSums& sums, std::vector<double>& numbers) {
  numbers.insert(numbers.end(), {mean_of(sums.p, sums.area), mean_of(sums.T, sums.area)});
}

void append_loads(const Case& c, const WallForces& forces, std::vector<double>& numbers) {
  numbers.push_back(forces.heat());
  numbers.insert(numbers.end(), forces.force.begin(), forces.force.begin() + c.axes());
}
}  // namespace

std::vector<methods::Surface> surfaces_of(const Case& c) {
  std::vector<methods::Surface> surfaces;
  for (int side = 0; side < c.side_count(); ++side)
    if (has_numbers(c, side))
      surfaces.push_back({mesh::side_names[side], numbers_of_side(c, side)});
  for (const Body& body : c.bodies)
    surfaces.push_back({setup::column_of(body.name), numbers_of_wall(c)});
  return surfaces;
}

std::vector<double> surface_numbers_of(const Case& c, const State& s, Diagnostics& diagnostics) {
  const SurfaceSums sums_on(c, s);
  const WallLoads loads = rounded(c, diagnostics.wall_loads());
  const DomainTotals totals = rounded(c, diagnostics.totals(Contents::mass));
  std::vector<double> numbers;
  for (int side = 0; side < c.side_count(); ++side) {
    if (!has_numbers(c, side)) continue;
    const auto sums = sums_on.of(faces_of_side(c, side), c.sides[side] == BoundaryKind::pressure);
    append_means(sums, numbers);
    const int wall = wall_of(c, side);
    const double out = side % 2 == 0 ? -1 : 1;
    if (wall < 0)
      numbers.insert(numbers.end(), {mean_of(sums.mass_flow_times_T, sums.mass_flow),
                                     out * totals.flow[side].mass, sums.volume_flow});
    else if (c.walls[static_cast<std::size_t>(wall)].values.acts_on_gas())
      append_loads(c, wall_forces(c, loads[static_cast<std::size_t>(wall)]), numbers);
  }
  const WallRuns runs = wall_runs(c);
  for (const Body& body : c.bodies) {
    const auto wall = static_cast<std::size_t>(body.wall - 1);
    append_means(sums_on.of(faces_of_wall(c, body.wall - 1, runs), false), numbers);
    append_loads(c, wall_forces(c, loads[wall]), numbers);
  }
  return numbers;
}

}  // namespace slipflow::simple_ts
