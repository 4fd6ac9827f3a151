// Numbers about boundaries and bodies of all methods: closed forms, the data of walls, other
// tables.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "csv_rows.hpp"
#include "method_texts.hpp"
#include "output/surfaces.hpp"
#include "output/wall_data.hpp"
#include "program.hpp"
#include "results.hpp"
#include "test_cases.hpp"

namespace test_surfaces {

using namespace test_app;
using namespace slipflow;
using doctest::Approx;

namespace {
using Numbers = std::map<std::string, double>;

// Of simple_ts, by the serial reference.
Numbers numbers_on(const simple_ts::Case& c, const simple_ts::State& s) {
  const auto backend = simple_ts::make_serial_operations(c);
  backend->upload(s);
  const auto numbers = simple_ts::surface_numbers_of(c, s, backend->diagnostics());
  auto value = numbers.begin();
  Numbers named;
  for (const auto& surface : simple_ts::surfaces_of(c))
    for (const auto& number : surface.numbers) named[surface.name + '_' + number.name] = *value++;
  CHECK(value == numbers.end());
  return named;
}

simple_ts::Case channel_with_body() {
  return simple_ts::case_from(
      "[gas]\nknudsen = 0.05\nmach = 0.8\n[mesh]\nx = 0 12\ny = 0 6\ncells = 36 90\n"
      "y_stretch = geometric 1.01\n[body]\ncircle = 4 3 1.2 name=hot temperature=1.5\n"
      "[boundary]\nwest = inflow velocity=0.7\neast = pressure p=1\n"
      "south = wall temperature=1.2\nnorth = symmetry\n[time]\nstep = 0.02\nmax_steps = 1\n");
}

double mean_of(const methods::WallData& wall, const std::string& name, double& length) {
  const auto& fields = simple_ts::wall_field_list();
  const auto field = std::ranges::find(fields, name, &setup::FieldInfo::name) - fields.begin();
  double sum = 0;
  length = 0;
  for (std::size_t k = 0; k < wall.faces.size(); ++k) {
    sum += wall.values[static_cast<std::size_t>(field)][k] * wall.faces[k].size();
    length += wall.faces[k].size();
  }
  return sum / length;
}

// The last line of surfaces.csv, which is that of summary.json.
Row last_line(const Place& place, const std::string& folder) {
  auto row = read_csv(place / (folder + "/surfaces.csv")).back();
  const auto summary = nlohmann::json::parse(read(place / (folder + "/summary.json")));
  REQUIRE(summary.contains("surfaces"));
  REQUIRE(!summary["surfaces"].empty());
  for (const auto& surface : summary["surfaces"])
    for (const auto& [name, value] : surface.items())
      if (value.is_number())
        CHECK(number(row, surface["surface"].get<std::string>() + '_' + name) == value);
  return row;
}

Row after_run(const std::string& text) {
  const Place place(text);
  run_case(place, serial);
  return last_line(place, "out");
}

// Pressures that differ by 2.4 and a wall that moves.
const std::string between_plates =
    "method = piso\n[flow]\nviscosity = 0.1\n[mesh]\nx = 0 2\ny = 0 1\ncells = 8 20\n[boundary]\n"
    "west = pressure p=2.4\neast = pressure p=0\nsouth = wall\nnorth = wall velocity=0.5,0\n"
    "[output]\npictures = none\npressure_drop = west east\n";
}  // namespace

TEST_CASE("simple_ts: means on walls are those of their data, flows those prescribed") {
  const auto c = channel_with_body();
  const auto s = simple_ts::state_after(c, 4);
  auto numbers = numbers_on(c, s);
  CHECK(numbers.size() == 11 + 11 + 5 + 5 + 5);
  const auto walls = simple_ts::wall_data_of(c, s);
  REQUIRE(walls.size() == 2);
  for (const auto& wall : walls) {
    const std::string name = wall.wall == "hot" ? "hot_" : "south_";
    double length = 0;
    CHECK(mean_of(wall, "pressure", length) == Approx(numbers.at(name + "p")));
    CHECK(mean_of(wall, "T_gas", length) == Approx(numbers.at(name + "T")));
    CHECK(mean_of(wall, "heat_flux", length) * length == Approx(numbers.at(name + "heat")));
  }
  CHECK(numbers["west_T"] == 1);
  CHECK(numbers["west_volume_flow"] == Approx(-0.7 * 6));
  CHECK(numbers["west_mass_flow"] == Approx(-0.7 * 6));
  CHECK(numbers["east_p"] == Approx(1).epsilon(1e-12));
  CHECK(numbers["south_T"] > 1.02);
}

TEST_CASE("simple_ts: the bulk temperature is weighted with the mass flow") {
  const auto c = channel_with_body();
  auto s = simple_ts::initial_state(c);
  const auto layout = c.mesh.layout();
  const int nx = layout.nx;
  for (int j = 0; j < layout.ny; ++j) {
    const double y = c.mesh.y.centre(j);
    for (const int i : {nx - 1, nx}) {
      s.T[layout.at(i, j)] = 1 + y;
      s.rho[layout.at(i, j)] = 1 / (1 + y);
    }
    s.u[layout.at(nx, j)] = y;
  }
  auto numbers = numbers_on(c, s);
  const double mass_flow = 6 - std::log(7);  // of y/(1 + y)
  CHECK(numbers["east_p"] == Approx(1).epsilon(1e-12));
  CHECK(numbers["east_T"] == Approx(1 + 3).epsilon(1e-12));
  CHECK(numbers["east_volume_flow"] == Approx(18).epsilon(1e-12));
  CHECK(numbers["east_mass_flow"] == Approx(mass_flow).epsilon(1e-4));
  CHECK(numbers["east_T_bulk"] == Approx(18 / mass_flow).epsilon(1e-4));
}

TEST_CASE(
    "simple_ts: heat and force on open boundaries of a gas whose velocities and T are linear") {
  const auto c = simple_ts::case_from(
      "[gas]\nknudsen = 0.1\nviscosity_exponent = 0\n[mesh]\nx = 0 2\ny = 0 3\ncells = 4 6\n"
      "[boundary]\nwest = inflow velocity=0.3\neast = pressure p=1\nsouth = inflow velocity=0.1\n"
      "north = pressure p=1\n[time]\nstep = 0.02\nmax_steps = 1\n");
  auto s = simple_ts::initial_state(c);
  const auto layout = c.mesh.layout();
  for (int j = -2; j < layout.ny + 2; ++j)
    for (int i = -2; i < layout.nx + 2; ++i) {
      const double x = 0.5 * i, y = 0.5 * j, half = 0.25;  // the south-west corner
      const auto at = layout.at(i, j);
      s.u[at] = 0.3 + 0.1 * x + 0.2 * (y + half);
      s.v[at] = 0.1 - 0.05 * (x + half) + 0.3 * y;
      s.T[at] = 1 + 0.02 * (x + half) + 0.05 * (y + half);
      s.rho[at] = 1 / s.T[at];
    }
  auto numbers = numbers_on(c, s);
  // Over the velocities: mu = 5 sqrt(pi)/16 Kn, k = 5/4 mu/Pr of a monatomic gas. p is 1/2.
  const double mu = 5 * std::sqrt(M_PI) / 16 * 0.1, k = 1.25 * mu / (2.0 / 3);
  const double on_x = 0.5 - mu * (2 * 0.1 - 2.0 / 3 * 0.4);
  const double on_y = 0.5 - mu * (2 * 0.3 - 2.0 / 3 * 0.4);
  const double shear = mu * (0.2 - 0.05);
  CHECK(numbers["east_force_x"] == Approx(3 * on_x).epsilon(1e-12));
  CHECK(numbers["west_force_x"] == Approx(-3 * on_x).epsilon(1e-12));
  CHECK(numbers["north_force_y"] == Approx(2 * on_y).epsilon(1e-12));
  CHECK(numbers["south_force_y"] == Approx(-2 * on_y).epsilon(1e-12));
  CHECK(numbers["east_force_y"] == Approx(-3 * shear).epsilon(1e-12));
  CHECK(numbers["west_force_y"] == Approx(3 * shear).epsilon(1e-12));
  CHECK(numbers["north_force_x"] == Approx(-2 * shear).epsilon(1e-12));
  CHECK(numbers["south_force_x"] == Approx(2 * shear).epsilon(1e-12));
  CHECK(numbers["east_heat"] == Approx(-3 * k * 0.02).epsilon(1e-12));
  CHECK(numbers["west_heat"] == Approx(3 * k * 0.02).epsilon(1e-12));
  CHECK(numbers["north_heat"] == Approx(-2 * k * 0.05).epsilon(1e-12));
  CHECK(numbers["south_heat"] == Approx(2 * k * 0.05).epsilon(1e-12));
}

TEST_CASE("simple_ts: an even gas convects momentum and enthalpy") {
  const auto c = channel_with_body();
  auto s = simple_ts::initial_state(c);
  std::ranges::fill(s.u, 0.4);
  std::ranges::fill(s.v, -0.1);
  std::ranges::fill(s.T, 1.5);
  std::ranges::fill(s.rho, 0.8);
  auto numbers = numbers_on(c, s);
  const double flow = 0.8 * 0.4 * 6;
  CHECK(numbers["east_momentum_x"] == Approx(flow * 0.4).epsilon(1e-12));
  CHECK(numbers["west_momentum_x"] == Approx(-flow * 0.4).epsilon(1e-12));
  CHECK(numbers["east_momentum_y"] == Approx(flow * -0.1).epsilon(1e-12));
  // h = gamma/(gamma - 1) R T, with R = 1/2 in these units.
  const double enthalpy = 2.5 * 0.5 * 1.5 + 0.5 * (0.4 * 0.4 + 0.1 * 0.1);
  CHECK(numbers["east_enthalpy_flow"] == Approx(flow * enthalpy).epsilon(1e-12));
  CHECK(numbers["west_enthalpy_flow"] == Approx(-flow * enthalpy).epsilon(1e-12));
  CHECK(numbers["west_p"] == Approx(0.8 * 1.5));
}

namespace {
// Sums over all boundaries of a channel with these ends, walls and further lines.
struct Channel {
  Channel(const std::string& west, const std::string& walls, const std::string& more)
      : row(after_run("[gas]\nknudsen = 0.01\n[mesh]\nx = 0 4\ny = 0 1\ncells = 40 16\n"
                      "[boundary]\nwest = " +
                      west + "\neast = pressure p=1\nsouth = wall " + walls + "\nnorth = wall " +
                      walls + "\n[time]\nsteady = 1e-6\n[scheme]\nconvection = tvd\n" + more +
                      "[output]\npictures = none\nsurfaces = on\npressure_drop = west east\n")) {}
  double sum_of(const std::string& name) const {
    double sum = 0;
    for (const char* surface : {"west", "east", "south", "north"})
      if (const auto column = surface + ('_' + name); row.contains(column))
        sum += number(row, column);
    return sum;
  }
  double friction() const { return number(row, "south_force_x") + number(row, "north_force_x"); }
  const Row row;
};
}  // namespace

TEST_CASE("simple_ts: forces on all boundaries of a channel and its momentum add up to 0") {
  const Channel between_pressures("pressure p=1.02", "slip=off", "");
  const double friction = between_pressures.friction();
  CHECK(friction == Approx(0.5 * 0.02).epsilon(0.01));  // A dp H
  CHECK(std::abs(between_pressures.sum_of("force_x") + between_pressures.sum_of("momentum_x")) <
        1e-3 * friction);
}

TEST_CASE("simple_ts: the pressure of a subsonic inflow is that of the gas") {
  const Channel behind_inflow("inflow velocity=0.02 profile=parabolic", "slip=off", "");
  CHECK(number(behind_inflow.row, "pressure_drop_west_east") ==
        Approx(2 * behind_inflow.friction()).epsilon(0.03));
}

TEST_CASE("simple_ts: heat and enthalpy of gas that cools between walls without friction") {
  const Channel cools("inflow velocity=0.05 temperature=1.2 density=0.83333", "slip=free jump=off",
                      "[inner]\npressure = multigrid\n");
  const double into_walls = number(cools.row, "south_heat") + number(cools.row, "north_heat");
  CHECK(into_walls > 0.01);
  CHECK(std::abs(cools.sum_of("heat") + cools.sum_of("enthalpy_flow")) < 2e-3 * into_walls);
  CHECK(std::abs(cools.sum_of("force_x") + cools.sum_of("momentum_x")) <
        2e-3 * std::abs(cools.sum_of("momentum_x")));
}

TEST_CASE("piso: Poiseuille and Couette flow; a pressure drop in one key") {
  auto row = after_run(between_plates);
  CHECK(number(row, "pressure_drop_west_east") == Approx(2.4));
  CHECK(number(row, "south_p") == Approx(1.2).epsilon(1e-5));
  // H^3 dp/(12 nu L) and U H/2; dp H/2 and nu U L/H.
  CHECK(number(row, "east_volume_flow") == Approx(1 + 0.25).epsilon(5e-3));
  CHECK(number(row, "west_volume_flow") == Approx(-1 - 0.25).epsilon(5e-3));
  CHECK(number(row, "south_force_x") == Approx(1.2 + 0.1).epsilon(1e-4));
  CHECK(number(row, "north_force_x") == Approx(1.2 - 0.1).epsilon(1e-4));
  CHECK(number(row, "south_force_y") == Approx(-2.4).epsilon(1e-5));
  CHECK(number(row, "west_force_x") == Approx(-2.4).epsilon(1e-5));
  CHECK(std::abs(number(row, "east_force_x")) < 1e-5);
}

TEST_CASE(
    "piso: forces and momentum of a channel in which the flow develops add up to its gravity") {
  const auto row = after_run(
      "method = piso\n[flow]\nviscosity = 0.05\ngravity = 0.3 -0.2\n[mesh]\nx = 0 2\ny = 0 1\n"
      "cells = 16 12\n[body]\nrectangle = 0.5 0 1 0.25\n[boundary]\nwest = inflow velocity=1,0\n"
      "east = pressure p=0.5\nsouth = wall\nnorth = symmetry\n[time]\nsteady = 1e-9\n"
      "[output]\npictures = none\nsurfaces = on\n");
  const auto sum = [&](const std::string& name) {
    double all = 0;
    for (const char* surface : {"west", "east", "south", "north", "rectangle_1"})
      if (row.contains(surface + ('_' + name))) all += number(row, surface + ('_' + name));
    return all;
  };
  const double area = 2 - 0.5 * 0.25;
  CHECK(number(row, "west_momentum_x") == Approx(-1).epsilon(1e-12));
  CHECK(number(row, "east_momentum_x") > 1.05);
  CHECK(sum("force_x") + sum("momentum_x") == Approx(0.3 * area).epsilon(1e-6));
  CHECK(sum("force_y") + sum("momentum_y") == Approx(-0.2 * area).epsilon(1e-6));
}

TEST_CASE("psi_omega: flow rate and friction of a channel, force on a body") {
  auto row = after_run(
      "method = psi_omega\n[fluid]\nreynolds = 10\n[mesh]\nx = 0 3\ny = 0 2\ncells = 24 32\n"
      "[boundary]\nwest = inflow\neast = outflow\nsouth = wall\nnorth = wall\n"
      "[time]\nsteady = 1e-6\n[output]\npictures = none\nsurfaces = on\n");
  // The largest velocity is 1: u = y (2 - y).
  CHECK(number(row, "west_volume_flow") == Approx(-4.0 / 3).epsilon(1e-3));
  CHECK(number(row, "east_volume_flow") == Approx(4.0 / 3).epsilon(1e-3));
  CHECK(number(row, "west_momentum_x") == Approx(-16.0 / 15).epsilon(1e-3));
  CHECK(number(row, "east_momentum_x") == Approx(16.0 / 15).epsilon(1e-3));
  CHECK(number(row, "south_friction") == Approx(2.0 / 10 * 3).epsilon(0.02));
  CHECK(number(row, "north_friction") == Approx(2.0 / 10 * 3).epsilon(0.02));
  const Place place(two_bodies);
  run_case(place, serial);
  row = last_line(place, "out");
  const auto forces = read_csv(place / "out/forces.csv").back();
  for (const char* name : {"rectangle_1_force_x", "circle_1_force_y"})
    CHECK(number(row, name) == number(forces, name));
}

TEST_CASE("transport: convection and diffusion along x") {
  const auto row = after_run(
      "method = transport\n[equation]\ndiffusion = 0.5\nvelocity = constant 1 0.25\n"
      "[mesh]\nx = 0 2\ny = 0 1\ncells = 200 4\n[boundary]\nwest = value 3\neast = value 1\n"
      "south = periodic\nnorth = periodic\n[output]\npictures = none\nsurfaces = on\n");
  // U (phi_0 e^Pe - phi_1)/(e^Pe - 1)
  const double flux = (3 * std::exp(4) - 1) / (std::exp(4) - 1);
  CHECK(number(row, "west_flux_out") == Approx(-flux).epsilon(1e-4));
  CHECK(number(row, "east_flux_out") == Approx(flux).epsilon(1e-4));
  CHECK(number(row, "west_diffusive_flux_out") == Approx(3 - flux).epsilon(1e-4));
  CHECK(number(row, "east_diffusive_flux_out") == Approx(flux - 1).epsilon(1e-4));
  CHECK(number(row, "west_phi") == Approx(3));
  CHECK(number(row, "west_phi_bulk") == Approx(3));
  CHECK(number(row, "west_volume_flow") == Approx(-1));
  CHECK(row.count("south_phi") == 0);
}

TEST_CASE("numbers about surfaces are in SI units, and in the table of a sweep") {
  const Place place(
      "[units]\nlength = 5 um\ntemperature = 300 K\npressure = 100 kPa\ngas = air\n[mesh]\n"
      "x = 0 10 um\ny = 0 5 um\ncells = 20 10\n[boundary]\n"
      "west = pressure p=120kPa temperature=310K\neast = pressure p=100kPa\n"
      "south = wall temperature=300K\nnorth = symmetry\n[time]\ncourant = 0.5\nmax_steps = 4\n"
      "[output]\npictures = none\nsurfaces = on\npressure_drop = west east\n");
  run_case(place, serial);
  const auto row = last_line(place, "out");
  CHECK(number(row, "pressure_drop_west_east [Pa]") == Approx(20e3));
  CHECK(number(row, "west_T [K]") == Approx(310));
  const auto history = read_csv(place / "out/history.csv").back();
  CHECK(number(row, "west_mass_flow [kg/m/s]") == -number(history, "flow_west [kg/m/s]"));
  const auto swept = place.slipflow(
      Words{"sweep", "case.cfg", "--over", "time.max_steps=1,2", "--output", "o", "--quiet"} +
      serial);
  CHECK_MESSAGE(swept.status == 0, swept.err);
  const auto rows = read_csv(place / "o/sweep.csv");
  CHECK(number(rows[1], "surfaces.east.p [Pa]") == Approx(100e3));
  CHECK(number(rows[0], "pressure_drop_west_east [Pa]") == Approx(20e3));
}

TEST_CASE("surfaces of a pressure drop have to be there") {
  for (const auto& [names, sentence] :
       {std::pair("west eat", "there is no surface 'eat'; the case has west, east, south, north\n"),
        {"west",
         "must be two names without blanks of boundaries, patches or bodies, such as west "
         "east\n"}}) {
    const Place place(with_line(between_plates, "pressure_drop = west east",
                                "pressure_drop = " + std::string(names)));
    check_refuses(place, {"check", "case.cfg"},
                  "case.cfg:15: output.pressure_drop = " + std::string(names) + ": " + sentence);
  }
}

TEST_CASE("surfaces have the same bytes on a device" * doctest::test_suite("opencl")) {
  const Place place(small_case + "surfaces = on\npictures = none\n");
  run_case(place, serial + Words{"--output", "host"});
  run_case(place, {"--parity", "--output", "device"});
  const auto host = read(place / "host/surfaces.csv");
  CHECK(holds(host, "rectangle_1_force_x"));
  CHECK(host == read(place / "device/surfaces.csv"));
}

}  // namespace test_surfaces
