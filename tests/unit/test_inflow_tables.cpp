// Inflows from tables: the node at which each value is taken, and the factor over time.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "slipflow/simple_ts/state.hpp"
#include "test_cases.hpp"
#include "test_folder.hpp"

namespace slipflow::simple_ts::test_inflow_tables {

namespace {
/// 4 x 4 cells over 0..2 x 0..1, each wider than the one to its west; `sides` are set over four
/// outflows.
Case box(const std::vector<std::string>& sides) {
  return case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 2\ny = 0 1\ncells = 4 4\nx_stretch = geometric 1.25\n"
      "[boundary]\nwest = outflow\neast = outflow\nsouth = outflow\nnorth = outflow\n"
      "[time]\nstep = 0.01\nmax_steps = 1\n",
      sides);
}

/// velocity 1 + y and along 2 - 3 y, which no interpolation changes.
constexpr const char* kLinear = "y,velocity,along\n0,1,2\n0.4,1.4,0.8\n1,2,-1\n";

std::string refusal(const std::string& west) {
  try {
    box({"boundary.west=" + west});
  } catch (const Error& error) {
    const std::string text = error.what();
    return text.substr(text.find(".csv'") + 6);
  }
  return "not refused";
}
}  // namespace

TEST_CASE(
    "a tabulated inflow: normal velocity at centres, tangential velocity at the nodes between") {
  const test_support::Folder folder;
  const std::string file = folder.write("in.csv", kLinear);
  for (const bool west : {true, false}) {
    CAPTURE(west);
    const Case c =
        box({std::string("boundary.") + (west ? "west" : "east") + "=inflow path=" + file});
    const State s = initial_state(c);
    const auto layout = c.mesh.layout();
    const double sign = west ? 1 : -1;
    const int face = west ? 0 : 4, ghost = west ? -1 : 4;
    for (int j = 0; j < 4; ++j)
      CHECK(s.u[layout.at(face, j)] == doctest::Approx(sign * (1 + 0.25 * (j + 0.5))));
    for (int j = 0; j <= 4; ++j)
      CHECK(s.v[layout.at(ghost, j)] == doctest::Approx(2 - 3 * 0.25 * j));
    // Beyond the ends of the side the outermost node.
    CHECK(s.v[layout.at(ghost, -2)] == 2);
    CHECK(s.v[layout.at(ghost, 6)] == -1);
  }
}

TEST_CASE("tables and axes may begin with a byte order mark, as spreadsheets write it") {
  const test_support::Folder folder;
  const std::string marked = "\xEF\xBB\xBFy,velocity\r\n0,1\r\n1,2\r\n";
  CHECK(refusal("inflow path=" + folder.write("in.csv", marked)) == "not refused");
  CHECK(refusal("inflow path=" + folder.write("cut.csv", marked.substr(1)))
            .starts_with("must begin with the names"));
  const Case c = box({"mesh.x_stretch=file path=" +
                      folder.write("x.txt", "\xEF\xBB\xBF 0 0.25 0.75 1.5\r\n2\r\n")});
  CHECK(c.mesh.x.faces[1] == 0.25);
}

TEST_CASE("the same on the south and north boundary, on a stretched mesh") {
  const test_support::Folder folder;
  const std::string file =
      folder.write("in.csv", "x,velocity,along\n0,1,2\n2,3,-4\n");  // 1 + x, 2 - 3 x
  for (const bool south : {true, false}) {
    CAPTURE(south);
    const Case c =
        box({std::string("boundary.") + (south ? "south" : "north") + "=inflow path=" + file});
    const State s = initial_state(c);
    const auto layout = c.mesh.layout();
    const double sign = south ? 1 : -1;
    const int face = south ? 0 : 4, ghost = south ? -1 : 4;
    for (int i = 0; i < 4; ++i)
      CHECK(s.v[layout.at(i, face)] == doctest::Approx(sign * (1 + c.mesh.x.centre(i))));
    for (int i = 0; i <= 4; ++i)
      CHECK(s.u[layout.at(i, ghost)] == doctest::Approx(2 - 3 * c.mesh.x.faces[i]));
    CHECK(s.u[layout.at(-3, ghost)] == 2);
    CHECK(s.u[layout.at(7, ghost)] == -4);
  }
}

TEST_CASE(
    "at a periodic end both ends of the boundary are one node, with the mean of both values") {
  const test_support::Folder folder;
  const Case c = box({"boundary.west=inflow path=" + folder.write("in.csv", kLinear),
                      "boundary.south=periodic", "boundary.north=periodic"});
  const State s = initial_state(c);
  const auto layout = c.mesh.layout();
  for (const int j : {0, 4}) CHECK(s.v[layout.at(-1, j)] == 0.5);
  CHECK(s.v[layout.at(-1, 1)] == 1.25);
  CHECK(s.v[layout.at(-1, 5)] == 1.25);
  CHECK(s.v[layout.at(-1, -1)] == -0.25);
}

