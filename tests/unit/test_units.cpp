// The section [units] of a case: gases, the mean free path, contradictions, and warnings that need
// them.
#include <doctest/doctest.h>

#include <cmath>

#include "slipflow/run/output_units.hpp"
#include "slipflow/simple_ts/case_warnings.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "test_cases.hpp"
#include "texts.hpp"

namespace slipflow::simple_ts::test_units {

namespace {
using test_support::holds;

using Sets = std::vector<std::string>;

const char* const kChannel =
    "[units]\nlength = 1 um\ntemperature = 300 K\npressure = 1 atm\ngas = air\n"
    "[mesh]\nx = 0 4 um\ny = 0 2 um\ncells = 8 4\n"
    "[boundary]\nwest = outflow\neast = outflow\nsouth = wall\nnorth = wall\n"
    "[initial]\nstate = rest\n[time]\nstep = 10 ps\nend = 1 ns\n";

config::Settings settings_with(const Sets& set) {
  return config::parse_case(kChannel, "case.cfg", set, key_tables());
}

Gas gas_with(const Sets& set) { return make_case(settings_with(set)).gas; }

std::string error_of(const Sets& set) {
  try {
    settings_with(set);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}
}  // namespace

TEST_CASE("air of 1 atm and 300 K has a mean free path of 68.3 nm by (8)") {
  // mu0 = 1.719e-5 (300/273)^0.77 = 1.84853e-5 Pa s, rho0 = 1.17660 kg/m^3, V0 = 415.011 m/s,
  // l0 = 16 mu0/(5 sqrt(pi) rho0 V0).
  const Gas gas = gas_with({});
  CHECK(gas.knudsen == doctest::Approx(0.06834).epsilon(3e-4));
  CHECK(gas.gamma == 1.4);
  CHECK(gas.prandtl == 0.71);
  CHECK(gas.viscosity_sixteenths == 12);
  // Hard spheres by the Boltzmann equation; 2.0935 (2 1.4/(2.4 0.71))/1.875 of the jump.
  CHECK(gas.jump_coefficient == doctest::Approx(1.83466).epsilon(1e-5));
  CHECK(gas.slip_coefficient == 1.0938);
  CHECK(gas.creep_coefficient == 1.018);
  const Gas published = gas_with({"gas.coefficients=published"});
  CHECK(published.jump_coefficient == doctest::Approx(1.91958).epsilon(1e-5));
  CHECK(published.slip_coefficient == 1.1466);
  CHECK(published.creep_coefficient == 0.75);
}

TEST_CASE("a density or Kn instead of the pressure, and a velocity instead of Ma") {
  const Gas of_pressure = gas_with({});
  const auto density = gas_with({"units.pressure=", "units.density=1.17660 kg/m^3"});
  CHECK(density.knudsen == doctest::Approx(of_pressure.knudsen).epsilon(1e-4));
  const auto s = settings_with({"units.pressure=", "gas.knudsen=0.0683418"});
  CHECK(s.units()->one("p0")->si() == doctest::Approx(101325).epsilon(1e-3));
  // Sound in air of 300 K has 347.2 m/s.
  CHECK(gas_with({"units.velocity=694.4 m/s"}).mach == doctest::Approx(2).epsilon(1e-3));
}

TEST_CASE("another gas by its properties, and properties that the case gives itself") {
  const Sets other = {"units.gas=", "units.molar_mass=39.948 g/mol",
                      "units.viscosity=22.851 uPa*s"};
  const Gas gas = gas_with(other);
  CHECK(gas.gamma == doctest::Approx(5.0 / 3));
  CHECK(gas.jump_coefficient == 2.0935);
  CHECK(gas.knudsen == doctest::Approx(gas_with({"units.gas=argon"}).knudsen).epsilon(1e-4));
  Sets warm = other;
  warm.emplace_back("units.viscosity_temperature=400 K");
  const double warmer = gas_with(warm).knudsen;
  CHECK(warmer == doctest::Approx(gas.knudsen * std::sqrt(0.75)));
  CHECK(gas_with({"gas.gamma=1.3"}).gamma == 1.3);
  CHECK(gas_with({"gas.jump_coefficient=2"}).jump_coefficient == 2);
}

TEST_CASE("keys that contradict [units], or that it lacks, are errors") {
  CHECK(holds(error_of({"gas.knudsen=0.1"}), "either gas.knudsen or units.pressure, not both"));
  CHECK(holds(error_of({"gas.mach=2", "units.velocity=5 m/s"}), "each determines the other"));
  CHECK(holds(error_of({"units.density=1 kg/m^3"}), "either units.density or units.pressure"));
  CHECK(holds(error_of({"units.viscosity=1 Pa*s"}), "a known gas has these properties"));
  CHECK(holds(error_of({"units.gas="}), "units.molar_mass: is missing"));
  CHECK(holds(error_of({"units.length="}), "units.length: is missing"));
  CHECK(holds(error_of({"units.pressure="}), "units.pressure: is missing"));
  CHECK(holds(error_of({"units.pressure=1 Pa"}), "must be a number greater than 0 and at most 10"));
}

TEST_CASE("results are in SI units unless the case wants none") {
  CHECK(make_case(settings_with({})).output.units);
  CHECK_FALSE(make_case(settings_with({"output.units=none"})).output.units);
  const run::OutputUnits units(settings_with({}).units());
  CHECK(units.length() == 1e-6);
  CHECK(units.time() == doctest::Approx(1e-6 / 415.011).epsilon(1e-5));
  CHECK(units.factor("T0") == 300);
  CHECK(units.column("p", "p0") == "p [Pa]");
  CHECK(units.column("mach", "") == "mach");
  CHECK(units.column("heat", "rho0 V0^3 L") == "heat [W/m]");
  CHECK(units.column("mass", "rho0 L^2") == "mass [kg/m]");
  CHECK(units.column_of_time() == "time [s]");
  const run::OutputUnits marched(settings_with({}).units(), setup::TimeKind::pseudo);
  CHECK(marched.column_of_time() == "pseudo_time [s]");
  CHECK(marched.column_of_interval("dt") == "pseudo_dt [s]");
  CHECK(run::OutputUnits().column("p", "p0") == "p");
  CHECK(units.readable_unit(20).name == "um");
  CHECK(units.readable_unit(20).factor == doctest::Approx(1));
  CHECK(units.readable_unit(1000).name == "mm");
  CHECK(run::OutputUnits().readable_unit(20).name == "L");
  const run::OutputUnits no_scale(nullptr, setup::TimeKind::physical, "");
  CHECK(no_scale.readable_unit(20).name == "");
  CHECK(no_scale.length_unit().name == "");
  CHECK(units.title({"u", "velocity u", "V0", {}}) == "velocity u / (m/s)");
  CHECK(units.title({"p", "pressure p", "p0", {}}) == "pressure p / Pa");
  CHECK(run::OutputUnits().title({"w", "vorticity", "V0/L", {}}) == "vorticity / (V0/L)");
  CHECK(run::OutputUnits().title({"mach", "Mach number", "", {}}) == "Mach number");
}

TEST_CASE("a shock of Ma 2 in hard spheres is 3.3 mean free paths thick by (80)") {
  // 8 gamma/(3 (gamma+1)) = 5/3; v = 7/16; T = 7/4; u = 2 sqrt(5/6); B = 0.553890 Kn.
  Gas gas;
  gas.knudsen = 0.05;
  gas.mach = 2;
  gas.u_stream = 2 * std::sqrt(5.0 / 6);
  CHECK(shock_thickness(gas) == doctest::Approx(0.05 * 3.2827).epsilon(1e-3));
  const char* stream =
      "[gas]\nknudsen = 0.05\nmach = 2\n[mesh]\nx = 0 4\ny = 0 2\ncells = 40 20\n[boundary]\n"
      "west = stream\neast = outflow\nsouth = symmetry\nnorth = symmetry\n[time]\nstep = 0.01\n"
      "end = 1\n";
  CHECK(warning_of_thin_shock(case_from(stream)).empty());
  CHECK(holds(warning_of_thin_shock(case_from(stream, {"mesh.cells=20 10"})),
              "cells are up to 0.2 L wide, and a normal shock of Ma 2 is 0.16 L thick"));
}

}  // namespace slipflow::simple_ts::test_units
