#include "wall_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "bulk_flow.hpp"
#include "slipflow/setup/bodies.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "state_equations.hpp"
#include "surfaces.hpp"
#include "wall_contours.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

double ratio(double above, double below) { return below == 0 ? kNothing : above / below; }

// (79) In the order of wall_field_list(), of `shear` and `slip` one number or one for each axis.
std::vector<double> columns_of(const Case& c, const StateEquations& equations, const GasAtWall& v,
                               const std::vector<double>& shear, const std::vector<double>& slip) {
  const WallReference& ref = c.wall_reference;
  const double U2 = ref.velocity * ref.velocity;
  const double heat_flux = v.conduction + v.friction_heat;
  const double of_friction =
      shear.size() == 3 ? std::hypot(shear[0], shear[1], shear[2]) : shear[0];
  std::vector<double> columns = {v.pressure, v.normal_stress};
  const auto add = [&](const std::vector<double>& more) {
    columns.insert(columns.end(), more.begin(), more.end());
  };
  add(shear);
  add({v.corner, v.conduction, v.friction_heat, heat_flux, v.work});
  add(slip);
  add({v.T, v.jump, v.knudsen, ratio(v.pressure - ref.pressure, U2), ratio(of_friction, 0.5 * U2),
       ratio(heat_flux, equations.conductivity(1) * (ref.temperature - (v.T - v.jump)))});
  return columns;
}

// (79) Across a channel.
std::array<double, 2> of_channel(const StateEquations& equations, const GasAtWall& v,
                                 const BulkFlow& bulk) {
  const double heat_flux = v.conduction + v.friction_heat;
  return {bulk.temperature,
          ratio(heat_flux * bulk.hydraulic_diameter,
                equations.conductivity(bulk.temperature) * (bulk.temperature - (v.T - v.jump)))};
}

void append(methods::WallData& data, const methods::WallFace& face,
            const std::vector<double>& columns) {
  for (std::size_t k = 0; k < columns.size(); ++k) data.values[k].push_back(columns[k]);
  data.faces.push_back(face);
}

// Positive in the direction of larger distances.
double part_along(const methods::WallFace& face, const std::array<double, 3>& vector) {
  const double x = face.to.x - face.from.x, y = face.to.y - face.from.y, length = face.size();
  return vector[0] * (x / length) + vector[1] * (y / length);
}

void add_contour(const Case& c, const State& s, const StateEquations& equations,
                 const std::vector<ContourFace>& contour, methods::WallData& data) {
  for (const ContourFace& at : contour) {
    const auto& face = at.face;
    const GasAtWall gas = at.piece ? equations.gas_at_piece({at.i, at.j, 0, *at.piece})
                                   : equations.gas_at_wall({at.i, at.j, 0}, at.side ^ 1);
    auto columns = columns_of(c, equations, gas, {part_along(face, gas.shear)},
                              {part_along(face, gas.slip_velocity)});
    for (const double value : of_channel(equations, gas, bulk_flow_at(c, s, at)))
      columns.push_back(value);
    append(data, face, columns);
  }
}

// In the order of the mesh, as those of forces.csv.
void add_surface(const Case& c, const StateEquations& equations, const std::vector<GasFace>& faces,
                 methods::WallData& data) {
  for (const GasFace& at : faces) {
    const int axis = mesh::axis_across(at.side);
    std::array<double, 3> from{}, to{}, normal{};
    for (int a = 0; a < 3; ++a) {
      const auto& faces_of_axis = c.mesh.axis(a).faces;
      const auto cell = static_cast<std::size_t>(at.cell[a]);
      const auto far = static_cast<std::size_t>(at.side % 2);
      from[a] = faces_of_axis[a == axis ? cell + far : cell];
      to[a] = faces_of_axis[a == axis ? cell + far : cell + 1];
    }
    normal[axis] = at.side % 2 == 0 ? 1 : -1;
    const GasAtWall gas = equations.gas_at_wall(at.cell, at.side);
    append(data,
           {.from = {from[0], from[1], from[2]},
            .to = {to[0], to[1], to[2]},
            .normal = {normal[0], normal[1], normal[2]}},
           columns_of(c, equations, gas, {gas.shear.begin(), gas.shear.end()},
                      {gas.slip_velocity.begin(), gas.slip_velocity.end()}));
  }
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

std::vector<setup::FieldInfo> wall_field_list(int axes) {
  std::vector<setup::FieldInfo> fields;
  const auto add = [&](const std::string& name, const std::string& text, const char* unit) {
    fields.push_back({name, text, unit, setup::Location::cell_centre});
  };
  const auto add_along_wall = [&](const std::string& name, const std::string& text,
                                  const char* unit) {
    if (axes == 2) return add(name, text, unit);
    for (const char* axis : setup::kAxes) add(name + '_' + axis, text + " along " + axis, unit);
  };
  add("pressure", "pressure at the wall", "p0");
  add("normal_stress", "viscous normal stress", "rho0 V0^2");
  add_along_wall("shear", "shear stress", "rho0 V0^2");
  add("corner", axes == 2 ? "corner load per length" : "corner load per area", "rho0 V0^2");
  add("conduction", "heat flux into the wall by conduction", "rho0 V0^3");
  add("friction_heat", "heat flux into the wall by friction", "rho0 V0^3");
  add("heat_flux", "heat flux into the wall", "rho0 V0^3");
  add("work", "work of the shear stress on the wall per area", "rho0 V0^3");
  add_along_wall("slip_velocity", "slip velocity", "V0");
  add("T_gas", "temperature of the gas at the wall", "T0");
  add("jump", "temperature jump", "T0");
  add("knudsen", "local Knudsen number", "");
  add("cp", "pressure coefficient", "");
  add("cf", "friction coefficient", "");
  add("nusselt", "Nusselt number", "");
  if (axes == 3) return fields;
  add("T_bulk", "bulk temperature across the channel", "T0");
  add("nusselt_bulk", "Nusselt number of the channel", "");
  return fields;
}

std::vector<methods::WallData> wall_data_of(const Case& c, const State& s) {
  const auto equations = equations_of(c, s);
  const bool in_space = c.axes() == 3;
  const auto contours = in_space ? std::vector<std::vector<ContourFace>>{} : wall_contours(c);
  const WallRuns runs = wall_runs(c);
  const auto names = names_of_walls(c);
  std::vector<methods::WallData> data;
  for (std::size_t wall = 0; wall < c.walls.size(); ++wall) {
    if (!c.walls[wall].values.acts_on_gas()) continue;
    methods::WallData of_wall{names[data.size()], {}, {}};
    of_wall.values.resize(wall_field_list(c.axes()).size());
    if (in_space)
      add_surface(c, *equations, faces_of_wall(c, static_cast<int>(wall), runs), of_wall);
    else
      add_contour(c, s, *equations, contours[wall], of_wall);
    data.push_back(std::move(of_wall));
  }
  return data;
}

}  // namespace slipflow::simple_ts
