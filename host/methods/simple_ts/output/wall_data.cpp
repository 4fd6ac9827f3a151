#include "wall_data.hpp"

#include <algorithm>
#include <limits>

#include "bulk_flow.hpp"
#include "slipflow/setup/bodies.hpp"
#include "slipflow/simple_ts/host_context.hpp"
#include "wall_contours.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {
#include "simple_ts/derived_fields.h"
}  // namespace SF_VARIANT

namespace {
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// The gas at a face and its loads per length, in the units of wall_field_list(); friction and slip
// are components along +x or +y.
struct FaceValues {
  double pressure, normal_stress, shear, corner, conduction, friction_heat, work;
  double slip_velocity, T_gas, jump, knudsen;
};

double ratio(double above, double below) { return below == 0 ? kNothing : above / below; }

// (78)
FaceValues values_at(const Case& c, const SfContext& equations, const ContourFace& at) {
  const int axis = mesh::across_x(at.side) ? SF_X : SF_Y, along = SF_OTHER(axis);
  const int towards = at.side == mesh::west || at.side == mesh::south ? 1 : -1;
  const int in = at.i + (axis == SF_X ? towards : 0), jn = at.j + (axis == SF_Y ? towards : 0);
  const SfGas& gas = equations.gas;
  const SfWallLoads loads = sf_wall_loads(&equations, axis, sf_node(at.i, at.j), towards);
  const SfWallFace face = sf_wall_face(&equations, axis, sf_node(at.i, at.j), towards,
                                       sf_tag(&equations, sf_node(in, jn)));
  const SfWallGas at_wall = sf_wall_gas(&equations, face);
  const WallValues& wall = c.walls[static_cast<std::size_t>(face.wall)].values;
  const double per_length = 1 / sf_h(&equations.mesh, along, sf_node(at.i, at.j));
  const double energy = gas.A / (c.gas.gamma - 1);
  const double slip =
      sf_gas_velocity_at_wall(&equations, axis, along, sf_node(at.i, at.j), towards) -
      sf_own_velocity_of_wall(&equations, along, face.wall);
  return {loads.pressure * per_length,
          gas.B * loads.normal * per_length,
          gas.B * loads.friction * per_length,
          loads.corner * per_length,
          energy * loads.conduction * per_length,
          gas.B * loads.friction_heat * per_length,
          gas.B * loads.work * per_length,
          slip,
          at_wall.T,
          wall.jump < 0 ? sf_jump_of_conduction(&equations, face, at_wall, wall.jump_of_heat_flow)
                        : at_wall.T - face.T_wall,
          c.gas.knudsen * sf_mean_free_path_factor(&equations, at_wall.T) / at_wall.rho};
}

// (79) In the order of wall_field_list(); `direction`: 1 if distances grow along +x or +y, else -1.
std::vector<double> columns_of(const Case& c, const SfContext& equations, const FaceValues& v,
                               const BulkFlow& bulk, double direction) {
  const WallReference& ref = c.wall_reference;
  const double U2 = ref.velocity * ref.velocity;
  const double heat_flux = v.conduction + v.friction_heat;
  return {v.pressure,
          v.normal_stress,
          direction * v.shear,
          v.corner,
          v.conduction,
          v.friction_heat,
          heat_flux,
          v.work,
          direction * v.slip_velocity,
          v.T_gas,
          v.jump,
          v.knudsen,
          ratio(v.pressure - ref.pressure, U2),
          ratio(direction * v.shear, 0.5 * U2),
          ratio(heat_flux,
                sf_reference_conductivity(&equations) * (ref.temperature - (v.T_gas - v.jump))),
          bulk.temperature,
          ratio(heat_flux * bulk.hydraulic_diameter,
                sf_reference_conductivity(&equations) * sf_transport(&equations, bulk.temperature) *
                    (bulk.temperature - (v.T_gas - v.jump)))};
}

bool is_body(const Case& c, std::size_t wall) {
  return std::ranges::any_of(
      c.bodies, [&](const Body& body) { return body.wall == static_cast<int>(wall) + 1; });
}
}  // namespace

std::vector<std::string> names_of_walls(const Case& c) {
  std::vector<std::string> names;
  for (std::size_t wall = 0; wall < c.walls.size(); ++wall)
    if (c.walls[wall].values.acts_on_gas())
      names.push_back(is_body(c, wall) ? setup::column_of(c.walls[wall].name)
                                       : "wall_" + c.walls[wall].name);
  return names;
}

const std::vector<setup::FieldInfo>& wall_field_list() {
  using enum setup::Location;
  static const std::vector<setup::FieldInfo> fields = {
      {"pressure", "pressure at the wall", "p0", cell_centre},
      {"normal_stress", "viscous normal stress", "rho0 V0^2", cell_centre},
      {"shear", "shear stress", "rho0 V0^2", cell_centre},
      {"corner", "corner load per length", "rho0 V0^2", cell_centre},
      {"conduction", "heat flux into the wall by conduction", "rho0 V0^3", cell_centre},
      {"friction_heat", "heat flux into the wall by friction", "rho0 V0^3", cell_centre},
      {"heat_flux", "heat flux into the wall", "rho0 V0^3", cell_centre},
      {"work", "work of the shear stress on the wall per area", "rho0 V0^3", cell_centre},
      {"slip_velocity", "slip velocity", "V0", cell_centre},
      {"T_gas", "temperature of the gas at the wall", "T0", cell_centre},
      {"jump", "temperature jump", "T0", cell_centre},
      {"knudsen", "local Knudsen number", "", cell_centre},
      {"cp", "pressure coefficient", "", cell_centre},
      {"cf", "friction coefficient", "", cell_centre},
      {"nusselt", "Nusselt number", "", cell_centre},
      {"T_bulk", "bulk temperature across the channel", "T0", cell_centre},
      {"nusselt_bulk", "Nusselt number of the channel", "", cell_centre},
  };
  return fields;
}

std::vector<methods::WallData> wall_data_of(const Case& c, const State& s) {
  const HostContext host(c);
  const SfContext equations = host.view(s, s, 1.0);
  const auto contours = wall_contours(c);
  const auto names = names_of_walls(c);
  std::vector<methods::WallData> data;
  for (std::size_t wall = 0; wall < contours.size(); ++wall) {
    if (!c.walls[wall].values.acts_on_gas()) continue;
    methods::WallData of_wall{names[data.size()], {}, {}};
    of_wall.values.resize(wall_field_list().size());
    for (const ContourFace& at : contours[wall]) {
      const auto& face = at.face;
      const double direction = face.to.x < face.from.x || face.to.y < face.from.y ? -1 : 1;
      const auto columns =
          columns_of(c, equations, values_at(c, equations, at), bulk_flow_at(c, s, at), direction);
      for (std::size_t k = 0; k < columns.size(); ++k) of_wall.values[k].push_back(columns[k]);
      of_wall.faces.push_back(face);
    }
    data.push_back(std::move(of_wall));
  }
  return data;
}

}  // namespace slipflow::simple_ts
