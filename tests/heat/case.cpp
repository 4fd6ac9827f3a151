#include "case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "indexing.h"
#include "slipflow/config/rows.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/setup/shared_keys.hpp"

namespace slipflow::heat {

namespace {
using config::Directive;
using config::KeySpec;
using config::KeyType;
using config::Settings;
using namespace config::rows;

constexpr double kMost = 1e6;  // of temperatures; squares of it are far from overflowing a float

KeySpec side(const std::string& name) {
  return {.name = "boundary." + name,
          .type = KeyType::directive,
          .required = true,
          .forms = {{.kind = "temperature", .options = {"T"}, .options_required = true},
                    {.kind = "adiabatic"},
                    {.kind = "periodic"}},
          .meaning = "Condition on the " + name + " boundary."};
}

KeySpec initial_state() {
  return {.name = "initial.state",
          .type = KeyType::directive,
          .default_value = "uniform",
          .forms = {{.kind = "uniform", .options = {"T"}},
                    {.kind = "rectangle", .count = 4, .options = {"inside", "T"}},
                    {.kind = "sine", .count = 2, .options = {"amplitude", "T"}}},
          .meaning =
              "The temperature at the start: T=NUMBER (0) everywhere; another one inside a "
              "rectangle x0 y0 x1 y1; or T plus amplitude=NUMBER (1) times a product of sines, "
              "given by their half waves in x and y, where 0 is constant."};
}

// An explicit step has a largest one, and no other Courant number.
Rows time_keys() {
  auto rows = setup::time_keys({"t", "1/t"});
  for (KeySpec& row : rows) {
    if (row.name != "time.courant") continue;
    row.most = 1;
    row.meaning = "The time step as a part of the largest stable one, instead of time.step.";
  }
  return rows;
}

// There is one set of kernels.
Rows run_keys() {
  auto rows = setup::run_keys();
  for (KeySpec& row : rows)
    if (row.name == "run.kernels") row.allowed = {"auto", "plain"};
  return rows;
}

double temperature_of(const Settings& s, const Directive& d, const char* option, double otherwise) {
  const auto allowed = [](double T) { return std::abs(T) <= kMost; };
  return setup::number_of(s, d, option, otherwise, allowed,
                          fmt::format(" from {} to {}", -kMost, kMost));
}

Wall wall_from(const Settings& s, const Directive& d, const std::string& name) {
  if (!setup::option(d, "T")) return {name, std::nullopt};
  return {name, temperature_of(s, d, "T", 0)};
}

std::string difference(const Wall& a, const Wall& b) {
  return a.temperature == b.temperature ? "" : "another temperature";
}

void read_walls(const Settings& s, Case& c) {
  boxes::read_conditions(
      s,
      [&](const Directive& d, int side) {
        return wall_from(s, d, mesh::side_names[static_cast<std::size_t>(side)]);
      },
      [&](const Directive& d, const std::string& name) { return wall_from(s, d, name); },
      difference, c.walls, c);
}

InitialState read_initial(const Settings& s) {
  const Directive& d = s.directives("initial.state").at(0);
  InitialState initial;
  initial.temperature = temperature_of(s, d, "T", 0);
  if (d.kind == "rectangle") {
    initial.rectangle = {d.numbers[0], d.numbers[1], d.numbers[2], d.numbers[3]};
    initial.inside = temperature_of(s, d, "inside", 1);
  }
  if (d.kind == "sine") {
    initial.half_waves = {d.numbers[0], d.numbers[1]};
    initial.amplitude = temperature_of(s, d, "amplitude", 1);
  }
  return initial;
}

// 1/alpha over the largest sum, of a cell, of 1/(h distance) over the faces that heat flows
// through; the mirror image beyond a wall is a width away.
double largest_step(const Case& c) {
  const auto layout = c.mesh.layout();
  const auto x = setup::axis_metrics(c.mesh.x, c.periodic(0));
  const auto y = setup::axis_metrics(c.mesh.y, c.periodic(1));
  const auto conductance = [&](int i, int j, double rh, double rhf) {
    const int wall = c.mesh.tags[layout.at(i, j)];
    return wall == 0 ? rh * rhf : c.walls[wall - 1].temperature ? rh * rh : 0.0;
  };
  double largest = 0;
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      if (c.mesh.solid(i, j)) continue;
      const double rhx = SF_AXIS(x, layout.nx, 1, i), rhy = SF_AXIS(y, layout.ny, 1, j);
      largest = std::max(largest, conductance(i - 1, j, rhx, SF_AXIS(x, layout.nx, 3, i)) +
                                      conductance(i + 1, j, rhx, SF_AXIS(x, layout.nx, 3, i + 1)) +
                                      conductance(i, j - 1, rhy, SF_AXIS(y, layout.ny, 3, j)) +
                                      conductance(i, j + 1, rhy, SF_AXIS(y, layout.ny, 3, j + 1)));
    }
  return 1 / (c.diffusivity * largest);
}

void check_step(const Settings& s, const Case& c) {
  if (!std::isfinite(c.largest_step))
    throw s.error("mesh.cells", "there are no two cells that heat could flow between");
  if (c.time.step && *c.time.step > c.largest_step)
    throw s.error("time.step",
                  fmt::format("must be at most {:.6g}, the largest stable step", c.largest_step));
}

// A half wave of the sine along an axis.
double factor(double half_waves, const mesh::Axis& axis, int k) {
  const double part =
      (axis.centre(k) - axis.faces.front()) / (axis.faces.back() - axis.faces.front());
  return half_waves == 0 ? 1 : std::sin(half_waves * std::numbers::pi * part);
}

double initial_temperature_at(const Case& c, int i, int j) {
  const auto& start = c.initial;
  const auto& r = start.rectangle;
  const double x = c.mesh.x.centre(i), y = c.mesh.y.centre(j);
  if (x > r.x0 && x < r.x1 && y > r.y0 && y < r.y1) return start.inside;
  return start.temperature + start.amplitude * factor(start.half_waves[0], c.mesh.x, i) *
                                 factor(start.half_waves[1], c.mesh.y, j);
}
}  // namespace

std::string Wall::in_words() const {
  return temperature ? fmt::format("temperature {:.6g}", *temperature) : "adiabatic";
}

std::vector<KeySpec> keys() {
  const setup::FieldNames fields{.all = {"T"}, .measured = {"T"}, .drawn = "T"};
  return all_of({{required(number_above("heat.diffusivity", 0, 1e6, "L^2/t", "",
                                        "Thermal diffusivity alpha of dT/dt = alpha laplace(T)."))},
                 setup::mesh_keys(),
                 setup::body_keys({"T"}),
                 {side("west"), side("east"), side("south"), side("north"), initial_state()},
                 time_keys(),
                 setup::output_keys(fields, {"t", "1/t"}),
                 run_keys()});
}

Case make_case(const Settings& s) {
  Case c;
  c.diffusivity = s.number("heat.diffusivity");
  c.mesh = setup::read_mesh(s);
  read_walls(s, c);
  c.initial = read_initial(s);
  setup::read_controls(s, c.mesh, c.bodies, c);
  c.largest_step = largest_step(c);
  check_step(s, c);
  return c;
}

std::vector<double> initial_temperature(const Case& c) {
  const auto layout = c.mesh.layout();
  std::vector<double> T(layout.size(), c.initial.temperature);
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      const int wall = c.mesh.tags[layout.at(i, j)];
      const double start = initial_temperature_at(c, i, j);
      T[layout.at(i, j)] = wall ? c.walls[wall - 1].temperature.value_or(start) : start;
    }
  return T;
}

}  // namespace slipflow::heat
