// The rows of the key table, one function a section.
#include "slipflow/simple_ts/keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/units.hpp"
#include "simple_ts/convection/schemes.h"
#include "slipflow/box/linear_keys.hpp"
#include "slipflow/box/si_units.hpp"
#include "slipflow/config/rows.hpp"
#include "slipflow/setup/shared_keys.hpp"
#include "slipflow/simple_ts/case.hpp"
#include "slipflow/simple_ts/diagnostics.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

using namespace config::rows;
using config::KeySpec;
using config::KeyType;

namespace {
/// Options of a wall: a boundary or a body.
const std::vector<std::string> wall_options = {"temperature", "velocity",      "slip",
                                               "jump",        "accommodation", "flux"};

Rows units_keys() {
  return {
      quantity("units.length", "m", "Reference length L."),
      quantity("units.temperature", "K", "Reference temperature T0."),
      quantity("units.pressure", "Pa",
               "Reference pressure p0; it determines gas.knudsen. Instead: density or "
               "gas.knudsen."),
      quantity("units.density", "kg/m^3", "Reference density rho0, instead of the pressure."),
      quantity("units.velocity", "m/s",
               "Velocity of the undisturbed stream; it determines gas.mach."),
      optional(choice("units.gas", names_of_gases(), "",
                      "A known gas, with molar mass and viscosity; it sets gamma, prandtl, "
                      "viscosity_exponent and jump_coefficient of [gas] unless they are given.")),
      quantity("units.molar_mass", "kg/mol", "Molar mass of another gas, instead of gas."),
      quantity("units.viscosity", "Pa*s", "Viscosity of another gas."),
      quantity("units.viscosity_temperature", "K",
               "Temperature of that viscosity; T0 if it is left out."),
  };
}

/// [units] determines it.
KeySpec knudsen_key() {
  KeySpec spec =
      required(number_above("gas.knudsen", 0, 10, "-", "",
                            "Knudsen number Kn: mean free path at the reference state over L."));
  spec.unless_section = "units";
  return spec;
}

/// A number whose default depends on gas.coefficients.
KeySpec coefficient(const char* name, double WallCoefficients::*value, const char* meaning) {
  KeySpec spec = number(name, 0, 10, "-", fmt::format("{}", kPublished.*value), meaning);
  spec.default_depends_on = "gas.coefficients";
  spec.default_for = {{"hard_sphere", fmt::format("{}", kHardSphere.*value)}};
  return spec;
}

KeySpec gravity_key() {
  KeySpec spec =
      pair("gas.gravity", "V0^2/L", "0 0", "Acceleration g_x g_y [g_z] that acts on the gas.");
  spec.or_up_to = 3;
  return spec;
}

Rows gas_keys() {
  return {
      knudsen_key(),
      number("gas.mach", 0, 100, "-", "0", "Mach number Ma of the undisturbed stream."),
      number_above("gas.gamma", 1, 3, "-", "1.6666666666666667",
                   "Ratio of specific heats, c_p / c_v."),
      number_above("gas.prandtl", 0, 1000, "-", "0.66666666666666663", "Prandtl number Pr."),
      number("gas.viscosity_exponent", 0, 2, "-", "0.5",
             "Exponent omega of mu = lambda = T^omega, a multiple of 1/16: 0.5 is hard spheres, 1 "
             "Maxwell molecules, 0 a constant viscosity."),
      choice("gas.coefficients", {"published", "hard_sphere"}, "published",
             "Slip, jump and creep of a gas that accommodates fully: those of the published "
             "method, or "
             "those of hard spheres by the Boltzmann equation. [units] determines hard_sphere."),
      coefficient("gas.slip_coefficient", &WallCoefficients::slip,
                  "Velocity slip at a wall over local Kn times the normal velocity gradient."),
      coefficient(
          "gas.jump_coefficient", &WallCoefficients::jump,
          "Temperature jump at a wall over local Kn times the normal temperature gradient."),
      coefficient(
          "gas.creep_coefficient", &WallCoefficients::creep,
          "Velocity of thermal creep over mu/(rho T) times the temperature gradient along the "
          "wall."),
      {.name = "gas.accommodation",
       .type = KeyType::numbers,
       .default_value = "1 1",
       .least = 0,
       .most = 1,
       .least_excluded = true,
       .count = 2,
       .meaning =
           "Accommodation coefficients of tangential momentum and of energy; slip and jump are "
           "(2 - sigma)/sigma times those of sigma = 1. A wall may have its own."},
      gravity_key(),
  };
}

KeySpec side(const std::string& name, bool is_required) {
  std::vector<std::string> along = wall_options;
  along.push_back("path");
  return {.name = "boundary." + name,
          .type = KeyType::directive,
          .required = is_required,
          .optional = !is_required,
          .forms = {{.kind = "stream"},
                    {.kind = "inflow",
                     .options = {"velocity", "along", "profile", "path", "temperature", "density",
                                 "over_time"}},
                    {.kind = "outflow"},
                    {.kind = "pressure", .options = {"p", "temperature", "at"}},
                    {.kind = "wall", .options = along},
                    {.kind = "symmetry"},
                    {.kind = "periodic"}},
          .meaning =
              "Condition on the " + name + " boundary; the section on boundaries has its options."};
}

config::KeySpec walls_key() {
  return choice(
      "mesh.walls", {"stairs", "cut"}, "stairs",
      "Walls of bodies: stairs along the faces of cells, or the true outlines, which cut cells.");
}

Rows boundary_keys() {
  return {side("west", true),  side("east", true),    side("south", true),
          side("north", true), side("bottom", false), side("top", false)};
}

Rows initial_keys() {
  return {
      {.name = "initial.state",
       .type = KeyType::directive,
       .default_value = "stream",
       .forms = {{.kind = "stream"},
                 {.kind = "rest"},
                 {.kind = "uniform", .options = {"density", "temperature", "velocity"}},
                 {.kind = "two_states",
                  .count = 1,
                  .options = {"west", "east"},
                  .options_required = true,
                  .unit = "L"},
                 {.kind = "file", .options = {"path"}, .options_required = true}},
       .meaning =
           "The gas at the start: the undisturbed stream, the same gas at rest, gas of any "
           "density, temperature and velocity=UX,UY[,UZ], two gases RHO,T,U[,V[,W]] that meet at "
           "the given "
           "x, as in a shock tube, or a frame (.vtr) of another run, on any mesh that covers "
           "this one."},
      number("initial.perturbation", 0, 1, "-", "0",
             "Amplitude of v over the stream velocity at the start, to break the symmetry."),
  };
}

KeySpec time_scheme() {
  KeySpec spec = choice("scheme.time", {"implicit", "explicit", "second_order"}, "implicit",
                        "Scheme in time: implicit Euler, the same with convective terms of the "
                        "previous time level, or an implicit scheme of second order in two "
                        "stages, for flows that change in time.");
  spec.may_change_at_restart = true;
  return spec;
}

Rows scheme_keys() {
  return {
      choice("scheme.convection", convection_schemes(), "upwind",
             "Scheme of the convective terms; tvd is van Leer's."),
      time_scheme(),
      choice(
          "scheme.wall_density", {"wall", "cell"}, "wall",
          "Density in slip and jump: that of the gas at the wall, of second order, or of the cell "
          "adjacent to it, as published, of first order."),
      choice("scheme.convex_corner", {"no_slip", "slip"}, "no_slip",
             "Velocity of the gas at convex corners of bodies: that of the wall, or with slip, as "
             "published, which is less accurate."),
  };
}

KeySpec tolerance() {
  KeySpec spec =
      number("inner.tolerance", 0, 1, "-", "1e-8",
             "The iteration within a time step ends when the estimated error of p, T, u and "
             "v is below it; 0 carries out inner.max iterations.");
  spec.default_depends_on = "run.precision";
  spec.default_for = {{"mixed", "2e-6"}, {"single", "2e-6"}};
  return spec;
}

Rows march_keys() {
  return {
      choice("time.march", {"auto", "transient", "steady"}, "auto",
             "transient: time steps; steady: steps of a pseudo-time until time.steady is "
             "reached, whose lengths are chosen. auto is steady where time.steady is given and "
             "neither time.step, time.courant nor time.end, unless something else needs time.")};
}

Rows inner_keys() {
  return {
      tolerance(),
      integer("inner.max", 1, 1e6, "iterations", "1000",
              "Most inner iterations within a time step."),
      choice("inner.diagonal", {"outflow", "plain"}, "outflow",
             "Diagonal coefficients of the inner iteration; plain are the published ones, outflow "
             "takes more of the equations implicitly. The solution is the same."),
      choice("inner.relaxation", {"cycle", "none"}, "cycle",
             "Relaxation of diffusion in the inner iteration, in cycles of three; none is the "
             "published one. The solution is the same."),
      choice(
          "inner.pressure", {"jacobi", "multigrid", "auto"}, "jacobi",
          "Pressures of an inner iteration: from those of the one before, solved together by "
          "multigrid, which low Mach numbers need, or by whichever is expected to be faster. The "
          "solution is the same."),
      choice("inner.start", {"extrapolated", "previous"}, "extrapolated",
             "What the inner iteration starts from: the last two time levels extrapolated, or the "
             "previous one, as published. The solution is the same."),
  };
}

Rows linear_keys() {
  return boxes::linear_keys(
      {},
      {"0.1",
       "inner.pressure = multigrid: the iterations for the pressures end when the norm of the "
       "residual is below this part of the first one. The solution is the same."},
      {"0",
       "Most iterations for them; 0 chooses 2, or 10 where widths of cells differ by more "
       "than a factor of 2."},
      0);
}

KeySpec balance() {
  return choice("output.balance", {"on", "off"}, "off",
                "Mass, momentum and energy of the domain, their flow through its boundaries and to "
                "walls, in balance.csv.");
}

KeySpec wall_data() {
  return {.name = "output.walls",
          .type = KeyType::directive,
          .default_value = "off",
          .forms = {{.kind = "off"},
                    {.kind = "on", .options = {"velocity", "temperature", "pressure"}}},
          .meaning =
              "Pressure, shear stress, heat flux, slip, temperature jump and local Kn along "
              "every wall and body at each output, in walls/ and walls.pvd. velocity=U, "
              "temperature=T and pressure=P are those of coefficients and Nusselt numbers, "
              "instead of the stream's."};
}

/// Says which numbers may have a unit, with which [units] converts them.
void add_units(Rows& rows) {
  boxes::take_units(rows, {"L", "L/V0", "V0/L", "V0^2/L"},
                    {{"velocity", "V0"},
                     {"turning", "V0/L"},
                     {"along", "V0"},
                     {"temperature", "T0"},
                     {"density", "rho0"},
                     {"p", "p0"},
                     {"pressure", "p0"},
                     {"flux", "rho0 V0^3"},
                     {"west", "rho0,T0,V0"},
                     {"east", "rho0,T0,V0"}},
                    field_list(0));
}

}  // namespace

