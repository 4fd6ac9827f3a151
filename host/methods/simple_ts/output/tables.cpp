#include "tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>

#include "slipflow/setup/bodies.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/simple_ts/forces.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr const char* kBalance = "balance.csv";
constexpr auto kSides = std::span(mesh::side_names);
constexpr std::array<const char*, 4> kPowers = {"conduction", "friction_heat", "heat", "work"};

constexpr const char* kNoUnit = "";

using Words = std::vector<std::string>;
using Values = std::vector<double>;

// A unit of sums over walls and boundaries: of a plane they are per length of depth.
std::string force_unit(const Case& c) { return c.axes() == 3 ? "rho0 V0^2 L^2" : "rho0 V0^2 L"; }
std::string power_unit(const Case& c) { return c.axes() == 3 ? "rho0 V0^3 L^2" : "rho0 V0^3 L"; }

Words force_sums(const Case& c) {
  Words names = {"force_x", "force_y"};
  if (c.axes() == 3) names.emplace_back("force_z");
  return names;
}

bool has_coefficients(const Case& c) { return !c.bodies.empty() && c.gas.u_stream > 0; }

Words coefficients(const Case& c) {
  if (c.axes() == 3) return {"drag", "lift", "side"};
  return {"drag_pressure", "drag_friction", "lift_pressure", "lift_friction"};
}

Values coefficient_values(const Case& c, const WallLoads& loads) {
  Values values;
  if (c.axes() == 3)
    for (const auto& f : coefficients_in_space(c, loads))
      values.insert(values.end(), {f.drag, f.lift, f.side});
  else
    for (const auto& f : body_forces(c, loads))
      values.insert(values.end(),
                    {f.drag_pressure, f.drag_friction, f.lift_pressure, f.lift_friction});
  return values;
}

// A surface of a wall: each of the sides of a body, or the inner side of a boundary.
struct Surface {
  std::string name;
  std::size_t wall;
  int side;
};

std::vector<Surface> loaded_surfaces(const Case& c) {
  std::vector<Surface> surfaces;
  for (const auto& body : c.bodies)
    for (int side = 0; side < c.side_count(); ++side)
      surfaces.push_back({setup::column_of(body.name) + '_' + kSides[side],
                          static_cast<std::size_t>(body.wall - 1), side});
  for (std::size_t wall = 0; wall < c.walls.size(); ++wall)
    for (int side = 0; side < c.side_count(); ++side)
      if (c.walls[wall].name == kSides[side] && c.walls[wall].values.acts_on_gas())
        surfaces.push_back({"wall_" + c.walls[wall].name, wall, side ^ 1});
  return surfaces;
}

void add_column(methods::TableInfo& table, const std::string& name, const std::string& unit) {
  table.columns.push_back(name);
  table.units.push_back(unit);
}

void add_loads(const Case& c, methods::TableInfo& table, const std::string& name,
               const Words& forces) {
  for (const auto& part : forces) add_column(table, name + '_' + part, force_unit(c));
  for (const char* part : kPowers) add_column(table, name + '_' + part, power_unit(c));
}

void append_force(const Case& c, const std::array<double, 3>& force, Values& values) {
  values.insert(values.end(), force.begin(), force.begin() + c.axes());
}

// In the order of kPowers.
template <class Forces>
std::array<double, 4> powers(const Forces& f) {
  return {f.conduction, f.friction_heat, f.heat(), f.work};
}

// First the coefficients of each body, the oldest columns; then the sums of each body, then each
// surface.
methods::TableInfo force_table(const Case& c) {
  methods::TableInfo table{methods::kForcesTable, {}};
  if (has_coefficients(c))
    for (const auto& body : c.bodies)
      for (const auto& part : coefficients(c))
        add_column(table, setup::column_of(body.name) + '_' + part, kNoUnit);
  for (const auto& body : c.bodies) add_loads(c, table, setup::column_of(body.name), force_sums(c));
  for (const Surface& surface : loaded_surfaces(c)) {
    Words parts = {"pressure", "normal"};
    if (c.axes() == 2)
      parts.emplace_back("friction");
    else
      for (const int after : {1, 2})
        parts.push_back(std::string("friction_") +
                        setup::kAxes[(mesh::axis_across(surface.side) + after) % 3]);
    add_loads(c, table, surface.name, parts);
    add_column(table, surface.name + "_corner", force_unit(c));
  }
  return table;
}

Values force_values(const Case& c, const WallLoads& loads) {
  Values values;
  if (has_coefficients(c)) values = coefficient_values(c, loads);
  for (const auto& body : c.bodies) {
    const auto f = wall_forces(c, loads[static_cast<std::size_t>(body.wall - 1)]);
    append_force(c, f.force, values);
    std::ranges::copy(powers(f), std::back_inserter(values));
  }
  for (const Surface& s : loaded_surfaces(c)) {
    const auto f = side_forces(c, loads[s.wall][s.side], s.side);
    values.insert(values.end(), {f.pressure, f.normal, f.friction});
    if (c.axes() == 3) values.push_back(f.friction_after);
    std::ranges::copy(powers(f), std::back_inserter(values));
    values.push_back(f.corner);
  }
  return values;
}

