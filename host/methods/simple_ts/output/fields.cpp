#include "slipflow/simple_ts/fields.hpp"

#include <cmath>

#include "derived_fields.hpp"
#include "state/cut_pieces.hpp"

namespace slipflow::simple_ts {

namespace {
// The mean of the velocity along an axis on both faces of a cell, by the gas on them.
double velocity_in(const Case& c, const State& s, int axis, const Cell& cell) {
  const auto layout = c.mesh.layout();
  auto next = cell;
  ++next[axis];
  const auto& q = s.velocity(axis);
  const double lo = q[layout.at(cell[0], cell[1], cell[2])];
  const double hi = q[layout.at(next[0], next[1], next[2])];
  if (!c.has_cut_walls()) return 0.5 * (lo + hi);
  const double gas_lo = gas_area(c, cell, 2 * axis), gas_hi = gas_area(c, cell, 2 * axis + 1);
  return gas_lo + gas_hi > 0 ? (gas_lo * lo + gas_hi * hi) / (gas_lo + gas_hi) : 0;
}

// The value of a field that is no derived one in a gas cell.
double value_in(const Case& c, const State& s, const std::string& name, const Cell& cell) {
  const auto at = c.mesh.layout().at(cell[0], cell[1], cell[2]);
  if (name == "p") return s.rho[at] * s.T[at];
  if (name == "T") return s.T[at];
  if (name == "rho") return s.rho[at];
  if (name == "mach") return mach_number(c, s, cell);
  return velocity_in(c, s, name == "u" ? 0 : name == "v" ? 1 : 2, cell);
}

double in_solid_cell(const Case& c, const std::string& name, int wall) {
  if (name == "T" || name == "T_total") return c.walls[wall - 1].values.temperature;
  return name == "p" || name == "rho" ? 1.0 : 0.0;
}
}  // namespace

double mach_number(const Case& c, const State& s, const Cell& cell) {
  const double u = velocity_in(c, s, 0, cell), v = velocity_in(c, s, 1, cell);
  const double speed =
      c.axes() == 3 ? std::hypot(u, v, velocity_in(c, s, 2, cell)) : std::hypot(u, v);
  return speed / std::sqrt(c.gas.sound2() * s.T[c.mesh.layout().at(cell[0], cell[1], cell[2])]);
}

CellField cell_field(const Case& c, const State& s, const std::string& name) {
  CellField field{name, field_named(name).title(), {}};
  const DerivedField derived(c, s, name);
  field.values.reserve(static_cast<std::size_t>(c.cells()));
  mesh::for_cells(mesh::cells_of(c.mesh.layout()), [&](int i, int j, int k) {
    const Cell cell = {i, j, k};
    const int wall = c.mesh.tags[c.mesh.layout().at(i, j, k)];
    field.values.push_back(wall      ? in_solid_cell(c, name, wall)
                           : derived ? derived.at(cell)
                                     : value_in(c, s, name, cell));
  });
  return field;
}

}  // namespace slipflow::simple_ts
