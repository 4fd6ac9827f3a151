#include "slipflow/simple_ts/fields.hpp"

#include <cmath>
#include <functional>
#include <map>

#include "slipflow/support/error.hpp"

namespace slipflow::simple_ts {

namespace {
// A field's label and its value in gas cell (i, j).
struct Definition {
  const char* label;
  std::function<double(const Case&, const State&, int, int)> value;
};

double u_c(const Case& c, const State& s, int i, int j) {
  const auto at = c.mesh.layout().at(i, j);
  return 0.5 * (s.u[at] + s.u[at + 1]);
}
double v_c(const Case& c, const State& s, int i, int j) {
  const auto layout = c.mesh.layout();
  return 0.5 * (s.v[layout.at(i, j)] + s.v[layout.at(i, j + 1)]);
}

const std::map<std::string, Definition>& definitions() {
  static const std::map<std::string, Definition> table = {
      {"p",
       {"pressure p / p0",
        [](const Case& c, const State& s, int i, int j) {
          const auto at = c.mesh.layout().at(i, j);
          return s.rho[at] * s.T[at];
        }}},
      {"T",
       {"temperature T / T0",
        [](const Case& c, const State& s, int i, int j) { return s.T[c.mesh.layout().at(i, j)]; }}},
      {"rho",
       {"density rho / rho0", [](const Case& c, const State& s, int i,
                                 int j) { return s.rho[c.mesh.layout().at(i, j)]; }}},
      {"u", {"velocity u / V0", u_c}},
      {"v", {"velocity v / V0", v_c}},
      {"mach",
       {"Mach number",
        [](const Case& c, const State& s, int i, int j) {
          const double sound = std::sqrt(c.gas.sound2() * s.T[c.mesh.layout().at(i, j)]);
          return std::hypot(u_c(c, s, i, j), v_c(c, s, i, j)) / sound;
        }}},
  };
  return table;
}

double in_solid_cell(const Case& c, const std::string& name, int wall) {
  if (name == "T") return c.walls[wall - 1].values.temperature;
  return name == "p" || name == "rho" ? 1.0 : 0.0;
}
}  // namespace

CellField cell_field(const Case& c, const State& s, const std::string& name) {
  const auto found = definitions().find(name);
  if (found == definitions().end())
    throw Error(ExitStatus::internal_error, "there is no field '" + name + "'");
  const auto layout = c.mesh.layout();
  CellField field{name, found->second.label, {}};
  field.values.reserve(static_cast<std::size_t>(c.cells()));
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      const int wall = c.mesh.tags[layout.at(i, j)];
      field.values.push_back(wall ? in_solid_cell(c, name, wall) : found->second.value(c, s, i, j));
    }
  return field;
}

CellField mean_field(const Case& c, const State& s, const Averages& averages, std::size_t k) {
  const std::string& name = c.output.averages[k];
  CellField field = cell_field(c, s, name);
  field.name = name + "_mean";
  field.label = "mean " + field.label;
  if (averages.time == 0) return field;
  const auto layout = c.mesh.layout();
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      const auto at = static_cast<std::size_t>(j) * layout.nx + i;
      if (!c.mesh.solid(i, j)) field.values[at] = averages.means[k][at];
    }
  return field;
}

CellField rms_field(const Case& c, const Averages& averages, std::size_t k) {
  const std::string& name = c.output.averages[k];
  CellField field{name + "_rms", std::string("fluctuation of ") + definitions().at(name).label, {}};
  const auto layout = c.mesh.layout();
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      const auto at = static_cast<std::size_t>(j) * layout.nx + i;
      const bool any = averages.time > 0 && !c.mesh.solid(i, j);
      field.values.push_back(any ? std::sqrt(averages.squares[k][at] / averages.time) : 0);
    }
  return field;
}

}  // namespace slipflow::simple_ts
