#include "slipflow/simple_ts/fields.hpp"

#include <cmath>
#include <map>
#include <optional>

#include "derived_fields.hpp"

namespace slipflow::simple_ts {

namespace {
// The value of a field in gas cell (i, j).
using Value = double (*)(const Case& c, const State& s, int i, int j);

double u_c(const Case& c, const State& s, int i, int j) {
  const auto at = c.mesh.layout().at(i, j);
  return 0.5 * (s.u[at] + s.u[at + 1]);
}
double v_c(const Case& c, const State& s, int i, int j) {
  const auto layout = c.mesh.layout();
  return 0.5 * (s.v[layout.at(i, j)] + s.v[layout.at(i, j + 1)]);
}
// NOLINTNEXTLINE(readability-identifier-naming): T is the temperature, t would be the time
double T_c(const Case& c, const State& s, int i, int j) { return s.T[c.mesh.layout().at(i, j)]; }
double rho_c(const Case& c, const State& s, int i, int j) {
  return s.rho[c.mesh.layout().at(i, j)];
}
double p_c(const Case& c, const State& s, int i, int j) {
  return rho_c(c, s, i, j) * T_c(c, s, i, j);
}
Value value_of(const std::string& name) {
  static const std::map<std::string, Value> values = {
      {"p", p_c}, {"T", T_c}, {"rho", rho_c}, {"u", u_c}, {"v", v_c}, {"mach", mach_number}};
  return values.at(name);
}

double in_solid_cell(const Case& c, const std::string& name, int wall) {
  if (name == "T" || name == "T_total") return c.walls[wall - 1].values.temperature;
  return name == "p" || name == "rho" ? 1.0 : 0.0;
}
}  // namespace

double mach_number(const Case& c, const State& s, int i, int j) {
  const double sound = std::sqrt(c.gas.sound2() * T_c(c, s, i, j));
  return std::hypot(u_c(c, s, i, j), v_c(c, s, i, j)) / sound;
}

CellField cell_field(const Case& c, const State& s, const std::string& name) {
  const auto layout = c.mesh.layout();
  CellField field{name, field_named(name).title(), {}};
  std::optional<DerivedFields> derived;
  if (is_derived(name)) derived.emplace(c, s);
  const Value value = derived ? nullptr : value_of(name);
  field.values.reserve(static_cast<std::size_t>(c.cells()));
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      const int wall = c.mesh.tags[layout.at(i, j)];
      field.values.push_back(wall      ? in_solid_cell(c, name, wall)
                             : derived ? derived->at(name, i, j)
                                       : value(c, s, i, j));
    }
  return field;
}

}  // namespace slipflow::simple_ts
