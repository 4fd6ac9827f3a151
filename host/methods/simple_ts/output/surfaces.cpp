#include "surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "slipflow/setup/bodies.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "state_equations.hpp"

namespace slipflow::simple_ts {
namespace {
using methods::SurfaceNumber;

// In space sums over surfaces have another L in their units, and vectors a third component.
std::vector<SurfaceNumber> numbers_on(const Case& c, bool is_open) {
  std::vector<SurfaceNumber> numbers = {{methods::kMeanPressure, "p0"}, {"T", "T0"}};
  const auto add_sum = [&](const std::string& name, const std::string& unit) {
    numbers.push_back({name, c.axes() == 3 ? unit + " L^2" : unit + " L"});
  };
  const auto add_vector = [&](const std::string& name) {
    for (int axis = 0; axis < c.axes(); ++axis)
      add_sum(name + '_' + setup::kAxes[axis], "rho0 V0^2");
  };
  add_sum("heat", "rho0 V0^3");
  add_vector("force");
  if (!is_open) return numbers;
  numbers.push_back({"T_bulk", "T0"});
  add_sum("mass_flow", "rho0 V0");
  add_sum("volume_flow", "V0");
  add_sum("enthalpy_flow", "rho0 V0^3");
  add_vector("momentum");
  return numbers;
}

bool has_numbers(const Case& c, int side) { return !c.continues(static_cast<mesh::Side>(side)); }

// The number of the wall of a boundary; -1 where gas may pass.
int wall_of(const Case& c, int side) {
  if (c.sides[side] != BoundaryKind::wall) return -1;
  const auto wall = std::ranges::find(c.walls, mesh::side_names[side], &Wall::name);
  return static_cast<int>(wall - c.walls.begin());
}

// Without the faces of walls near cut walls, which are pieces of wall instead. Of faces that gas
// may pass the open part counts.
std::vector<GasFace> faces_of_side(const Case& c, int side) {
  const int axis = mesh::axis_across(side);
  std::vector<GasFace> faces;
  mesh::for_cells(mesh::first_ghosts(c.mesh.layout(), side), [&](int i, int j, int k) {
    Cell cell = {i, j, k};
    cell[axis] += side % 2 == 0 ? 1 : -1;
    const bool is_wall = c.sides[side] == BoundaryKind::wall;
    if (c.mesh.solid(cell[0], cell[1], cell[2]) || (is_wall && is_near_cut_walls(c, cell))) return;
    faces.push_back(
        {cell, side, is_wall ? mesh::area_of_face(c.mesh, cell, side) : gas_area(c, cell, side)});
  });
  return faces;
}

// Sums over the faces of a surface, each times its area.
struct FaceSums {
  double area = 0, p = 0, T = 0;
  // Of open boundaries. Flows are out of the domain.
  double volume_flow = 0, mass_flow = 0, mass_flow_times_T = 0;
  OpenLoads loads;
  std::array<double, 3> push{};  // of the pressure
};

class SurfaceSums {
 public:
  SurfaceSums(const Case& c, const State& s)
      : case_(c), state_(s), equations_(equations_of(c, s)) {}

  // The sums of a wall that has faces and, near cut walls, pieces.
  FaceSums of(const std::vector<GasFace>& faces, const std::vector<CutWallPiece>& pieces) const {
    FaceSums sums = of(faces, BoundaryKind::wall);
    for (const CutWallPiece& piece : pieces) {
      const GasAtWall gas = equations_->gas_at_piece(piece);
      sums.area += piece.area;
      sums.p += gas.pressure * piece.area;
      sums.T += gas.T * piece.area;
    }
    return sums;
  }

  FaceSums of(const std::vector<GasFace>& faces, BoundaryKind kind) const {
    FaceSums sums;
    for (const GasFace& face : faces) {
      SampleValues gas =
          equations_->gas_on_boundary(face.cell, face.side, kind == BoundaryKind::pressure);
      // What is prescribed of a subsonic inflow is its mass flow; the flow finds its pressure.
      if (kind == BoundaryKind::inflow) {
        const auto at = case_.mesh.layout().at(face.cell[0], face.cell[1], face.cell[2]);
        gas.p = state_.rho[at] * state_.T[at];
      }
      sums.area += face.area;
      sums.p += gas.p * face.area;
      sums.T += gas.T * face.area;
      if (kind != BoundaryKind::wall) add_open(face, gas, sums);
    }
    return sums;
  }

