// Gaps at walls that cut cells, by their true width: docs/methods/cut-cells.md section 11.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "slipflow/simple_ts/case_warnings.hpp"
#include "test_cases.hpp"
#include "test_output_support.hpp"

namespace slipflow::simple_ts::test_cut_gaps {

namespace {
/// A channel of 48 x 24 unit cells between walls at rest.
Case with(const std::string& bodies, const std::vector<std::string>& set = {}) {
  return case_from(
      "[gas]\nknudsen = 0.05\nmach = 2\n[mesh]\nx = 0 48\ny = 0 24\ncells = 48 24\nwalls = cut\n"
      "[body]\n" +
          bodies +
          "\n[boundary]\nwest = stream\neast = outflow\nsouth = wall\nnorth = wall\n[initial]\n"
          "state = rest\n[time]\nmax_steps = 1\n",
      set);
}

/// What the message on a gap, or the warning of one, says up to the cell; empty: there is none.
std::string judged(const std::string& bodies, const std::vector<std::string>& set = {}) {
  std::string warning;
  const std::string reason = test_support::reason_of_refusal([&] {
    for (const std::string& text : warnings_of(with(bodies, set)))
      if (text.starts_with("the gap")) warning = text;
  });
  if (reason != "not refused") return reason.substr(0, reason.find(" at cell"));
  const auto width = warning.find(", is ");
  return width == std::string::npos ? warning
                                    : warning.substr(0, warning.find(" at cell")) +
                                          warning.substr(width, warning.find(" wide") - width);
}

/// Two plates around the middle of the channel, so far apart.
std::string plates(double apart, double degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  std::string text;
  for (const double from : {-apart / 2 - 3, apart / 2}) {
    text += "polygon =";
    for (const auto& [a, b] :
         {std::pair{-6.0, from}, {6.0, from}, {6.0, from + 3}, {-6.0, from + 3}})
      text += fmt::format(" {} {}", 24 + a * std::cos(angle) - b * std::sin(angle),
                          12 + a * std::sin(angle) + b * std::cos(angle));
    text += "\n";
  }
  return text;
}

const std::vector<std::string> kPeriodic = {"boundary.west=periodic", "boundary.east=periodic"};
}  // namespace

TEST_CASE("cut walls: a gap between oblique plates is as wide as their distance") {
  for (const double degrees : {0.0, 30.0, 45.0, 60.0, 101.0}) {
    CAPTURE(degrees);
    CHECK(judged(plates(1.8, degrees)).find(" leaves a gap 1.8 cells wide to polygon ") !=
          std::string::npos);
    CHECK(judged(plates(2, degrees)).ends_with(", is 2 cells"));
    CHECK(judged(plates(2.5, degrees)).ends_with(", is 2.5 cells"));
    CHECK(judged(plates(4.5, degrees)) == "");
  }
  // Along x and y it is wider, so whole cells leave no gap of one cell.
  CHECK(judged(plates(1.8, 45), {"mesh.walls=stairs"}).find("leaves a gap") == std::string::npos);
}

TEST_CASE("cut walls: messages on gaps name the walls, the place and the width") {
  const std::string circle = "circle = 24 4.5 3";
  CHECK(test_support::reason_of_refusal([&] { with("circle = 24.5 4.5 3"); }) ==
        "circle 1 leaves a gap 1.5 cells wide to the south side at cell (24, 0), x = 24.5, "
        "y = 0.5: close it, or make it two cells wide, better four");
  const auto warnings = warnings_of(with("circle = 24.5 6 3"));
  REQUIRE(!warnings.empty());
  CHECK(warnings.front() ==
        "the gap between the south side and circle 1 at cell (24, 0), x = 24.5, y = 0.5, is 3 "
        "cells wide: make it four cells wide or more");
  CHECK(judged("circle = 24.5 7.5 3") == "");
  const auto of_whole_cells = warnings_of(with("rectangle = 20 3 28 8"));
  CHECK(std::ranges::count_if(of_whole_cells, [](const std::string& text) {
          return text.starts_with("the gap");
        }) == 1);
  CHECK(judged(circle, {"boundary.south=symmetry"}).ends_with("side, is 3.06 cells"));
  CHECK(judged(circle + " slip=free jump=adiabatic") == "");
}

TEST_CASE("cut walls: gaps between corners, to images, to stairs, in rings, and at necks") {
  CHECK(
      judged("polygon = 24.5 1.5 29 6 24.5 11 20 6").ends_with("1.5 cells wide to the south side"));
  CHECK(judged("polygon = 20 7 24.25 12 20 17 15.75 12\npolygon = 30 7 34.25 12 30 17 25.75 12")
            .find("a gap 1.5 cells wide to polygon") != std::string::npos);
  CHECK(judged("rectangle = 0.9 9.3 47.2 14", kPeriodic) ==
        "rectangle 1 leaves a gap 1.7 cells wide to itself");
  CHECK(judged("rectangle = 1.9 9.3 47.2 14", kPeriodic).ends_with(", is 2.7 cells"));
  CHECK(judged("rectangle = 2.9 9.3 46.2 14", kPeriodic) == "");
  const std::string stairs = "rectangle = 10 4 18 8 walls=stairs\n";
  CHECK(judged(stairs + "rectangle = 10.3 9.5 18.1 14.2") ==
        "rectangle 1 leaves a gap 1.5 cells wide to rectangle 2");
  CHECK(judged(stairs + "rectangle = 10 9 18 14 walls=stairs\ncircle = 30 12 4") ==
        "rectangle 1 leaves a gap one cell wide to rectangle 2");
  const std::string ring = "circle = 24 12 9 gas=inside\ncircle = 24 12 ";
  CHECK(judged(ring + "7.5").find("1.5 cells wide") != std::string::npos);
  CHECK(judged(ring + "6").ends_with(", is 3 cells"));
  CHECK(judged(ring + "4.9") == "");
  CHECK(judged("polygon = 12.1 4.1 30.3 4.1 30.3 16 22 16 22 14 28 14 28 7 14 7 14 14 20.5 14 20.5 "
               "16 12.1 16") == "polygon 1 leaves a gap 1.5 cells wide to itself");
}

TEST_CASE("cut walls: dead ends are no gaps") {
  for (const double angle : {0.0, 0.3, 0.7853, 1.2}) {
    CAPTURE(angle);
    CHECK(judged(fmt::format("circle = 20.37 9.9 3.3\ncircle = {} {} 3.3",
                             20.37 + 6.6 * std::cos(angle), 9.9 + 6.6 * std::sin(angle))) == "");
  }
  CHECK(judged("circle = 20 12 3\ncircle = 25 13 3") == "");  // they overlap
  // An overhang, around whose corner the gas of the cell leads on.
  CHECK(judged("rectangle = 10.2 -1 30 8.57\npolygon = 12 5 20 5 20.9 8.87 12 12") == "");
  CHECK(judged("circle = 24.5 3.2 3.2") == "");  // it touches a side of the domain
  CHECK(judged("circle = 24 2.2 3.2") == "");    // and crosses one
  CHECK(judged("polygon = 20 -1 30 -1 22 5") == "");
  CHECK(judged("polygon = 12 4 30 4 30 14 21 6 12 14") == "");  // a notch
  for (const double width : {1.5, 3.0})                         // slots
    CHECK(judged(fmt::format("polygon = 12.1 4.1 20.3 4.1 20.3 14 {0} 14 {0} 8.2 16 8.2 16 14 12.1 "
                             "14",
                             16 + width)) == "");
  CHECK(judged("polygon = 18 11.9 30 14.3 30 14.7 18 12.3") == "");  // a body is thin, not a gap
}

TEST_CASE("the base of a body may lie on a wall, and its corners on mesh lines or close to them") {
  CHECK(judged("polygon = 10 0  20 0  15 8").empty());
  CHECK(judged("polygon = 10 24  11.3 18.1  16 17  19 24").empty());
  for (const double x : {21.0, 21.0 + 1e-12, 21.0 + 1e-9})
    CHECK(judged(fmt::format("polygon = 10 6.2  {} 12.7  10 18.3", x)).empty());
}

TEST_CASE("a plane of symmetry doubles a gap") {
  CHECK(judged("circle = 24 8.7 8", {"boundary.south=symmetry"}) ==
        "circle 1 leaves a gap 1.42 cells wide to the south side");
  CHECK(judged("circle = 24 8 8", {"boundary.south=symmetry"}).empty());
}

}  // namespace slipflow::simple_ts::test_cut_gaps
