#include "units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "slipflow/box/si_units.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr double kMonatomic = 5.0 / 3.0, kPrandtlOfMonatomic = 2.0 / 3.0;

constexpr KnownGas kGases[] = {
    {"air", 28.9647, 1.719, 0.77, 1.4, 0.71},
    {"argon", 39.948, 2.117, 0.81, kMonatomic, kPrandtlOfMonatomic},
    {"carbon_dioxide", 44.0095, 1.380, 0.93, 1.29, 0.766},
    {"helium", 4.002602, 1.865, 0.66, kMonatomic, kPrandtlOfMonatomic},
    {"hydrogen", 2.01588, 0.845, 0.67, 1.4, 0.701},
    {"krypton", 83.798, 2.328, 0.80, kMonatomic, kPrandtlOfMonatomic},
    {"neon", 20.1797, 2.975, 0.66, kMonatomic, kPrandtlOfMonatomic},
    {"nitrogen", 28.0134, 1.656, 0.74, 1.4, 0.716},
    {"oxygen", 31.9988, 1.919, 0.77, 1.4, 0.711},
    {"xenon", 131.293, 2.107, 0.85, kMonatomic, kPrandtlOfMonatomic},
};
}  // namespace

const KnownGas& gas_named(const std::string& name) {
  return *std::find_if(std::begin(kGases), std::end(kGases),
                       [&](const KnownGas& gas) { return gas.name == name; });
}

std::vector<std::string> names_of_gases() {
  std::vector<std::string> names;
  for (const auto& gas : kGases) names.emplace_back(gas.name);
  return names;
}

namespace {
using boxes::refuse_both;
using config::Quantity;
using config::Settings;
using config::UnitSystem;

constexpr double kGasConstant = 8.31446261815324;  // J/(mol K), CODATA 2018
constexpr double kRounding = 1e-9;

/// The gas at the reference temperature.
struct GasInSi {
  double molar_mass = 0, viscosity = 0;
  double gamma = 0, prandtl = 0, exponent = 0;