namespace {
/// 3 x 4 x 4 cells over 0..3 x 0..2 x 0..1 between six outflows but for `sides`.
Case box_in_space(const std::vector<std::string>& sides) {
  return case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 3\ny = 0 2\nz = 0 1\ncells = 3 4 4\n"
      "y_stretch = geometric 1.25\n[boundary]\nwest = outflow\neast = outflow\n"
      "south = outflow\nnorth = outflow\nbottom = outflow\ntop = outflow\n"
      "[time]\nstep = 0.01\nmax_steps = 1\n",
      sides);
}

/// A table of a grid in y and z, its rows in no order, of 1 + y + 2 z + y z, which is bilinear, and
/// twice and three times of it.
std::string grid_table(const std::string& names, int columns) {
  std::string text = names + "\n";
  for (const auto& [y, z] :
       {std::pair(2.0, 0.0), {0.0, 1.0}, {0.5, 1.0}, {0.0, 0.0}, {2.0, 1.0}, {0.5, 0.0}}) {
    text += fmt::format("{},{}", y, z);
    for (int k = 1; k <= columns; ++k) text += fmt::format(",{}", k * (1 + y + 2 * z + y * z));
    text += '\n';
  }
  return text;
}
}  // namespace

TEST_CASE("an inflow and a wall in space from tables over both axes of the boundary") {
  const test_support::Folder folder;
  const auto file = folder.write("in.csv", grid_table("y,z,velocity,along_z,along_y", 3));
  const auto f = [](double y, double z) { return 1 + y + 2 * z + y * z; };
  const Case c = box_in_space({"boundary.west=inflow path=" + file});
  const State s = initial_state(c);
  const auto layout = c.mesh.layout();
  const auto &y = c.mesh.y, &z = c.mesh.z;
  for (int j = 0; j < 4; ++j)
    for (int k = 0; k < 4; ++k) {
      CHECK(s.u[layout.at(0, j, k)] == doctest::Approx(f(y.centre(j), z.centre(k))));
      CHECK(s.v[layout.at(-1, j, k)] == doctest::Approx(3 * f(y.faces[j], z.centre(k))));
      CHECK(s.w[layout.at(-1, j, k)] == doctest::Approx(2 * f(y.centre(j), z.faces[k])));
    }
  // Both ends of a periodic axis are one node.
  const State around = initial_state(box_in_space(
      {"boundary.west=inflow path=" + file, "boundary.bottom=periodic", "boundary.top=periodic"}));
  CHECK(around.w[layout.at(-1, 1, 0)] == doctest::Approx(f(y.centre(1), 0) + f(y.centre(1), 1)));

  const auto warm = folder.write("wall.csv", grid_table("y,z,temperature", 1));
  const State wall = initial_state(box_in_space({"boundary.east=wall path=" + warm}));
  for (int j = 0; j < 4; ++j)
    for (int k = 0; k < 4; ++k)
      CHECK(wall.T[layout.at(3, j, k)] == doctest::Approx(f(y.centre(j), z.centre(k))));
}

TEST_CASE("a table over two axes that is no grid is refused") {
  const test_support::Folder folder;
  const auto message = [&](const std::string& text) -> std::string {
    const auto file = folder.write("in.csv", text);
    try {
      box_in_space({"boundary.west=inflow path=" + file});
    } catch (const Error& error) {
      const std::string what = error.what();
      return what.substr(what.find(".csv'") + 6);
    }
    return "not refused";
  };
  CHECK(message("y,z,velocity\n0,0,1\n2,0,1\n0,1,1\n") ==
        "must have a row for each value of y with each of z, but has none for y = 2, z = 1");
  CHECK(message("y,z,velocity\n0,0,1\n0.5,1,1\n2,0,1\n0,1,1\n2,1,1\n") ==
        "must have a row for each value of y with each of z, but has none for y = 0.5, z = 0");
  CHECK(message("y,z,velocity\n0,0,1\n2,0,1\n\n0,1,1\n0,1,2\n") ==
        "line 6: has y = 0, z = 1 again");
  CHECK(message("y,z,velocity\n0,0,1\n2,0,1\n0,1,1\n2,1,2\n2,1,2\n") ==
        "line 6: has y = 2, z = 1 again");
  CHECK(message("y,z,velocity\n0,0,1\n2,0,1\n") ==
        "must have two values of y and two of z at least");
  CHECK(message("y,z,velocity\n0,0,1\n") ==
        "must hold a line of names and four rows of numbers at least");
  CHECK(message("y,velocity\n0,1\n2,1\n") ==
        "must begin with the names of its columns, y,z,velocity and any of along_y, along_z");
  CHECK(message("y,z,velocity\n0,0,1\n1,0,1\n0,1,1\n1,1,1\n") ==
        "reaches from y = 0 to 1, which leaves out the cell at 1.05149");
}