 private:
  // (92)
  void add_open(const GasFace& face, const SampleValues& gas, FaceSums& sums) const {
    const OpenLoads loads = equations_->open_loads(face.cell, face.side);
    const double flow = outwards(face) * face.area;
    const double push = case_.gas.factors().A * gas.p * face.area;
    sums.volume_flow += flow;
    sums.mass_flow += gas.rho * flow;
    sums.mass_flow_times_T += gas.rho * flow * gas.T;
    sums.loads.heat += loads.heat;
    sums.loads.enthalpy_flow += loads.enthalpy_flow;
    for (int axis = 0; axis < case_.axes(); ++axis) {
      sums.loads.viscous[axis] += loads.viscous[axis];
      sums.loads.momentum_flow[axis] += loads.momentum_flow[axis];
    }
    sums.push[mesh::axis_across(face.side)] += face.side % 2 == 0 ? -push : push;
  }

  // The velocity on the face out of the gas.
  double outwards(const GasFace& face) const {
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

// By wall, an index of Case::walls.
std::vector<std::vector<CutWallPiece>> pieces_by_wall(const Case& c) {
  std::vector<std::vector<CutWallPiece>> pieces(c.walls.size());
  for (const CutWallPiece& at : pieces_of_cut_walls(c))
    pieces[static_cast<std::size_t>(at.wall) - 1].push_back(at);
  return pieces;
}

double mean_of(double above, double below) {
  return below == 0 ? std::numeric_limits<double>::quiet_NaN() : above / below;
}

void append(const Case& c, const std::array<double, 3>& vector, std::vector<double>& numbers) {
  numbers.insert(numbers.end(), vector.begin(), vector.begin() + c.axes());
}

void append_means(const FaceSums& sums, std::vector<double>& numbers) {
  numbers.insert(numbers.end(), {mean_of(sums.p, sums.area), mean_of(sums.T, sums.area)});
}

void append_loads(const Case& c, const WallForces& forces, std::vector<double>& numbers) {
  numbers.push_back(forces.heat());
  append(c, forces.force, numbers);
}

// `mass_flow`: out of the domain.
void append_open(const Case& c, const FaceSums& sums, double mass_flow,
                 std::vector<double>& numbers) {
  std::array<double, 3> force = sums.push;
  for (int axis = 0; axis < c.axes(); ++axis) force[axis] += sums.loads.viscous[axis];
  numbers.push_back(sums.loads.heat);
  append(c, force, numbers);
  numbers.insert(numbers.end(), {mean_of(sums.mass_flow_times_T, sums.mass_flow), mass_flow,
                                 sums.volume_flow, sums.loads.enthalpy_flow});
  append(c, sums.loads.momentum_flow, numbers);
}
}  // namespace

std::vector<GasFace> faces_of_wall(const Case& c, int wall, const WallRuns& all) {
  std::vector<GasFace> faces;
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

std::vector<methods::Surface> surfaces_of(const Case& c) {
  std::vector<methods::Surface> surfaces;
  for (int side = 0; side < c.side_count(); ++side)
    if (has_numbers(c, side))
      surfaces.push_back({mesh::side_names[side], numbers_on(c, wall_of(c, side) < 0)});
  for (const Body& body : c.bodies)
    surfaces.push_back({setup::column_of(body.name), numbers_on(c, false)});
  return surfaces;
}

std::vector<double> surface_numbers_of(const Case& c, const State& s, Diagnostics& diagnostics) {
  const SurfaceSums sums_on(c, s);
  const WallLoads loads = rounded(c, diagnostics.wall_loads());
  const DomainTotals totals = rounded(c, diagnostics.totals(Contents::mass));
  const auto pieces = pieces_by_wall(c);
  std::vector<double> numbers;
  for (int side = 0; side < c.side_count(); ++side) {
    if (!has_numbers(c, side)) continue;
    const int wall = wall_of(c, side);
    const auto faces = faces_of_side(c, side);
    const auto sums = wall < 0 ? sums_on.of(faces, c.sides[side])
                               : sums_on.of(faces, pieces[static_cast<std::size_t>(wall)]);
    append_means(sums, numbers);
    const double out = side % 2 == 0 ? -1 : 1;
    if (wall < 0)
      append_open(c, sums, out * totals.flow[side].mass, numbers);
    else
      append_loads(c, wall_forces(c, loads[static_cast<std::size_t>(wall)]), numbers);
  }
  const WallRuns runs = wall_runs(c);
  for (const Body& body : c.bodies) {
    const auto wall = static_cast<std::size_t>(body.wall - 1);
    append_means(sums_on.of(faces_of_wall(c, body.wall - 1, runs), pieces[wall]), numbers);
    append_loads(c, wall_forces(c, loads[wall]), numbers);
  }
  return numbers;
}

}  // namespace slipflow::simple_ts