methods::TableInfo balance_table(const Case& c) {
  const bool in_space = c.axes() == 3;
  const auto names = [&](const std::string& of_mass, const std::string& of_momentum,
                         const std::string& of_energy) {
    std::vector<std::pair<std::string, std::string>> parts = {
        {"mass", of_mass}, {"momentum_x", of_momentum}, {"momentum_y", of_momentum}};
    if (in_space) parts.emplace_back("momentum_z", of_momentum);
    parts.emplace_back("energy", of_energy);
    return parts;
  };
  methods::TableInfo table{kBalance, {}};
  // Energy is written unlike the force in space: both have one dimension in a plane and in space,
  // and a unit is named by its text (units.cpp).
  const std::string content = in_space ? " L^3" : " L^2";
  for (const auto& [part, unit] :
       names("rho0" + content, "rho0 V0" + content, "rho0" + content + " V0^2"))
    add_column(table, part, unit);
  for (int side = 0; side < c.side_count(); ++side)
    for (const auto& [part, unit] :
         names(in_space ? "rho0 V0 L^2" : "rho0 V0 L", force_unit(c), power_unit(c)))
      add_column(table, part + '_' + kSides[side], unit);
  add_loads(c, table, "walls", force_sums(c));
  return table;
}

// Contents, and flows through the boundaries with the work of the pressure in their energy; (62).
Values balance_values(const Case& c, const DomainTotals& totals, const WallLoads& loads) {
  const double internal = 0.5 / (c.gas.gamma - 1);
  Values values;
  const auto append = [&](const Totals& t, double thermal) {
    values.push_back(t.mass);
    append_force(c, {t.momentum_x, t.momentum_y, t.momentum_z}, values);
    values.push_back(thermal * t.thermal + t.kinetic);
  };
  append(totals.contents, internal);
  for (int side = 0; side < c.side_count(); ++side)
    append(totals.flow[side], c.gas.gamma * internal);
  WallForces sum;
  for (std::size_t wall = 0; wall < loads.size(); ++wall) {
    auto f = wall_forces(c, loads[wall]);
    // The pressure on the boundaries is part of the momentum flow through them.
    for (int side = 0; side < c.side_count(); ++side) {
      if (c.walls[wall].name != kSides[side]) continue;
      const auto whole = side_forces(c, loads[wall][side ^ 1], side ^ 1);
      f.force[mesh::axis_across(side)] -= whole.pressure;
    }
    for (int axis = 0; axis < c.axes(); ++axis) sum.force[axis] += f.force[axis];
    sum.conduction += f.conduction;
    sum.friction_heat += f.friction_heat;
    sum.work += f.work;
  }
  append_force(c, sum.force, values);
  std::ranges::copy(powers(sum), std::back_inserter(values));
  return values;
}

}  // namespace

std::vector<methods::TableInfo> tables_of(const Case& c) {
  std::vector<methods::TableInfo> tables;
  if (!loaded_surfaces(c).empty()) tables.push_back(force_table(c));
  if (c.balance) tables.push_back(balance_table(c));
  return tables;
}

std::vector<methods::BodyForce> forces_on_bodies(const Case& c) {
  std::vector<methods::BodyForce> forces;
  for (const auto& body : c.bodies)
    for (const auto& part : force_sums(c))
      forces.push_back({body.name,
                        part,
                        {setup::column_of(body.name) + '_' + part},
                        body.reference_length,
                        c.axes() == 3 ? frontal_area(c, body) : 0});
  return forces;
}

std::vector<std::vector<double>> lines_of(const Case& c, Diagnostics& diagnostics) {
  const auto tables = tables_of(c);
  if (tables.empty()) return {};
  const WallLoads loads = rounded(c, diagnostics.wall_loads());
  std::vector<Values> lines;
  for (const auto& table : tables)
    lines.push_back(table.file == methods::kForcesTable
                        ? force_values(c, loads)
                        : balance_values(c, rounded(c, diagnostics.totals()), loads));
  return lines;
}

std::vector<std::pair<std::string, double>> flows_of(const Case& c, Diagnostics& diagnostics) {
  double heat = 0, inflow = 0, outflow = 0;
  if (!loaded_surfaces(c).empty())
    for (const auto& wall : rounded(c, diagnostics.wall_loads()))
      heat += wall_forces(c, wall).heat();
  const DomainTotals totals = rounded(c, diagnostics.totals(Contents::mass));
  for (std::size_t side = 0; side < totals.flow.size(); ++side) {
    const double entering = (side % 2 == 0 ? 1 : -1) * totals.flow[side].mass;
    (entering > 0 ? inflow : outflow) += std::abs(entering);
  }
  return {{"heat_flow", heat}, {"mass_flow_in", inflow}, {"mass_flow_out", outflow}};
}

std::vector<methods::BodySummary> body_summaries(const Case& c, Diagnostics& diagnostics) {
  if (!has_coefficients(c)) return {};
  const WallLoads loads = rounded(c, diagnostics.wall_loads());
  std::vector<methods::BodySummary> summaries;
  if (c.axes() == 3) {
    const auto all = coefficients_in_space(c, loads);
    for (std::size_t k = 0; k < all.size(); ++k)
      summaries.push_back({c.bodies[k].name,
                           {{"drag", all[k].drag},
                            {"lift", all[k].lift},
                            {"side", all[k].side},
                            {"reference_area", all[k].reference_area}}});
    return summaries;
  }
  const auto forces = body_forces(c, loads);
  for (std::size_t k = 0; k < forces.size(); ++k) {
    const auto& f = forces[k];
    summaries.push_back({c.bodies[k].name,
                         {{"drag", f.drag()},
                          {"drag_pressure", f.drag_pressure},
                          {"drag_friction", f.drag_friction},
                          {"lift_pressure", f.lift_pressure},
                          {"lift_friction", f.lift_friction},
                          {"reference_length", c.bodies[k].reference_length}}});
  }
  return summaries;
}

}  // namespace slipflow::simple_ts
