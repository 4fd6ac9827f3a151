// Sides of a case and the options of walls: what they become, and how bad ones are refused.
#include <doctest/doctest.h>

#include <cmath>

#include "cpu_time.hpp"
#include "simple_ts/boundary/pressure_side.h"
#include "slipflow/simple_ts/state.hpp"
#include "test_cases.hpp"
#include "test_folder.hpp"

namespace slipflow::simple_ts::test_sides {

namespace {
const std::string box =
    "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 4\ny = 0 2\ncells = 8 4\n"
    "[boundary]\nwest = pressure p=2\neast = pressure p=1\nsouth = wall\nnorth = wall\n"
    "[time]\nstep = 0.01\nmax_steps = 1\n";

Case with(const std::string& key, const std::string& value) {
  return case_from(box, {key + "=" + value});
}

/// What follows the value in the message that refuses it.
std::string refused(const std::string& side, const std::string& value) {
  try {
    with("boundary." + side, value);
  } catch (const Error& error) {
    const std::string text = error.what();
    return text.substr(text.find(value) + value.size() + 2);
  }
  return "not refused";
}

/// A table of this text, until the next one is made or the test ends.
class Tables {
 public:
  std::string operator()(const std::string& text) const {
    folder_.write("table.csv", text);
    return (folder_ / "table.csv").string();
  }

