#include "tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>

#include "slipflow/setup/bodies.hpp"
#include "slipflow/simple_ts/forces.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr const char* kBalance = "balance.csv";
constexpr auto kSides = std::span(mesh::side_names).first<4>();
constexpr std::initializer_list<const char*> kForceSums = {"force_x", "force_y"};
constexpr std::array<const char*, 4> kPowers = {"conduction", "friction_heat", "heat", "work"};

constexpr const char* kForceUnit = "rho0 V0^2 L";
constexpr const char* kPowerUnit = "rho0 V0^3 L";
constexpr const char* kNoUnit = "";

using Words = std::vector<std::string>;
using Values = std::vector<double>;

bool has_coefficients(const Case& c) { return !c.bodies.empty() && c.gas.u_stream > 0; }

// A surface of a wall: each of the four sides of a body, or the inner side of a boundary.
struct Surface {
  std::string name;
  std::size_t wall;
  int side;
};

std::vector<Surface> loaded_surfaces(const Case& c) {
  std::vector<Surface> surfaces;
  for (const auto& body : c.bodies)
    for (int side = 0; side < 4; ++side)
      surfaces.push_back({setup::column_of(body.name) + '_' + kSides[side],
                          static_cast<std::size_t>(body.wall - 1), side});
  for (std::size_t wall = 0; wall < c.walls.size(); ++wall)
    for (int side = 0; side < 4; ++side)
      if (c.walls[wall].name == kSides[side] && c.walls[wall].values.acts_on_gas())
        surfaces.push_back({"wall_" + c.walls[wall].name, wall, side ^ 1});
  return surfaces;
}

void add_column(methods::TableInfo& table, const std::string& name, const char* unit) {
  table.columns.push_back(name);
  table.units.emplace_back(unit);
}

void add_loads(methods::TableInfo& table, const std::string& name,
               std::initializer_list<const char*> forces) {
  for (const char* part : forces) add_column(table, name + '_' + part, kForceUnit);
  for (const char* part : kPowers) add_column(table, name + '_' + part, kPowerUnit);
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
      for (const char* part : {"drag_pressure", "drag_friction", "lift_pressure", "lift_friction"})
        add_column(table, setup::column_of(body.name) + '_' + part, kNoUnit);
  for (const auto& body : c.bodies) add_loads(table, setup::column_of(body.name), kForceSums);
  for (const Surface& surface : loaded_surfaces(c)) {
    add_loads(table, surface.name, {"pressure", "normal", "friction"});
    add_column(table, surface.name + "_corner", kForceUnit);
  }
  return table;
}

Values force_values(const Case& c, const WallLoads& loads) {
  Values values;
  if (has_coefficients(c))
    for (const auto& f : body_forces(c, loads))
      values.insert(values.end(),
                    {f.drag_pressure, f.drag_friction, f.lift_pressure, f.lift_friction});
  for (const auto& body : c.bodies) {
    const auto f = wall_forces(c, loads[static_cast<std::size_t>(body.wall - 1)]);
    values.insert(values.end(), {f.x, f.y});
    std::ranges::copy(powers(f), std::back_inserter(values));
  }
  for (const Surface& s : loaded_surfaces(c)) {
    const auto f = side_forces(c, loads[s.wall][s.side], s.side);
    values.insert(values.end(), {f.pressure, f.normal, f.friction});
    std::ranges::copy(powers(f), std::back_inserter(values));
    values.push_back(f.corner);
  }
  return values;
}

methods::TableInfo balance_table() {
  const Words parts = {"mass", "momentum_x", "momentum_y", "energy"};
  constexpr std::array<const char*, 4> kContents = {"rho0 L^2", "rho0 V0 L^2", "rho0 V0 L^2",
                                                    "rho0 V0^2 L^2"};
  constexpr std::array<const char*, 4> kFlows = {"rho0 V0 L", kForceUnit, kForceUnit, kPowerUnit};
  methods::TableInfo table{kBalance, {}};
  for (std::size_t k = 0; k < parts.size(); ++k) add_column(table, parts[k], kContents[k]);
  for (const char* side : kSides)
    for (std::size_t k = 0; k < parts.size(); ++k)
      add_column(table, parts[k] + '_' + side, kFlows[k]);
  add_loads(table, "walls", kForceSums);
  return table;
}

// Contents, and flows through the boundaries with the work of the pressure in their energy; (62).
Values balance_values(const Case& c, const DomainTotals& totals, const WallLoads& loads) {
  const double internal = 0.5 / (c.gas.gamma - 1);
  Values values;
  const auto append = [&](const Totals& t, double thermal) {
    values.insert(values.end(),
                  {t.mass, t.momentum_x, t.momentum_y, thermal * t.thermal + t.kinetic});
  };
  append(totals.contents, internal);
  for (const auto& flow : totals.flow) append(flow, c.gas.gamma * internal);
  WallForces sum;
  for (std::size_t wall = 0; wall < loads.size(); ++wall) {
    auto f = wall_forces(c, loads[wall]);
    // The pressure on the boundaries is part of the momentum flow through them.
    for (int side = 0; side < 4; ++side) {
      if (c.walls[wall].name != kSides[side]) continue;
      const auto whole = side_forces(c, loads[wall][side ^ 1], side ^ 1);
      (mesh::across_x(side) ? f.x : f.y) -= whole.pressure;
    }
    sum = {sum.x + f.x, sum.y + f.y, sum.conduction + f.conduction,
           sum.friction_heat + f.friction_heat, sum.work + f.work};
  }
  values.insert(values.end(), {sum.x, sum.y});
  std::ranges::copy(powers(sum), std::back_inserter(values));
  return values;
}

}  // namespace

std::vector<methods::TableInfo> tables_of(const Case& c) {
  std::vector<methods::TableInfo> tables;
  if (!loaded_surfaces(c).empty()) tables.push_back(force_table(c));
  if (c.balance) tables.push_back(balance_table());
  return tables;
}

std::vector<methods::BodyForce> forces_on_bodies(const Case& c) {
  std::vector<methods::BodyForce> forces;
  for (const auto& body : c.bodies)
    for (const char* part : kForceSums)
      forces.push_back(
          {body.name, part, {setup::column_of(body.name) + '_' + part}, body.reference_length});
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
    const bool first = side == mesh::west || side == mesh::south;
    const double entering = (first ? 1 : -1) * totals.flow[side].mass;
    (entering > 0 ? inflow : outflow) += std::abs(entering);
  }
  return {{"heat_flow", heat}, {"mass_flow_in", inflow}, {"mass_flow_out", outflow}};
}

std::vector<methods::BodySummary> body_summaries(const Case& c, Diagnostics& diagnostics) {
  if (!has_coefficients(c)) return {};
  const auto forces = body_forces(c, rounded(c, diagnostics.wall_loads()));
  std::vector<methods::BodySummary> summaries;
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
