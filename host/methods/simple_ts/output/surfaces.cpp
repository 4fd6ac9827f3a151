#include "surfaces.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "slipflow/setup/bodies.hpp"
#include "slipflow/setup/side_table.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "solver/state_context.hpp"
#include "wall_contours.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {
#include "simple_ts/boundary/boundary_values.h"
}  // namespace SF_PRECISION

namespace {
using methods::SurfaceNumber;

const SurfaceNumber kPressure{methods::kMeanPressure, "p0"}, kTemperature{"T", "T0"};
const std::vector<SurfaceNumber> kOfOpen = {
    kPressure, kTemperature, {"T_bulk", "T0"}, {"mass_flow", "rho0 V0 L"}, {"volume_flow", "V0 L"}};
const std::vector<SurfaceNumber> kOfWalls = {kPressure,
                                             kTemperature,
                                             {"heat", "rho0 V0^3 L"},
                                             {"force_x", "rho0 V0^2 L"},
                                             {"force_y", "rho0 V0^2 L"}};
const std::vector<SurfaceNumber> kOfSymmetry = {kPressure, kTemperature};

bool has_numbers(const Case& c, int side) { return !c.continues(static_cast<mesh::Side>(side)); }

// The number of the wall of a boundary; -1 where gas may pass.
int wall_of(const Case& c, int side) {
  if (c.sides[side] != BoundaryKind::wall) return -1;
  const auto wall = std::ranges::find(c.walls, mesh::side_names[side], &Wall::name);
  return static_cast<int>(wall - c.walls.begin());
}

// A face where the gas ends.
struct Face {
  int i = 0, j = 0;   // the gas cell
  int axis = 0;       // across it
  int direction = 1;  // from the cell to the face along the axis: -1 or 1
  double length = 0;
};

std::vector<Face> faces_of_side(const Case& c, int side) {
  const bool across_x = mesh::across_x(side), far = side == mesh::east || side == mesh::north;
  const auto& along = setup::axis_along(c.mesh, side);
  const int inside = far ? (across_x ? c.mesh.x : c.mesh.y).cells() - 1 : 0;
  std::vector<Face> faces;
  for (int k = 0; k < along.cells(); ++k) {
    const Face face{across_x ? inside : k, across_x ? k : inside, across_x ? SF_X : SF_Y,
                    far ? 1 : -1, along.widths[static_cast<std::size_t>(k)]};
    if (!c.mesh.solid(face.i, face.j)) faces.push_back(face);
  }
  return faces;
}

std::vector<Face> faces_of(const std::vector<ContourFace>& contour) {
  std::vector<Face> faces;
  for (const auto& [i, j, side, face] : contour)
    faces.push_back({i, j, mesh::across_x(side) ? SF_X : SF_Y,
                     side == mesh::west || side == mesh::south ? 1 : -1, face.length()});
  return faces;
}

// Sums over the faces of a surface, each times its length.
struct FaceSums {
  double length = 0, p = 0, T = 0;
  double volume_flow = 0, mass_flow = 0, mass_flow_times_T = 0;  // out of the domain
};

class SurfaceSums : public StateContext {
 public:
  SurfaceSums(const Case& c, const State& s) : StateContext(c, s), case_(c), state_(s) {}

  FaceSums of(const std::vector<Face>& faces, bool is_pressure) const {
    FaceSums sums;
    for (const Face& face : faces) {
      const SfGasOnFace gas = sf_gas_on_boundary(&context(), face.axis, sf_node(face.i, face.j),
                                                 face.direction, is_pressure);
      const double flow = outwards(face) * face.length;
      sums.length += face.length;
      sums.p += gas.p * face.length;
      sums.T += gas.T * face.length;
      sums.volume_flow += flow;
      sums.mass_flow += gas.rho * flow;
      sums.mass_flow_times_T += gas.rho * flow * gas.T;
    }
    return sums;
  }

 private:
  // The velocity on the face out of the gas.
  double outwards(const Face& face) const {
    const int i = face.i + (face.axis == SF_X && face.direction > 0);
    const int j = face.j + (face.axis == SF_Y && face.direction > 0);
    return face.direction * (face.axis == SF_X ? state_.u : state_.v)[case_.mesh.layout().at(i, j)];
  }

  const Case& case_;
  const State& state_;
};

double mean_of(double above, double below) {
  return below == 0 ? std::numeric_limits<double>::quiet_NaN() : above / below;
}

std::vector<SurfaceNumber> numbers_of_side(const Case& c, int side) {
  const int wall = wall_of(c, side);
  if (wall < 0) return kOfOpen;
  return c.walls[static_cast<std::size_t>(wall)].values.acts_on_gas() ? kOfWalls : kOfSymmetry;
}

void append_means(const FaceSums& sums, std::vector<double>& numbers) {
  numbers.insert(numbers.end(), {mean_of(sums.p, sums.length), mean_of(sums.T, sums.length)});
}

void append_loads(const WallForces& forces, std::vector<double>& numbers) {
  numbers.insert(numbers.end(), {forces.heat(), forces.x, forces.y});
}
}  // namespace

std::vector<methods::Surface> surfaces_of(const Case& c) {
  std::vector<methods::Surface> surfaces;
  for (int side = 0; side < 4; ++side)
    if (has_numbers(c, side))
      surfaces.push_back({mesh::side_names[side], numbers_of_side(c, side)});
  for (const Body& body : c.bodies) surfaces.push_back({setup::column_of(body.name), kOfWalls});
  return surfaces;
}

std::vector<double> surface_numbers_of(const Case& c, const State& s, Diagnostics& diagnostics) {
  const SurfaceSums sums_on(c, s);
  const WallLoads loads = rounded(c, diagnostics.wall_loads());
  const DomainTotals totals = rounded(c, diagnostics.totals(Contents::mass));
  std::vector<double> numbers;
  for (int side = 0; side < 4; ++side) {
    if (!has_numbers(c, side)) continue;
    const auto sums = sums_on.of(faces_of_side(c, side), c.sides[side] == BoundaryKind::pressure);
    append_means(sums, numbers);
    const int wall = wall_of(c, side);
    const double out = side == mesh::east || side == mesh::north ? 1 : -1;
    if (wall < 0)
      numbers.insert(numbers.end(), {mean_of(sums.mass_flow_times_T, sums.mass_flow),
                                     out * totals.flow[side].mass, sums.volume_flow});
    else if (c.walls[static_cast<std::size_t>(wall)].values.acts_on_gas())
      append_loads(wall_forces(c, loads[static_cast<std::size_t>(wall)]), numbers);
  }
  const auto contours = wall_contours(c);
  for (const Body& body : c.bodies) {
    const auto wall = static_cast<std::size_t>(body.wall - 1);
    append_means(sums_on.of(faces_of(contours[wall]), false), numbers);
    append_loads(wall_forces(c, loads[wall]), numbers);
  }
  return numbers;
}

}  // namespace slipflow::simple_ts