 private:
  test_support::Folder folder_;
};
}  // namespace

TEST_CASE("accommodation multiplies slip and jump by (2 - sigma)/sigma") {
  const auto south = [](const Case& c) { return c.walls.at(0).values; };
  const WallValues full = south(with("boundary.south", "wall"));
  CHECK(full.slip == 1.1466 * 0.05);
  CHECK(full.jump == 2.1904 * 0.05);
  const WallValues own = south(with("boundary.south", "wall accommodation=0.8,0.5"));
  CHECK(own.slip == doctest::Approx(1.5 * full.slip).epsilon(1e-15));
  CHECK(own.jump == doctest::Approx(3 * full.jump).epsilon(1e-15));
  CHECK(south(with("boundary.south", "wall accommodation=0.5")).jump == own.jump);
  CHECK(south(with("gas.accommodation", "0.8 0.5")).slip == own.slip);
  CHECK(south(with("boundary.south", "wall slip=off accommodation=0.8")).slip == 0);
  for (const std::string bad : {"0", "1.1", "-1", "x", "1,1,1", "1,0"})
    CHECK(refused("south", "wall accommodation=" + bad) ==
          "accommodation=" + bad +
              " must be one number for momentum and energy, or two with a "
              "comma, greater than 0 and at most 1");
}

TEST_CASE("a wall's temperature varies from end to end, or by a table") {
  const Tables table;
  const Case c = with("boundary.south", "wall temperature=1,2");
  CHECK(c.walls_vary());
  CHECK(c.walls[0].temperatures.front() == 1.0625);
  CHECK(c.walls[0].temperatures.back() == 1.9375);
  const State s = initial_state(c);
  const auto layout = c.mesh.layout();
  CHECK(s.T[layout.at(2, -1)] == 1.3125);
  CHECK(s.T[layout.at(-1, -1)] == 1.0625);
  CHECK(s.T[layout.at(3, 4)] == 1);  // the north wall, which has one temperature
  CHECK(s.T[layout.at(3, 0)] == 1);

  const auto file = table("# hot in the middle\nx, temperature\n0,1\n2,3\n\n4,1\n");
  CHECK(with("boundary.south", "wall path=" + file).walls[0].temperatures[3] == 2.75);
  CHECK_FALSE(with("boundary.south", "wall temperature=1.5").walls_vary());
}

TEST_CASE("bad walls are refused") {
  CHECK(
      refused("south", "wall temperature=1,2,3") ==
      "temperature=1,2,3 must be a number greater than 0 (unit T0), or two with a comma, those of "
      "both ends");
  CHECK(
      refused("south", "wall flux=1 temperature=2") ==
      "give either flux or temperature, not both: a given heat flow settles the temperature of the "
      "gas at the wall");
  CHECK(refused("south", "wall slip=off jump=adiabatic accommodation=0.9") ==
        "accommodation has nothing to act on: the wall has neither slip nor jump");
  CHECK(refused("south", "wall flux=1,2") ==
        "flux=1,2 must be a number, the heat flow into the wall (unit rho0 V0^3)");
}

TEST_CASE("promise 18: a table is read in a time linear in its size, whatever is in it") {
  const Tables table;
  const auto read = [&](const std::string& begin, const std::string& repeated) {
    return [&table, begin, repeated](int times) {
      std::string text = begin;
      for (int k = 0; k < times; ++k) text += repeated;
      refused("south", "wall path=" + table(text + "\n"));
    };
  };
  CHECK(test_support::grows_linearly(read("x,temperature", ",temperature"), 5000));
  CHECK(test_support::grows_linearly(read("x,temperature", ","), 10000));
  CHECK(test_support::grows_linearly(read("x,temperature\n", "0,"), 10000));
}

TEST_CASE("bad tables are refused with the line") {
  const Tables table;
  const auto message = [&](const std::string& text) {
    const auto file = table(text);
    const auto full = refused("south", "wall path=" + file);
    return full.substr(full.find(file) + file.size() + 2);
  };
  CHECK(message("") == "must hold a line of names and two rows of numbers at least");
  CHECK(message("y,temperature\n0,1\n1,1\n") ==
        "must begin with the names of its columns, x,temperature");
  CHECK(message("x,temperature\n0,1\n1,1,1\n") == "line 3: must be 2 numbers, separated by commas");
  CHECK(message("x,temperature\n0,1\n\n0,1\n") == "line 4: x must increase from row to row");
  CHECK(message("x,temperature\n0,1\n3,1\n") ==
        "reaches from x = 0 to 3, which leaves out the cell at 3.25");
  CHECK(refused("south", "wall path=none.csv") ==
        "'none.csv' cannot be read: No such file or directory");
  CHECK(refused("south", "wall path=/dev/zero") == "'/dev/zero' is not a regular file");
  // A file that can be opened and not read.
  CHECK(refused("south", "wall path=/proc/self/mem") ==
        "'/proc/self/mem' cannot be read to its end");
  const auto large = table("x,temperature\n");
  std::filesystem::resize_file(large, std::uintmax_t{129} << 20);
  CHECK(refused("south", "wall path=" + large) == "'" + large + "' is larger than 128 MiB");
  CHECK(refused("south", "wall path=" + table("x,temperature\n0,1\n4,-1\n")) ==
        "the table holds a temperature that is not greater than 0");
}

TEST_CASE("pressures and inflows") {
  const Tables table;
  const Case c = with("boundary.west", "inflow velocity=0.3 profile=parabolic along=0.1");
  const auto& across = c.side_values[mesh::west].across;
  // The mean over the cells is that of the case; the shape that of a parabola, eta (1 - eta).
  CHECK(across[0] + across[1] + across[2] + across[3] == doctest::Approx(4 * 0.3).epsilon(1e-15));
  CHECK(across[0] / across[1] == doctest::Approx(0.125 * 0.875 / (0.375 * 0.625)).epsilon(1e-15));
  CHECK(across[3] == across[0]);
  const State s = initial_state(c);
  const auto layout = c.mesh.layout();
  CHECK(s.u[layout.at(0, 0)] == across[0]);
  CHECK(s.u[layout.at(-1, 0)] == across[0]);
  CHECK(s.v[layout.at(-1, 1)] == 0.1);
  CHECK(with("boundary.east", "inflow velocity=0.3").side_values[mesh::east].across[0] == -0.3);

  const Case stretched = case_from(
      box, {"mesh.y_stretch=geometric 1.5", "boundary.west=inflow velocity=0.3 profile=parabolic"});
  double flow = 0;
  for (int j = 0; j < 4; ++j)
    flow += stretched.mesh.y.widths[j] * stretched.side_values[mesh::west].across[j];
  CHECK(flow == doctest::Approx(2 * 0.3).epsilon(1e-15));

  CHECK(refused("west", "pressure") == "pressure needs p=NUMBER (unit p0)");
  CHECK(refused("west", "pressure p=0") ==
        "p=0 must be a number greater than 0 and at most 1000000 (unit p0)");
  CHECK(refused("west", "pressure p=1 at=wall") == "at=wall must be face or ghost");
  CHECK(refused("west", "inflow temperature=1") ==
        "inflow needs velocity=NUMBER (its mean into the domain, unit V0) or path=FILE");
  CHECK(refused("west", "inflow velocity=-1") ==
        "velocity=-1 must be a number greater than 0 and at most 1000000 (unit V0)");
  CHECK(refused("west", "inflow velocity=2000000") ==
        "velocity=2000000 must be a number greater than 0 and at most 1000000 (unit V0)");
  CHECK(refused("west", "inflow velocity=1 along=-2000000") ==
        "along=-2000000 must be a number from -1000000 to 1000000 (unit V0)");
  CHECK(refused("west", "inflow velocity=1 profile=round") ==
        "profile=round must be uniform or parabolic");
  CHECK(refused("west", "inflow velocity=1 path=u.csv") ==
        "give either path or velocity, not both: the table holds the velocity");
  CHECK(refused("west", "inflow path=" + table("y,velocity\n0,1\n2,-1\n")) ==
        "the table holds a velocity below 0: an inflow is positive into the domain");
}

TEST_CASE("an inflow over time follows its table, and is constant outside it") {
  const Tables table;
  const Case c =
      with("boundary.west", "inflow velocity=0.5 over_time=" + table("t,factor\n1,0\n3,2\n"));
  CHECK(c.sides_vary_in_time());
  const auto& west = c.side_values[mesh::west];
  CHECK(west.factor(0) == 0);
  CHECK(west.factor(1.5) == 0.5);
  CHECK(west.factor(3) == 2);
  CHECK(west.factor(9) == 2);
  CHECK(initial_state(c).u[c.mesh.layout().at(0, 2)] == 0);
  const auto imposed = imposed_velocities(c, side_factors(c, 3));
  REQUIRE(imposed.size() == 2);
  CHECK(imposed[0].values[0] == 0);  // beyond the south wall
  CHECK(imposed[0].values[4 * 4 + 3] == 1);
  CHECK(refused("west", "inflow velocity=1 over_time=" + table("t,factor\n0,1\n1,-1\n")) ==
        "over_time holds a factor of -1, which must be from 0 to 1000000");
}

TEST_CASE(
    "at a pressure boundary cell and ghost have the prescribed mean, but never far below the "
    "cell") {
  CHECK(sf_mirrored(1.0, 1.2) == 0.8);
  CHECK(sf_mirrored(1.0, 3.0) == 0.25);
  CHECK(std::isnan(sf_mirrored(1.0, std::nan(""))));
  const SfGhostState leaving = sf_pressure_ghost({1.0, 2.0, 0}, 1.25, 0.96, -0.1);
  CHECK(leaving.T == 1.25);
  CHECK(leaving.T * leaving.rho == doctest::Approx(0.8).epsilon(1e-15));
  const SfGhostState entering = sf_pressure_ghost({1.0, 2.0, 1}, 1.25, 0.96, 0.1);
  CHECK(entering.T == 2.0);
  CHECK(entering.rho == 0.5);
  CHECK(sf_pressure_ghost({1.0, 2.0, 1}, 1.25, 0.96, 0.25 * SF_ENTERS_AT).T == 1.4375);
}

}  // namespace slipflow::simple_ts::test_sides