TEST_CASE("numbers of a table over two axes between which there is none are refused") {
  const test_support::Folder folder;
  const auto file =
      folder.write("in.csv", "y,z,velocity\n0,0,1e308\n2,0,-1e308\n0,1,1e308\n2,1,-1e308\n");
  try {
    box_in_space({"boundary.west=inflow path=" + file});
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(std::string(error.what()).find("the table holds a velocity of ") != std::string::npos);
  }
}

TEST_CASE("at a wall the end of the boundary belongs to the wall") {
  const test_support::Folder folder;
  const Case c =
      box({"boundary.west=inflow path=" + folder.write("in.csv", kLinear), "boundary.south=wall"});
  const State s = initial_state(c);
  CHECK(s.v[c.mesh.layout().at(-1, 0)] == 0);
  CHECK(s.v[c.mesh.layout().at(-1, 1)] == 1.25);
}

TEST_CASE("where two inflows meet, the corner belongs to the west or east one") {
  const test_support::Folder folder;
  const Case c = box({"boundary.west=inflow path=" + folder.write("in.csv", kLinear) +
                          " temperature=1.5 density=0.75",
                      "boundary.south=inflow velocity=5 along=7 temperature=1.25"});
  const State s = initial_state(c);
  const auto layout = c.mesh.layout();
  CHECK(s.v[layout.at(-1, 0)] == 2);
  CHECK(s.u[layout.at(0, -1)] == doctest::Approx(1.125));
  CHECK(s.T[layout.at(-1, -1)] == 1.5);
  CHECK(s.rho[layout.at(-1, -1)] == 0.75);
  CHECK(s.v[layout.at(0, 0)] == 5);
  CHECK(s.u[layout.at(1, -1)] == 7);
  CHECK(s.u[layout.at(4, -1)] == 7);
  CHECK(s.T[layout.at(0, -1)] == 1.25);
}

TEST_CASE(
    "a table with a tangential velocity must reach the ends of the boundary, but for rounding") {
  const test_support::Folder folder;
  const auto short_table = folder.write("short.csv", "y,velocity,along\n0.125,1,2\n0.875,1,2\n");
  CHECK(refusal("inflow path=" + short_table) ==
        "reaches from y = 0.125 to 0.875, which leaves out the end of a face at 0");
  const auto centres = folder.write("centres.csv", "y,velocity\n0.125,1\n0.875,1\n");
  CHECK(refusal("inflow path=" + centres) == "not refused");
  const auto rounded = folder.write("rounded.csv", "y,velocity,along\n1e-12,1,2\n1,1,2\n");
  CHECK(refusal("inflow path=" + rounded) == "not refused");
}

TEST_CASE("a factor over time multiplies normal and tangential velocities alike") {
  const test_support::Folder folder;
  const std::string over_time = " over_time=" + folder.write("time.csv", "t,factor\n0,2\n1,4\n");
  const std::string file = folder.write("in.csv", kLinear);
  const auto imposed_at = [&](const std::string& side, const std::string& what, double time) {
    const Case c = box({"boundary." + side + "=inflow " + what + over_time});
    State s = initial_state(c);
    const auto layout = c.mesh.layout();
    for (const auto& v : imposed_velocities(c, side_factors(c, time)))
      v.for_each([&](int i, int j, int k, double value) {
        s.velocity(v.axis)[layout.at(i, j, k)] = value;
      });
    return std::pair{s, layout};
  };
  const auto [west, layout] = imposed_at("west", "path=" + file, 0.5);
  CHECK(west.u[layout.at(0, 1)] == doctest::Approx(3 * 1.375));
  CHECK(west.v[layout.at(-1, 1)] == doctest::Approx(3 * 1.25));
  const auto [start, same] = imposed_at("west", "path=" + file, 0);
  CHECK(start.v[same.at(-1, 1)] == doctest::Approx(2 * 1.25));
  const auto [north, third] = imposed_at("north", "velocity=0.5 along=0.25", 1);
  CHECK(north.v[third.at(2, 4)] == -2);
  CHECK(north.u[third.at(2, 4)] == 1);
}

}  // namespace slipflow::simple_ts::test_inflow_tables
