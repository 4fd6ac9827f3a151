// The case, and what its simulations on the host and a device have in common.
#include "heat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "slipflow/config/rows.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/setup/read_controls.hpp"
#include "slipflow/setup/shared_keys.hpp"

namespace slipflow::heat {

namespace {
using config::Directive;
using config::KeySpec;
using config::Settings;
using Temperature = std::optional<double>;

constexpr double kMost = 1e6;  // of temperatures; squares of it are far from overflowing a float

KeySpec side(const std::string& name) {
  return {.name = "boundary." + name,
          .type = config::KeyType::directive,
          .required = true,
          .forms = {{.kind = "temperature", .options = {"T"}, .options_required = true},
                    {.kind = "adiabatic"},
                    {.kind = "periodic"}},
          .meaning = "Condition on the " + name + " boundary."};
}

Temperature temperature_of(const Settings& s, const Directive& d) {
  if (!setup::option(d, "T")) return {};
  const auto is_allowed = [](double T) { return std::abs(T) <= kMost; };
  return setup::number_of(s, d, "T", 0, is_allowed, " from -1e6 to 1e6");
}

// No error grows while no cell gives more than all of its difference to the cells around it.
double largest_step(const Case& c) {
  const double hx = *std::ranges::min_element(c.mesh.x.widths);
  const double hy = *std::ranges::min_element(c.mesh.y.widths);
  return 1 / (2 * c.diffusivity * (1 / (hx * hx) + 1 / (hy * hy)));
}
}  // namespace

std::vector<KeySpec> keys() {
  using namespace config::rows;
  const setup::FieldNames fields{.all = {"T"}, .measured = {"T"}, .drawn = "T"};
  auto rows = all_of({{required(number_above("heat.diffusivity", 0, 1e6, "L^2/t", "",
                                             "alpha of dT/dt = alpha laplace(T).")),
                       number("initial.T", -kMost, kMost, "T", "0", "Temperature at the start.")},
                      setup::mesh_keys(),
                      setup::body_keys({"T"}),
                      {side("west"), side("east"), side("south"), side("north")},
                      setup::time_keys({"t", "1/t"}),
                      setup::output_keys(fields, {"t", "1/t"}),
                      boxes::run_keys({"double", "mixed", "single"})});
  for (KeySpec& row : rows)
    if (row.name == "time.courant") {
      row.most = 1;
      row.meaning = "The time step as a part of the largest stable one, instead of time.step.";
    }
  return rows;
}

Case make_case(const Settings& s) {
  Case c;
  c.diffusivity = s.number("heat.diffusivity");
  c.initial_T = s.number("initial.T");
  c.mesh = setup::read_mesh(s);
  const auto wall = [&](const Directive& line, auto&&) { return temperature_of(s, line); };
  const auto difference = [](const Temperature& a, const Temperature& b) {
    return a == b ? "" : "another temperature";
  };
  boxes::read_conditions(s, wall, wall, difference, c.walls, c);
  setup::read_controls(s, c.mesh, c.bodies, c);
  c.largest_step = largest_step(c);
  if (c.time.step && *c.time.step > c.largest_step)
    throw s.error("time.step",
                  fmt::format("must be at most {:.6g}, the largest stable step", c.largest_step));
  return c;
}

std::vector<double> Case::wall_factors() const {
  std::vector<double> factors;
  for (const Temperature& T : walls)
    factors.insert(factors.end(), {T ? -1.0 : 1.0, 2 * T.value_or(0)});
  if (walls.empty()) factors = {0};  // a device has no empty arrays
  return factors;
}

methods::StepResult Simulation::advance(double dt, double, double factor) {
  begin_step(dt);
  iterate();
  const methods::Changes changes{{largest_change()}};
  methods::StepResult result{.inner = 1, .first = changes, .last = changes, .factor = factor};
  result.converged = true;
  result.diverged = !std::isfinite(changes.largest());
  return result;
}

}  // namespace slipflow::heat
