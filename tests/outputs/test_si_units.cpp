// Cases of psi_omega, piso and transport with a section [units]: their keys, and results in SI
// units.
#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "csv_rows.hpp"
#include "program.hpp"
#include "results.hpp"

namespace test_si_units {

using namespace test_app;
using doctest::Approx;

namespace {
/// What a program prints with these arguments, which has to succeed.
std::string printed(const Place& place, const Words& words) {
  const auto outcome = place.slipflow(words);
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
  return outcome.out;
}

nlohmann::json summary_in(const Place& place) {
  return nlohmann::json::parse(read(place / "out/summary.json"));
}

const nlohmann::json& surface(const nlohmann::json& summary, const std::string& name) {
  for (const auto& one : summary["surfaces"])
    if (one["surface"] == name) return one;
  FAIL("no surface " << name);
  return summary;
}

// Water between plates 1 mm apart and 2 mm long, by 24 Pa; the upper one moves at 5 mm/s.
const std::string water =
    "method = piso\n[units]\nlength = 1 mm\nvelocity = 10 mm/s\nviscosity = 1 mm^2/s\n"
    "density = 1000 kg/m^3\n[mesh]\nx = 0 2 mm\ny = 0 1\ncells = 8 20\n[boundary]\n"
    "west = pressure p=0.024Pa\neast = pressure p=0\nsouth = wall\n"
    "north = wall velocity=0.5,0mm/s\n[output]\npictures = p\npressure_drop = west east\n"
    "probe = 1 0.5 mm name=middle\nprofile = 1 0 1 1 mm name=across points=3\n";
}  // namespace

TEST_CASE("piso in SI units: pressures in Pa, forces in N/m, flows in m^2/s and kg/m/s") {
  const Place place(water);
  run_case(place, serial);
  const auto row = read_csv(place / "out/surfaces.csv").back();
  // mu = 1e-3 Pa s: dp H^3/(12 mu L) + U H/2, and dp H/2 -+ mu U L/H on the lower and upper plate.
  const double flow = 0.024 * 1e-9 / (12 * 1e-3 * 2e-3) + 0.5e-3 * 1e-3 / 2;
  CHECK(number(row, "iteration") > 10);
  CHECK(number(row, "pressure_drop_west_east [Pa]") == Approx(0.024));
  CHECK(number(row, "east_volume_flow [m^2/s]") == Approx(flow).epsilon(5e-3));
  CHECK(number(row, "east_mass_flow [kg/m/s]") == Approx(1000 * flow).epsilon(5e-3));
  CHECK(number(row, "south_force_x [N/m]") == Approx(0.024 * 0.5e-3 + 1e-6).epsilon(1e-3));
  CHECK(number(row, "north_force_x [N/m]") == Approx(0.024 * 0.5e-3 - 1e-6).epsilon(1e-3));
  const auto probe = read_csv(place / "out/probes.csv").back();
  CHECK(number(probe, "middle_p [Pa]") == Approx(0.012).epsilon(1e-4));
  CHECK(number(probe, "middle_u [m/s]") ==
        Approx(0.012 / 1e-3 * 0.25e-6 / 2e-3 + 0.25e-3).epsilon(0.01));
  CHECK(read_csv(place / "out/flows.csv").back().count("east [m^2/s]") == 1);
  CHECK(read_csv(place / "out/forces.csv").back().count("south_pressure_y [N/m]") == 1);
  CHECK(read_csv(place / "out/profiles/across_000001.csv").back().count("y [m]") == 1);
  CHECK(holds(read(place / "out/history.csv"), "step,iteration,dt,"));
  const auto units = printed(place, {"units", "case.cfg"});
  CHECK(holds(units, "flow.viscosity                      0.1\n"));
  CHECK(holds(printed(place, {"check", "case.cfg"}), "viscosity = 0.1"));
}

TEST_CASE("piso without a density: pressures over it; one viscosity") {
  const Place place(with_line(with_line(water, "density = 1000 kg/m^3", ""),
                              "west = pressure p=0.024Pa", "west = pressure p=0.24"));
  run_case(place, serial);
  CHECK(surface(summary_in(place), "west")["p [m^2/s^2]"] == Approx(0.24e-4));
  CHECK(surface(summary_in(place), "west").size() == 7);  // no mass flow
  check_refuses(place, {"check", "case.cfg", "--set", "flow.viscosity=0.1"},
                "--set: flow.viscosity = 0.1: give either flow.viscosity or units.viscosity, not "
                "both: each determines the other\n");
  check_refuses(place, {"check", "case.cfg", "--set", "units.velocity="},
                "case.cfg: units.velocity: is missing: [units] needs length and velocity\n");
}

TEST_CASE("psi_omega in SI units: the Reynolds number follows, forces are over the density") {
  const Place place(
      "method = psi_omega\n[units]\nlength = 2 cm\nvelocity = 3 cm/s\nviscosity = 60 mm^2/s\n"
      "[mesh]\nx = 0 3\ny = 0 4 cm\ncells = 24 32\n[boundary]\nwest = inflow\neast = outflow\n"
      "south = wall\nnorth = wall\n[time]\nsteady = 1e-6\n[output]\npictures = psi\n"
      "surfaces = on\nprobe = 2 2 cm name=a\n");
  run_case(place, serial);
  CHECK(summary_in(place)["reynolds"] == Approx(10));
  const auto row = read_csv(place / "out/surfaces.csv").back();
  // u = U y (2 L - y)/L^2: 4/3 U L, and 2 nu U/L on a length of 3 L.
  CHECK(number(row, "east_volume_flow [m^2/s]") == Approx(4.0 / 3 * 6e-4).epsilon(1e-3));
  CHECK(number(row, "south_friction [m^3/s^2]") == Approx(2 * 60e-6 * 0.03 * 3).epsilon(0.02));
  const auto probe = read_csv(place / "out/probes.csv").back();
  CHECK(number(probe, "a_u [m/s]") == Approx(0.03).epsilon(0.01));
  CHECK(std::abs(number(probe, "a_omega [1/s]")) < 0.02);
  CHECK(number(probe, "a_psi [m^2/s]") == Approx(2.0 / 3 * 6e-4).epsilon(0.01));
}

TEST_CASE("transport in SI units: the unit of phi is the user's, K takes degrees Celsius") {
  const std::string wall =
      "method = transport\n[units]\nlength = 1 cm\ntime = 1 s\nphi = K\n"
      "[equation]\ndiffusion = 20 mm^2/s\n[mesh]\nx = 0 3 cm\ny = 0 1\ncells = 6 4\n[boundary]\n"
      "west = value 20 C\neast = value 26.85 \xC2\xB0"
      "C\nsouth = flux 0\nnorth = flux 0\n"
      "[output]\npictures = phi\nsurfaces = on\nprobe = 1 0.5 cm name=a\n";
  const Place place(wall);
  run_case(place, serial);
  const auto row = read_csv(place / "out/surfaces.csv").back();
  CHECK(number(row, "west_phi [K]") == Approx(293.15));
  CHECK(number(row, "east_phi [K]") == Approx(300));
  // K dphi/dx times the height of 1 cm.
  CHECK(number(row, "west_flux_out [K m^2/s]") == Approx(2e-5 * 6.85 / 0.03 * 0.01));
  CHECK(number(read_csv(place / "out/probes.csv").back(), "a_phi [K]") ==
        Approx(293.15 + 6.85 / 3));
  CHECK(read_csv(place / "out/fluxes.csv").back().count("west [K m^2/s]") == 1);
  const std::string sum = wall + "[initial]\nphi = 20 C\nphi = 5 K box=0,0,1,1\n";
  const std::string refusal =
      ": several lines add up: give differences in K; C is for one without box=\n";
  for (const char* second : {"5 C", "5C box=0,0,1,1", "278 K"}) {
    const std::string line = std::string("phi = ") + second;
    const Place summed(with_line(sum, "phi = 5 K box=0,0,1,1", line));
    if (line.ends_with("K"))
      CHECK(summed.slipflow({"check", "case.cfg"}).status == 0);
    else
      check_refuses(summed, {"check", "case.cfg"}, "case.cfg:23: initial." + line + refusal);
  }
  const Place in_box(with_line(with_line(sum, "phi = 5 K box=0,0,1,1", "phi = 293 K"), "phi = 20 C",
                               "phi = 20 C box=0,0,1,1"));
  check_refuses(in_box, {"check", "case.cfg"},
                "case.cfg:22: initial.phi = 20 C box=0,0,1,1" + refusal);
  const Place salt(with_line(
      with_line(with_line(wall, "phi = K", "phi = g/l"), "west = value 20 C", "west = value 35"),
      "east = value 26.85 \xC2\xB0"
      "C",
      "east = value 5"));
  run_case(salt, serial);
  CHECK(number(read_csv(salt / "out/surfaces.csv").back(), "west_phi [g/l]") == 35);
  check_refuses(salt, {"check", "case.cfg", "--set", "boundary.west=value 20 C"},
                "--set: boundary.west = value 20 C: takes no unit, not 'C'\n");
  check_refuses(salt, {"check", "case.cfg", "--set", "units.phi=g per l"},
                "--set: units.phi = g per l: must be one word");
  check_refuses(salt, {"check", "case.cfg", "--set", "equation.velocity=rotation 1 0.5 0.5 m/s"},
                "--set: equation.velocity = rotation 1 0.5 0.5 m/s: takes no unit, not 'm/s'\n");
}

}  // namespace test_si_units
