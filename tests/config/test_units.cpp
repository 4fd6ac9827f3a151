// Units of numbers in case files: their names, and numbers in the units of a key table.
#include <doctest/doctest.h>

#include "case_example.hpp"
#include "slipflow/config/units.hpp"

namespace test_units {

using namespace slipflow::config;

namespace {
/// The small case of the other tests in SI units: L 5 um, T0 300 K, argon of Kn 0.05.
std::string with_units(const std::string& more = "") {
  return small_case + "step = 0.01\nend = 1\n[units]\nlength = 5 um\ntemperature = 300 K\n" +
         "gas = argon\n" + more;
}

Settings parsed(const std::string& key, const std::string& value) {
  return parse_case(with_units(), "case.cfg", {key + "=" + value});
}

std::string message(const std::string& key, const std::string& value) {
  return message_for(with_units(), {key + "=" + value});
}

double si(const std::string& quantity) { return quantity_in(quantity)->si(); }
}  // namespace

TEST_CASE("quantities in SI base units") {
  CHECK(si("20 um") == 20e-6);
  CHECK(si("20\xC2\xB5m") == 20e-6);
  CHECK(si("+20um") == 20e-6);
  CHECK(si("1 mm") == 1e-3);
  CHECK(si("36 km/h") == doctest::Approx(10));
  CHECK(si("1 atm") == 101325);
  CHECK(si("760 Torr") == doctest::Approx(101325));
  CHECK(si("50 kPa") == 50e3);
  CHECK(si("2 mbar") == 200);
  CHECK(si("1 N/mm^2") == 1e6);
  CHECK(si("9.81 m/s2") == 9.81);
  CHECK(si("3 g/cm^3") == doctest::Approx(3000));
  CHECK(si("28.97 g/mol") == doctest::Approx(0.02897));
  CHECK(si("2 min") == 120);
  CHECK(si("5 1/us") == 5e6);
  CHECK(si("1.85e-5 Pa*s") == 1.85e-5);
  CHECK(si("1 W/cm^2") == 1e4);
  CHECK(si("20 C") == 293.15);
  CHECK(si("-10\xC2\xB0"
           "C") == doctest::Approx(263.15));
  CHECK(unit_named("J/s")->dimension == unit_named("W")->dimension);
  CHECK(si_unit(unit_named("km/h")->dimension) == "m/s");
  CHECK(si_unit(unit_named("K/m")->dimension) == "m^-1*K");
  for (const char* wrong :
       {"", "1", "x", "m/", "/s", "m//s", "um^", "m^0", "m^22", "kmin", "C/m", "mC"})
    CHECK_FALSE(unit_named(wrong));
  for (const char* wrong : {"20", "um", "+um", "+-20um", "20 um m", "inf m", "1e999 m"})
    CHECK_FALSE(quantity_in(wrong));
}

TEST_CASE(
    "numbers with a unit are in the unit of the table, without rounding where that is exact") {
  CHECK(parsed("mesh.x", "0 20 um").numbers("mesh.x") == std::vector<double>{0, 4});
  CHECK(parsed("mesh.x", "0 0.02mm").numbers("mesh.x") == std::vector<double>{0, 4});
  CHECK(parsed("mesh.x", "+0 +20um").numbers("mesh.x") == std::vector<double>{0, 4});
  CHECK(parsed("mesh.x", "0 20").numbers("mesh.x") == std::vector<double>{0, 20});
  const auto place = parsed("output.probe", "5 2.5 um name=a").directives("output.probe").at(0);
  CHECK(place.numbers == std::vector<double>{1, 0.5});
  CHECK(place.plain == "1 0.5 name=a");
  CHECK(place.raw == "5 2.5 um name=a");
  const auto wall = [](const std::string& options) {
    return parsed("boundary.south", "wall " + options).directives("boundary.south").at(0).options;
  };
  CHECK(wall("temperature=450K,150K").at("temperature") == "1.5,0.5");
  CHECK(wall("temperature=450,150K").at("temperature") == "1.5,0.5");
  CHECK(wall("temperature=+450K,+150K").at("temperature") == "1.5,0.5");
  CHECK(wall("temperature=1.5").at("temperature") == "1.5");
  CHECK(std::stod(wall("temperature=176.85C").at("temperature")) == doctest::Approx(1.5));
  CHECK(std::stod(wall("temperature=-123.15\xC2\xB0"
                       "C")
                      .at("temperature")) == doctest::Approx(0.5));
  CHECK(si("26.85 C") == doctest::Approx(300));
  CHECK(wall("velocity=free_stream").at("velocity") == "free_stream");
  const auto two = parsed("initial.state", "two_states 25 um west=2,600K,0 east=1,1,0.5");
  CHECK(two.directives("initial.state").at(0).plain == "two_states 5 west=2,2,0 east=1,1,0.5");
}

TEST_CASE("options of pictures and surfaces in units; a range has the unit of its field") {
  const auto options = [](const std::string& key, const std::string& line) {
    return parsed(key, line).directives(key).at(0).options;
  };
  CHECK(options("output.picture", "zoom=0,0,10,5um").at("zoom") == "0,0,2,1");
  CHECK(options("output.picture", "zoom=0,0,2,1").at("zoom") == "0,0,2,1");
  CHECK(options("output.picture", "range=auto-frame").at("range") == "auto-frame");
  CHECK(options("output.picture", "field=T range=300K,600K").at("range") == "1,2");
  CHECK(options("output.picture", "range=150,600K field=T").at("range") == "0.5,2");
  CHECK(message("output.picture", "range=1,2K").find("the unit 'K' needs field=NAME") !=
        std::string::npos);
  CHECK(message("output.picture", "field=mach range=1,2K").find("takes no unit, not 'K'") !=
        std::string::npos);
  const auto surface = options("body.stl", "a.stl scale=1mm shift=5um,10um,0um section=5um");
  CHECK(surface.at("scale") == "200");
  CHECK(surface.at("shift") == "1,2,0");
  CHECK(surface.at("section") == "1");
  CHECK(options("output.walls", "on temperature=600K").at("temperature") == "2");
  CHECK(parsed("output.integral", "box 0 0 10 5 um field=p")
            .directives("output.integral")
            .at(0)
            .numbers == std::vector<double>{0, 0, 2, 1});
  const auto formula = parsed("output.expression", "dp = p - 1");
  CHECK(formula.directives("output.expression").at(0).plain == "dp = p - 1");
}

TEST_CASE("velocities, times, accelerations and heat fluxes, against hand-computed factors") {
  // R = 8.31446261815324/0.039948 = 208.13213, V0 = sqrt(2 R 300) = 353.3826288 m/s.
  const double V0 = 353.3826288, L = 5e-6;
  CHECK(parsed("time.end", "100 ns").number("time.end") ==
        doctest::Approx(1e-7 * V0 / L).epsilon(1e-7));
  CHECK(parsed("time.steady", "10 1/s").number("time.steady") ==
        doctest::Approx(10 * L / V0).epsilon(1e-7));
  CHECK(parsed("gas.gravity", "0 -9.81 m/s^2").numbers("gas.gravity")[1] ==
        doctest::Approx(-9.81 * L / V0 / V0).epsilon(1e-7));
  const auto option = [](const std::string& options, const std::string& name) {
    const auto line = parsed("boundary.south", "wall " + options).directives("boundary.south");
    return std::stod(line.at(0).options.at(name));
  };
  CHECK(option("velocity=-100m/s,0m/s", "velocity") == doctest::Approx(-100 / V0).epsilon(1e-7));
  // rho0 = mu0/(5 sqrt(pi)/16 Kn L V0) with mu0 = 2.117e-5 (300/273)^0.81 = 2.2850638e-5 Pa s is
  // 0.466968 kg/m^3.
  const double unit = 0.466968 * V0 * V0 * V0;
  CHECK(option("flux=10kW/m^2", "flux") == doctest::Approx(1e4 / unit).epsilon(1e-4));
}

TEST_CASE("the table says which numbers take a unit") {
  const auto settings = parse_case(with_units(), "case.cfg", {});
  int count = 0;
  for (const auto& spec : settings.table().rows())
    if (spec.type == KeyType::number || spec.type == KeyType::numbers) {
      CAPTURE(spec.name);
      CHECK(spec.takes_unit == settings.units()->one(spec.unit).has_value());
      count += spec.takes_unit;
    }
  CHECK(count >= 8);
}

TEST_CASE("messages on units name file, line, key and what is allowed") {
  CHECK(
      message("mesh.x", "0 20 K") ==
      "--set: mesh.x = 0 20 K: 'K' is not a unit of m; allowed are m, cm, mm, um, nm, or none for "
      "the unit L");
  CHECK(message("boundary.south", "wall temperature=20F").find("'F' is not a unit of K; allowed") !=
        std::string::npos);
  CHECK(message("mesh.cells", "20 10 m").find("takes no unit, not 'm'") != std::string::npos);
  CHECK(message("initial.state", "uniform velocity=1m/s,2,3").find("give each number its unit") !=
        std::string::npos);
  CHECK(message("time.step", "1 h")
            .starts_with("--set: time.step = 1 h: must be a number greater than 0 and at most "
                         "1000000, in L/V0; there "
                         "it is 2544"));
  CHECK(message("units.length", "5")
            .find("must be a number greater than 0 with its unit, one of "
                  "m, cm, mm, um, nm") != std::string::npos);
  CHECK(message("mesh.x", "0 +-25um").find("is not a unit of m") != std::string::npos);
  CHECK(message("units.length", "5 K").find("must be a number") != std::string::npos);
  const auto without = message_for(small_case + "end = 10 ns\n");
  CHECK(without ==
        "case.cfg:13: time.end = 10 ns: the unit 'ns' needs the section [units], which gives the "
        "reference quantities");
  CHECK(message_for(small_case + "end = 10 x\n").find("must be a number") != std::string::npos);
}

TEST_CASE("the resolved case keeps units and gives the same values again") {
  const auto more = "[output]\nprobe = 5 2.5 um\n";
  const auto first = parse_case(with_units(more), "case.cfg", {"mesh.x=0 20 um"});
  const auto text = first.resolved();
  CHECK(text.find("x = 0 20 um\n") != std::string::npos);
  CHECK(text.find("probe = 5 2.5 um\n") != std::string::npos);
  CHECK(text.find("length = 5 um\n") != std::string::npos);
  CHECK(text.find("# by [units]: viscosity_exponent = 0.8125\n") != std::string::npos);
  const auto again = parse_case(text, "case.cfg", {});
  CHECK(again.values() == first.values());
  CHECK(again.resolved() == text);
  // Lengths in L are the same case.
  CHECK(parse_case(with_units(more), "case.cfg", {"mesh.x=0 4"}).values() == first.values());
}

}  // namespace test_units
