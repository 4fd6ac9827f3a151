// Cases in SI units: the same bits as without units, results in SI units, restarts, warnings.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "csv_rows.hpp"
#include "frame.hpp"
#include "restarting.hpp"
#include "results.hpp"

namespace test_units {

using namespace test_app;

namespace {
// L = 5 um and T0 = 300 K; numbers are exact in both forms.
const std::string plain_case =
    "title = channel\n[gas]\nknudsen = 0.05\n[mesh]\nx = 0 4\ny = 0 1\ncells = 12 6\n[boundary]\n"
    "west = pressure p=1.5\neast = pressure p=1\nsouth = wall temperature=1.5,0.5\nnorth = wall\n"
    "[initial]\nstate = uniform temperature=1.25\n[time]\ncourant = 0.5\nmax_steps = 6\n"
    "[output]\nhistory_every = 1\nmeasures_every = 1\nprobe = 2 0.5 name=middle\n"
    "profile = 2 0 2 1 points=3 name=across\naverages = p\nbalance = on\n";
const std::string units =
    "[units]\nlength = 5 um\ntemperature = 300 K\npressure = 100 kPa\ngas = argon\n";
const std::string case_in_si =
    "title = channel\n" + units +
    "[mesh]\nx = 0 20 um\ny = 0 5 um\ncells = 12 6\n[boundary]\n"
    "west = pressure p=150kPa\neast = pressure p=1bar\nsouth = wall temperature=450K,150K\n"
    "north = wall\n[initial]\nstate = uniform temperature=375K\n[time]\ncourant = 0.5\n"
    "max_steps = 6\n[output]\nhistory_every = 1\nmeasures_every = 1\n"
    "probe = 10 2.5 um name=middle\nprofile = 10 0 10 5 um points=3 name=across\naverages = p\n"
    "balance = on\n";

/// The value that follows a name in a text.
double number_after(const std::string& text, const std::string& name) {
  const auto at = text.find(name);
  REQUIRE(at != std::string::npos);
  return std::stod(text.substr(at + name.size()));
}

/// Runs the case in SI units and the same one without units; both have results without units, in
/// the folders si and plain.
void check_same_as_plain(const Place& place, const Words& more) {
  run(place, serial + more + Words{"--output", "si", "--set", "output.units=none"});
  const auto kept = read(place / "si/case.cfg");
  const auto at = kept.find("# by [units]: knudsen = ");
  REQUIRE(at != std::string::npos);
  const auto value = kept.substr(at + 24, kept.find('\n', at) - at - 24);
  write(place / "plain.cfg", with_line(plain_case, "knudsen = 0.05", "knudsen = " + value));
  const Words set = {"--set", "gas.viscosity_exponent=0.8125", "--set",
                     "gas.coefficients=hard_sphere"};
  REQUIRE(
      place.slipflow(Words{"run", "plain.cfg", "--output", "plain"} + serial + set + more).status ==
      0);
  auto a = results_in(place / "si"), b = results_in(place / "plain");
  a.erase("checkpoint"), b.erase("checkpoint");  // they name the keys of the case
  CHECK(a.size() > 8);
  CHECK(a == b);
}
}  // namespace

TEST_CASE(
    "a case in SI units has the bits of the same case without units, and case.cfg reruns it") {
  const Place place(case_in_si);
  check_same_as_plain(place, {});
  const auto kept = read(place / "si/case.cfg");
  CHECK(holds(kept, "x = 0 20 um\n"));
  CHECK(holds(kept, "p=150kPa"));
  REQUIRE(place.slipflow(Words{"run", "si/case.cfg", "--output", "again"} + serial).status == 0);
  check_same_results(place / "si", place / "again");
}

TEST_CASE("the same in steps of second order, whose flows are those of both stages" *
          doctest::test_suite("full")) {
  const Place place(case_in_si);
  const Words second = {"--set", "scheme.time=second_order", "--set", "output.pictures=none"};
  check_same_as_plain(place, second);
  run(place, serial + second + Words{"--output", "converted"});
  const auto si = read_csv(place / "converted/history.csv"),
             plain = read_csv(place / "plain/history.csv");
  REQUIRE(si.size() == 6);
  // R of argon; the unit of flows is rho0 V0 L.
  const double R = 8.314462618 / 0.039948, flow = 1e5 / (R * 300) * std::sqrt(2 * R * 300) * 5e-6;
  for (std::size_t k = 0; k < si.size(); ++k) {
    REQUIRE(std::abs(number(plain[k], "flow_west")) > 1e-3);
    CHECK(number(si[k], "flow_west [kg/m/s]") / (number(plain[k], "flow_west") * flow) ==
          doctest::Approx(1).epsilon(1e-6));
    CHECK(number(si[k], "time [s]") / number(plain[k], "time") ==
          doctest::Approx(5e-6 / std::sqrt(2 * R * 300)).epsilon(1e-12));
  }
}

TEST_CASE("results in SI units: frames, tables and pictures; a restart gives the same bytes") {
  const Place place(case_in_si);
  run(place, serial + Words{"--output", "whole"});
  run(place, serial + Words{"--output", "plain", "--set", "output.units=none"});
  run(place, serial + Words{"--output", "parts", "--steps", "3"});
  run(place, serial + Words{"--output", "parts", "--restart", "latest"});
  check_same_results(place / "whole", place / "parts");
  const auto si = read_frame(place / "whole/fields/000001.vtr");
  const auto plain = read_frame(place / "plain/fields/000001.vtr");
  const auto scaled_by = [&](const std::string& field, double factor) {
    CAPTURE(field);
    for (std::size_t k = 0; k < plain.fields.at(field).size(); ++k)
      CHECK(si.fields.at(field)[k] == plain.fields.at(field)[k] * factor);
  };
  scaled_by("p", 1e5);
  scaled_by("p_mean", 1e5);
  scaled_by("T", 300);
  scaled_by("mach", 1);
  CHECK(si.time == doctest::Approx(plain.time * 5e-6 / 353.38263).epsilon(1e-7));
  CHECK(read_collection(place / "whole/fields.pvd").at(1).first == si.time);
  const auto bytes = read(place / "whole/fields/000001.vtr");
  CHECK(holds(bytes, "UNITS_LABEL"));
  CHECK(holds(bytes, "SI_unit_of_x"));
  CHECK(holds(read(place / "whole/summary.json"), "\"si_units\""));
  CHECK_FALSE(holds(read(place / "plain/fields/000001.vtr"), "UNITS_LABEL"));
  const auto first_line = [&](const std::string& file) {
    return lines_of(read(place / ("whole/" + file))).at(0);
  };
  CHECK(holds(first_line("history.csv"), "step,time [s],dt [s],inner_iterations,residual_p"));
  CHECK(holds(first_line("history.csv"), "mass [kg/m],flow_west [kg/m/s]"));
  CHECK(holds(first_line("probes.csv"),
              "step,time [s],middle_p [Pa],middle_T [K],middle_rho "
              "[kg/m^3],middle_u [m/s]"));
  CHECK(holds(first_line("forces.csv"), "wall_south_friction [N/m],wall_south_conduction [W/m]"));
  CHECK(holds(first_line("balance.csv"), "energy_west [W/m]"));
  CHECK(first_line("profiles/across_000001.csv") ==
        "distance [m],x [m],y [m],p [Pa],T [K],rho [kg/m^3],u [m/s],v [m/s]");
  CHECK(lines_of(read(place / "whole/profiles/across_000001.csv"))
            .at(2)
            .starts_with("2.5000000000000002e-06,1.0000000000000001e-05,"));
}

TEST_CASE(
    "a start from a frame in SI units is in the units of the case, whatever those of the frame") {
  const Place place(case_in_si);
  run(place, serial + Words{"--output", "first"});
  run(place,
      serial + Words{"--output", "second", "--steps", "1", "--set", "units.temperature=150 K",
                     "--set", "units.pressure=40 kPa", "--set", "units.length=10 um", "--set",
                     "initial.state=file path=first/fields/000001.vtr"});
  const auto end = read_frame(place / "first/fields/000001.vtr");
  const auto start = read_frame(place / "second/fields/000000.vtr");
  for (const char* field : {"p", "T", "rho"}) {
    CAPTURE(field);
    for (std::size_t k = 0; k < end.fields.at(field).size(); ++k)
      CHECK(start.fields.at(field)[k] == doctest::Approx(end.fields.at(field)[k]).epsilon(1e-10));
  }
}

TEST_CASE(
    "pictures, walls, expressions and integrals in SI units; pictures drawn again, a restart") {
  const Place place(
      case_in_si +
      "fields = p u dp\npictures = p dp\nexpression = dp = p - 1\n"
      "sampled = p dp vorticity\npicture = width=400 zoom=5um,0um,15um,5um\n"
      "picture = field=p range=100,150kPa\nwalls = on temperature=300K pressure=100kPa\n"
      "integral = box 0 0 20 5 um field=rho name=mass\n"
      "integral = line 10 0 10 5 um field=dp name=excess\n");
  run(place, serial + Words{"--output", "whole"});
  run(place, serial + Words{"--output", "plain", "--set", "output.units=none"});
  run(place, serial + Words{"--output", "parts", "--steps", "3"});
  run(place, serial + Words{"--output", "parts", "--restart", "latest"});
  check_same_results(place / "whole", place / "parts");
  // Drawn again from frames in SI units.
  const auto drawn = place.slipflow({"plot", "whole"});
  CHECK_MESSAGE(drawn.status == 0, drawn.err);
  for (const char* name : {"p_000000.png", "p_000001.png", "dp_000000.png", "dp_000001.png"}) {
    CAPTURE(name);
    const auto direct = read(place / "whole/pictures" / name);
    CHECK(read(place / "whole/plots/pictures" / name) == direct);
    CHECK(direct != read(place / "plain/pictures" / name));
  }
  // A formula is non-dimensional; its integral is a length.
  const auto si = read_frame(place / "whole/fields/000001.vtr");
  CHECK(si.fields.at("dp") == read_frame(place / "plain/fields/000001.vtr").fields.at("dp"));
  const auto rows = [&](const std::string& folder, const std::string& file) {
    return read_csv(place / folder / file);
  };
  const auto sums = rows("whole", "integrals.csv"), of_method = rows("plain", "integrals.csv");
  CHECK(number(sums.back(), "excess [m]") == number(of_method.back(), "excess") * 5e-6);
  CHECK(number(sums.back(), "mass [kg/m]") ==
        doctest::Approx(number(rows("whole", "history.csv").back(), "mass [kg/m]")));
  const auto probe = rows("whole", "probes.csv").back();
  CHECK(probe.count("middle_dp") == 1);
  CHECK(probe.count("middle_vorticity [1/s]") == 1);
  CHECK(rows("whole", "profiles/across_000001.csv").back().count("p [Pa]") == 1);
  // Walls: the same coefficients, other values.
  const auto wall = rows("whole", "walls/wall_south_mean_000001.csv").back();
  const auto plain = rows("plain", "walls/wall_south_mean_000001.csv").back();
  CHECK(number(wall, "pressure [Pa]") ==
        doctest::Approx(number(plain, "pressure") * 1e5).epsilon(1e-12));
  CHECK(number(wall, "nusselt") == doctest::Approx(number(plain, "nusselt")).epsilon(1e-12));
  CHECK(number(wall, "x [m]") == doctest::Approx(number(plain, "x") * 5e-6).epsilon(1e-12));
  CHECK(wall.count("averaged_time [s]") == 1);
  CHECK(holds(read(place / "whole/walls/000001.vtp"), "SI_unit_of_heat_flux"));
  CHECK(read_collection(place / "whole/walls.pvd").at(1).first == si.time);
  // Columns without their units.
  const auto watched =
      place.slipflow({"watch", "whole", "--plot", "probes.csv:middle_p", "--once"});
  CHECK_MESSAGE(watched.status == 0, watched.err);
  CHECK(holds(watched.out, "middle_p [Pa]"));
}

TEST_CASE("a run starts from a frame in SI units, and refuses to resume in other units") {
  const Place place(case_in_si);
  run(place, serial + Words{"--output", "first"});
  const Words start = {"--set", "initial.state=file path=first/fields/000001.vtr"};
  run(place, serial + Words{"--output", "second", "--steps", "1"} + start);
  run(place, serial +
                 Words{"--output", "other", "--steps", "1", "--set", "units.temperature=270 K",
                       "--set", "units.pressure=80 kPa"} +
                 start);
  const auto last = read_frame(place / "first/fields/000001.vtr");
  const auto second = read_frame(place / "second/fields/000000.vtr");
  const auto other = read_frame(place / "other/fields/000000.vtr");
  const auto check_same = [](const Frame& a, const Frame& b, const std::string& field) {
    CAPTURE(field);
    const auto &one = a.fields.at(field), &another = b.fields.at(field);
    const double largest = std::ranges::max(one, {}, [](double x) { return std::abs(x); });
    CHECK(largest != 0);
    for (std::size_t k = 0; k < one.size(); ++k)
      CHECK(std::abs(another[k] - one[k]) < 1e-12 * std::abs(largest));
  };
  for (const char* field : {"p", "T", "rho"}) check_same(last, second, field);
  // Velocities of faces are means of those of cells.
  for (const char* field : {"p", "T", "rho", "u", "v"}) check_same(second, other, field);
  const auto outcome = place.slipflow(Words{"run", "case.cfg", "--output", "first", "--restart",
                                            "latest", "--set", "output.units=none"} +
                                      serial);
  CHECK(outcome.status == 2);
  CHECK(holds(outcome.err, "it has other columns"));
}

TEST_CASE("slipflow units prints both forms; cases without units have none") {
  const Place place(case_in_si);
  const auto out = place.slipflow({"units", "case.cfg"}).out;
  CHECK(number_after(out, "reference length             L      ") == 5e-6);
  CHECK(number_after(out, "mean free path               l0     ") ==
        doctest::Approx(7.2893e-8).epsilon(1e-4));
  CHECK(holds(out, "0 2e-05 m = 0 4 L"));
  CHECK(holds(out, "pressure p=150kPa = pressure p=1.5"));
  CHECK(holds(out, "Kn"));
  write(place / "case.cfg", plain_case);
  const auto outcome = place.slipflow({"units", "case.cfg"});
  CHECK(outcome.status == 2);
  CHECK(holds(outcome.err, "has no section [units]"));
}

TEST_CASE("check prints and draws a case with units in SI units, unless its results have none") {
  const Place place(case_in_si);
  const Words step = {
      "--set",         "time.step=50 ns", "--set",
      "time.courant=", "--set",           "initial.state=uniform velocity=100m/s,0m/s"};
  const auto si = place.slipflow(Words{"check", "case.cfg", "--picture", "si.png"} + step);
  CHECK_MESSAGE(si.status == 0, si.err);
  CHECK(
      holds(si.out, "# widths                    x 1.66667 to 1.66667, y 0.833333 to 0.833333 um"));
  CHECK(holds(si.out, " s is safe\n"));
  CHECK(
      holds(si.out, "# WARNING                   time.step = 5e-08 s is above that limit; take "));
  const auto plain = place.slipflow(
      Words{"check", "case.cfg", "--picture", "plain.png", "--set", "output.units=none"} + step);
  CHECK(holds(plain.out,
              "# widths                    x 0.333333 to 0.333333, y 0.166667 to 0.166667 L"));
  CHECK(read(place / "si.png") != read(place / "plain.png"));
  const Words walls = {"--set", "boundary.west=wall",
                       "--set", "boundary.east=wall",
                       "--set", "boundary.south=wall flux=10MW/m^2"};
  const auto closed = place.slipflow(Words{"check", "case.cfg"} + walls).out;
  CHECK(
      holds(closed, "# note: boundary.south: flux=1e+07 W/m^2 has no steady state while the gas"));
  CHECK(holds(closed, " W/m^2 from the opposite wall"));
}

TEST_CASE("notes and warnings of check have the units of the results") {
  const Place place(case_in_si);
  // The rectangle leaves a gap of two cells to the south side.
  const Words set = {"--set", "mesh.cells=48 24",     "--set", "body.rectangle=5 0.5 7 4 um",
                     "--set", "time.steady=0.001 Hz", "--set", "gas.mach=2"};
  const auto si = place.slipflow(Words{"check", "case.cfg"} + set).out;
  CHECK(holds(si, "it becomes x 5e-06 m to 7.08333e-06 m, y 4.16667e-07 m to 3.95833e-06 m"));
  CHECK(holds(si, "time.steady = 0.001 1/s may never be reached: in steps of "));
  CHECK(std::regex_search(si, std::regex("in steps of [0-9.e-]+ s it asks")));
  CHECK(holds(si, "cells are up to 4.17e-07 m wide, and a normal shock of Ma 2 is "));
  CHECK(holds(si, "at cell (12, 0), x = 5.20833e-06 m, y = 1.04167e-07 m, is 2 cells wide"));
  const auto plain =
      place.slipflow(Words{"check", "case.cfg", "--set", "output.units=none"} + set).out;
  CHECK(holds(plain, "it becomes x 1 to 1.41667, y 0.0833333 to 0.791667"));
  CHECK(holds(plain, "cells are up to 0.0833 L wide, and"));
  CHECK(holds(plain, "at cell (12, 0), x = 1.04167, y = 0.0208333, is 2 cells wide"));
}

TEST_CASE("supersonic flow at a pressure boundary: check warns of it, and a run once") {
  const std::string text =
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 4\ny = 0 1\ncells = 12 4\n[boundary]\n"
      "west = inflow velocity=2\neast = pressure p=1\nsouth = symmetry\nnorth = "
      "symmetry\n[initial]\n"
      "state = uniform velocity=2,0\n[time]\nstep = 0.002\nmax_steps = 30\n"
      "[output]\npictures = none\n";
  const Place place(text);
  const std::string warning = "the flow through the east boundary is supersonic, Ma 2.19";
  CHECK(holds(place.slipflow({"check", "case.cfg"}).out, warning));
  const auto outcome = place.slipflow(Words{"run", "case.cfg"} + serial);
  REQUIRE(outcome.status == 0);
  const auto log = read(place / "out/run.log");
  const auto at = log.find("step 10: the flow through the east boundary is supersonic");
  CHECK(at != std::string::npos);
  CHECK(log.find("supersonic", at + 60) == std::string::npos);
}

TEST_CASE(
    "subsonic flow at an outflow boundary: check and a run warn, a steady state is status 4") {
  const Place place(
      "title = duct\n[gas]\nknudsen = 0.05\n[mesh]\nx = 0 2\ny = 0 1\ncells = 10 4\n[boundary]\n"
      "west = inflow velocity=0.1\neast = outflow\nsouth = wall\nnorth = wall\n"
      "[initial]\nstate = rest\n[time]\nstep = 0.05\nend = 11\n[output]\npictures = none\n");
  CHECK(
      holds(place.slipflow({"check", "case.cfg"}).out, "gas enters below the speed of sound, at "));
  CHECK(place.slipflow(Words{"run", "case.cfg"} + serial).status == 0);
  const auto log = read(place / "out/run.log");
  const std::string warning = "step 100: more than half of the gas that leaves through the east ";
  const auto at = log.find(warning);
  REQUIRE(at != std::string::npos);
  CHECK(holds(log, "gives no pressure; take pressure"));
  CHECK(log.find("more than half", at + warning.size()) == std::string::npos);
  const auto steady =
      place.slipflow(Words{"run", "case.cfg", "--overwrite", "--set", "time.steady=0.5"} + serial);
  CHECK(steady.status == 4);
  CHECK(holds(steady.err, "did not converge to a flow that exists: more than half of the gas "));
}

}  // namespace test_units