std::vector<std::string> convection_schemes() {
#define SF_NAME_OF(name, number, limiter) #name,
  return {SF_CONVECTION_SCHEMES(SF_NAME_OF)};
#undef SF_NAME_OF
}

std::vector<KeySpec> keys() {
  setup::FieldNames fields = {.all = {},
                              .measured = {kMeasuredFields.begin(), kMeasuredFields.end()},
                              .drawn = "p T",
                              .written = "p T rho u v mach"};
  fields.all = fields.measured;
  for (const auto& field : field_list(0))
    if (std::ranges::find(fields.all, field.name) == fields.all.end())
      fields.all.push_back(field.name);
  const setup::TimeUnits units = {"L/V0", "V0/L"};
  auto of_bodies = wall_options;
  of_bodies.emplace_back(setup::kReferenceLength);
  Rows all = all_of({units_keys(),
                     gas_keys(),
                     setup::mesh_keys(3, 2),
                     {walls_key()},
                     setup::body_keys(of_bodies, 3, true),
                     boundary_keys(),
                     initial_keys(),
                     scheme_keys(),
                     setup::time_keys(units),
                     march_keys(),
                     inner_keys(),
                     linear_keys(),
                     setup::output_keys(fields, units, 3),
                     {balance(), wall_data(), boxes::output_units_key()},
                     setup::run_keys()});
  add_units(all);
  return all;
}

const config::KeyTables& key_tables() {
  static const auto tables = config::make_key_tables({{"simple_ts", keys(), unit_system}});
  return tables;
}

}  // namespace slipflow::simple_ts