  double constant() const { return kGasConstant / molar_mass; }
  double c_v() const { return constant() / (gamma - 1); }
};

/// The reference state and the stream.
struct StateInSi {
  double length = 0, temperature = 0, velocity = 0, density = 0, pressure = 0;
  double free_path = 0, knudsen = 0, mach = 0;
};

Quantity si(double value, const char* unit) { return value * *config::unit_named(unit); }

void require(const Settings& s, const char* key, const char* why) {
  if (!s.given(key)) throw s.error(key, std::string("is missing: ") + why);
}

GasInSi named_gas(const Settings& s, double temperature) {
  for (const char* key : {"units.molar_mass", "units.viscosity", "units.viscosity_temperature"})
    refuse_both(s, key, "units.gas", "a known gas has these properties");
  const KnownGas& gas = gas_named(s.text("units.gas"));
  const double viscosity =
      gas.viscosity * 1e-5 * std::pow(temperature / kViscosityTemperature, gas.exponent);
  // Kernels take roots and products only, (7).
  return {gas.molar_mass * 1e-3, viscosity, gas.gamma, gas.prandtl,
          std::round(16 * gas.exponent) / 16};
}

GasInSi other_gas(const Settings& s, double temperature) {
  const char* why = "give units.gas, or molar_mass and viscosity of another gas";
  require(s, "units.molar_mass", why);
  require(s, "units.viscosity", why);
  GasInSi gas{s.quantity("units.molar_mass").si(), s.quantity("units.viscosity").si(),
              s.number("gas.gamma"), s.number("gas.prandtl"), s.number("gas.viscosity_exponent")};
  if (s.given("units.viscosity_temperature"))
    gas.viscosity *=
        std::pow(temperature / s.quantity("units.viscosity_temperature").si(), gas.exponent);
  return gas;
}

/// The value of a key that is not given follows from the gas, where it differs from the default.
double determine(const Settings& s, UnitSystem& system, const char* key, double value) {
  if (s.given(key)) return s.number(key);
  if (std::abs(value - s.number(key)) > kRounding * value)
    system.determined[key] = fmt::format("{}", value);
  return value;
}

GasInSi gas_in_si(const Settings& s, UnitSystem& system, double temperature) {
  GasInSi gas = s.given("units.gas") ? named_gas(s, temperature) : other_gas(s, temperature);
  gas.gamma = determine(s, system, "gas.gamma", gas.gamma);
  gas.prandtl = determine(s, system, "gas.prandtl", gas.prandtl);
  gas.exponent = determine(s, system, "gas.viscosity_exponent", gas.exponent);
  if (!s.given("gas.coefficients")) system.determined["gas.coefficients"] = "hard_sphere";
  const bool published = s.given("gas.coefficients") && s.text("gas.coefficients") == "published";
  const double factor = jump_over_monatomic(gas.gamma, gas.prandtl);
  determine(s, system, "gas.jump_coefficient",
            (published ? kPublished : kHardSphere).jump *
                (std::abs(factor - 1) > kRounding ? factor : 1));
  return gas;
}

void check_contradictions(const Settings& s) {
  refuse_both(s, "units.density", "units.pressure",
              "with the temperature one follows from the other");
  for (const char* key : {"units.pressure", "units.density"})
    refuse_both(s, "gas.knudsen", key,
                "with length, temperature and gas each determines the other");
  refuse_both(s, "gas.mach", "units.velocity", "each determines the other");
  if (!s.given("units.pressure") && !s.given("units.density") && !s.given("gas.knudsen"))
    throw s.error("units.pressure", "is missing: give pressure, density or gas.knudsen");
}

/// The mean free path of (8): mu0 = 5 sqrt(pi)/16 rho0 l0 V0.
StateInSi state_in_si(const Settings& s, const GasInSi& gas) {
  StateInSi state;
  state.length = s.quantity("units.length").si();
  state.temperature = s.quantity("units.temperature").si();
  const double RT = gas.constant() * state.temperature;
  state.velocity = std::sqrt(2 * RT);
  const double factor = 5.0 / 16 * std::sqrt(std::numbers::pi) * state.velocity;
  if (s.given("units.pressure"))
    state.density = s.quantity("units.pressure").si() / RT;
  else if (s.given("units.density"))
    state.density = s.quantity("units.density").si();
  else
    state.density = gas.viscosity / (factor * s.number("gas.knudsen") * state.length);
  state.pressure = state.density * RT;
  state.free_path = gas.viscosity / (factor * state.density);
  state.knudsen = state.free_path / state.length;
  const double sound = std::sqrt(gas.gamma * RT);
  state.mach =
      s.given("units.velocity") ? s.quantity("units.velocity").si() / sound : s.number("gas.mach");
  return state;
}

/// As given, so that lengths, temperatures and pressures in the same unit are exact.
Quantity given_or(const Settings& s, const char* key, const Quantity& otherwise) {
  return s.given(key) ? s.quantity(key) : otherwise;
}

void add_quantities(const Settings& s, const GasInSi& gas, const StateInSi& state,
                    UnitSystem& system) {
  const double sound = state.velocity * std::sqrt(gas.gamma / 2);
  system.references = {
      {"L", "reference length", s.quantity("units.length")},
      {"T0", "reference temperature", s.quantity("units.temperature")},
      {"p0", "reference pressure", given_or(s, "units.pressure", si(state.pressure, "Pa"))},
      {"rho0", "reference density", given_or(s, "units.density", si(state.density, "kg/m^3"))},
      {"V0", "most probable thermal speed", si(state.velocity, "m/s")},
      {"c_v", "specific heat", si(gas.c_v(), "J/kg/K")}};
  system.derived = {{"L/V0", "unit of time", si(state.length / state.velocity, "s"), "L/V0"},
                    {"l0", "mean free path", si(state.free_path, "m"), "L"},
                    {"c0", "speed of sound", si(sound, "m/s"), "V0"},
                    {"u", "stream velocity", si(state.mach * sound, "m/s"), "V0"},
                    {"mu0", "viscosity", si(gas.viscosity, "Pa*s")},
                    {"k0", "thermal conductivity",
                     si(gas.gamma * gas.c_v() * gas.viscosity / gas.prandtl, "W/m/K")},
                    {"M", "molar mass", si(gas.molar_mass, "kg/mol")},
                    {"R", "specific gas constant", si(gas.constant(), "J/kg/K")}};
}
}  // namespace

UnitSystem unit_system(const Settings& s) {
  const char* why =
      "[units] needs length, temperature, a gas, and pressure, density or gas.knudsen";
  require(s, "units.length", why);
  require(s, "units.temperature", why);
  check_contradictions(s);
  UnitSystem system;
  const GasInSi gas = gas_in_si(s, system, s.quantity("units.temperature").si());
  const StateInSi state = state_in_si(s, gas);
  if (!s.given("gas.knudsen")) system.determined["gas.knudsen"] = fmt::format("{}", state.knudsen);
  if (s.given("units.velocity")) system.determined["gas.mach"] = fmt::format("{}", state.mach);
  system.determined["output.units"] = "si";
  // A force on three axes; on two axes the same dimension is that of energy per length, J/m.
  system.names.emplace("rho0 V0^2 L^2", "N");
  add_quantities(s, gas, state, system);
  return system;
}

}  // namespace slipflow::simple_ts
