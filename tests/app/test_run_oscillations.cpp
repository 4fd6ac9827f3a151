// The oscillations in summary.json, of runs with a known frequency.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace test_run_oscillations {

using namespace test_app;
using Json = nlohmann::json;

namespace {
// The oscillations of a run on the host.
Json oscillations_of(const Place& place, const Words& more = {}) {
  const auto run = place.slipflow(Words{"run", "case.cfg", "--backend", "serial"} + more);
  REQUIRE_MESSAGE(run.status == 0, run.err);
  return Json::parse(read(place / "out" / "summary.json"))["oscillations"];
}

// The one of a probe or body; null if there is none.
Json named(const Json& oscillations, const char* kind, const std::string& name,
           const std::string& quantity) {
  for (const auto& one : oscillations)
    if (one.value(kind, "") == name && one["quantity"] == quantity) return one;
  return nullptr;
}

void check(const Json& one, double frequency, double length, double velocity) {
  REQUIRE(one.is_object());
  CHECK(one["frequency"] == doctest::Approx(frequency).epsilon(0.01));
  CHECK(one["reference_length"] == length);
  CHECK(one["reference_velocity"] == doctest::Approx(velocity));
  CHECK(one["strouhal"] == doctest::Approx(frequency * length / velocity).epsilon(0.01));
}
}  // namespace

TEST_CASE("simple_ts: the drag of a body in an inflow that changes over time") {
  const Place place(
      "title = Pulses\n[gas]\nknudsen = 0.05\nmach = 0.3\n[mesh]\nx = 0 8\ny = 0 4\n"
      "cells = 16 8\n[body]\nrectangle = 3 1.5 4 3\n[boundary]\n"
      "west = inflow velocity=0.27 over_time=pulse.csv\neast = pressure p=1\nsouth = wall\n"
      "north = wall\n[time]\nstep = 0.2\nend = 60\n[output]\nmeasures_every = 1\n"
      "pictures = none\ndirectory = out\nprobe = 5 1 name=wake\n");
  std::string pulse = "t,factor\n";
  for (int t = 0; t <= 60; ++t) pulse += fmt::format("{},{}\n", t, 1 + 0.5 * ((t % 4 - 1) % 2));
  write(place / "pulse.csv", pulse);
  const double stream = 0.3 * std::sqrt(5.0 / 6);
  for (const std::string time : {"implicit", "second_order"}) {
    CAPTURE(time);
    const auto found = oscillations_of(place, {"--set", "scheme.time=" + time, "--overwrite"});
    check(named(found, "body", "rectangle 1", "force_x"), 0.25, 1.5, stream);
    check(named(found, "probe", "wake", "v"), 0.25, 1.5, stream);
  }
}

TEST_CASE("piso: forces and velocities under a lid that goes to and fro") {
  const Place place(
      "title = Lid\nmethod = piso\n[flow]\nviscosity = 0.1\n[mesh]\nx = 0 2\ny = 0 2\n"
      "cells = 16 16\n[body]\nrectangle = 0.75 0.75 1.25 1.25 name=block\n[boundary]\n"
      "west = wall\neast = wall\nsouth = wall\nnorth = wall velocity=0.8,0 sine=2,0.25\n"
      "[scheme]\nalgorithm = piso\n[time]\nstep = 0.1\nend = 20\n[output]\nmeasures_every = 1\n"
      "pictures = none\ndirectory = out\nprobe = 0.3 1.5 name=corner\n");
  const auto found = oscillations_of(place);
  check(named(found, "body", "block", "force_x"), 0.25, 0.5, 1.6);
  check(named(found, "probe", "corner", "v"), 0.25, 0.5, 1.6);
}

TEST_CASE("without a reference velocity there are frequencies alone") {
  const Place place(
      "title = Pressure\nmethod = piso\n[flow]\nviscosity = 0.2\n[mesh]\nx = 0 4\ny = 0 2\n"
      "cells = 16 8\n[body]\nrectangle = 1 0.5 2 1 name=block\n[boundary]\n"
      "west = pressure p=0.3 sine=1,0.25\neast = pressure p=0\nsouth = wall\nnorth = wall\n"
      "[scheme]\nalgorithm = piso\n[time]\nstep = 0.1\nend = 20\n[output]\nmeasures_every = 1\n"
      "pictures = none\ndirectory = out\n");
  const auto drag = named(oscillations_of(place), "body", "block", "force_x");
  REQUIRE(drag.is_object());
  CHECK(drag["frequency"] == doctest::Approx(0.25).epsilon(0.01));
  CHECK(!drag.contains("strouhal"));
  CHECK(!drag.contains("reference_length"));
}

TEST_CASE("psi_omega: the lift of a square has the frequency of its vortices") {
  const Place place(
      "title = Street\nmethod = psi_omega\n[fluid]\nreynolds = 120\n[mesh]\nx = 0 14\ny = 0 6\n"
      "cells = 56 24\n[body]\nrectangle = 3 2.25 4 3.25 name=square\n[boundary]\nwest = inflow\n"
      "east = outflow\nsouth = symmetry\nnorth = symmetry\n[scheme]\ntime = adi\n[time]\n"
      "step = 0.05\nend = 70\n[output]\nmeasures_every = 4\npictures = none\n"
      "directory = out\nprobe = 6 3 name=wake\n");
  const auto found = oscillations_of(place);
  const auto lift = named(found, "body", "square", "force_y"),
             wake = named(found, "probe", "wake", "v");
  REQUIRE(wake.is_object());
  check(lift, wake["frequency"], 1, 1);
}

}  // namespace test_run_oscillations
