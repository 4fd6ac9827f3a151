// Promise 3 where sides impose something: an inflow from tables over y and over time, a pressure, walls
// of every kind. Promise 4: their tables belong to the case.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "program.hpp"
#include "results.hpp"

using namespace test_app;

namespace {
using Words = std::vector<std::string>;

const std::string sides_case =
    "[gas]\nknudsen = 0.05\nmach = 0.3\n"
    "[mesh]\nx = 0 3\ny = 0 1\ncells = 25 13\n"
    "[body]\nrectangle = 0.96 0.3076923 1.2 0.6153846 slip=free flux=0.02\n"
    "[boundary]\nwest = inflow path=over_y.csv over_time=over_time.csv temperature=1.1\n"
    "east = pressure p=0.98\nsouth = wall temperature=1,1.3 slip=creep\n"
    "north = wall path=wall.csv accommodation=0.8\n"
    "[time]\nstep = 0.01\nend = 5\n"
    "[output]\nevery_time = 0.035\nhistory_every = 2\nmeasures_every = 2\nbalance = on\n"
    "averages = p u\npictures = none\n";

class SidesPlace : public Place {
 public:
  SidesPlace() : Place(sides_case) {
    write(*this / "over_y.csv", "y,velocity,along\n0,0.1,0\n0.5,0.4,0.02\n1,0.1,0\n");
    write(*this / "over_time.csv", "t,factor\n0,0.2\n0.06,1\n0.1,0.5\n");
    write(*this / "wall.csv", "x,temperature\n0,1\n2,1.2\n3,0.9\n");
  }

  void run(Words words, int steps, const std::string& output) const {
    for (const auto& word : {std::string("--output"), output, std::string("--steps"),
                             fmt::format("{}", steps)})
      words.push_back(word);
    const auto outcome = slipflow(with_case(words));
    REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  }

  static Words with_case(const Words& words) {
    Words all = {"run", "case.cfg"};
    all.insert(all.end(), words.begin(), words.end());
    return all;
  }
};

const Words serial = {"--backend", "serial"};
const Words device = {"--parity", "--trust-device", "--kernels", "plain"};

/// 7 steps on one backend and 6 on another are 13 on the first.
void check_goes_on(const Words& first, const Words& second, const std::string& time) {
  const SidesPlace place;
  const auto with = [&](Words words, const Words& more) {
    words.insert(words.end(), {"--set", "scheme.time=" + time});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  place.run(with(second, {}), 13, "whole");
  place.run(with(first, {}), 7, "parts");
  place.run(with(second, {"--restart", "latest"}), 13, "parts");
  check_same_results(place / "whole", place / "parts");
}
}  // namespace

TEST_CASE("promise 3: sides that impose something, and walls of every kind, serial") {
  for (const char* time : {"implicit", "explicit"}) check_goes_on(serial, serial, time);
}

TEST_CASE("promise 3: the same from serial to a device" * doctest::test_suite("opencl")) {
  check_goes_on(serial, device, "implicit");
}

TEST_CASE("promise 4: other tables of a side or a wall are another case") {
  const SidesPlace place;
  place.run(serial, 7, "out");
  Words again = serial;
  again.insert(again.end(), {"--steps", "9", "--output", "out", "--restart", "latest"});
  for (const auto& [file, row, other] : {std::tuple("over_y.csv", "1,0.1,0", "1,0.1,0.01"),
                                         {"over_time.csv", "0.06,1", "0.07,1"},
                                         {"wall.csv", "2,1.2", "2,1.3"}}) {
    CAPTURE(file);
    const auto good = read(place / file);
    write(place / file, with_line(good, row, other));
    const auto before = place.tree();
    const auto refused = place.slipflow(SidesPlace::with_case(again));
    CHECK(refused.status == 2);
    CHECK(refused.err ==
          "slipflow: cannot restart from out/checkpoint/step_000000007.ckpt: it was written with "
          "another mesh, other bodies, or other tables of a side or wall: a file that the case "
          "names has changed\n");
    CHECK(place.tree() == before);
    write(place / file, good);
  }
  CHECK(place.slipflow(SidesPlace::with_case(again)).status == 0);
}

TEST_CASE("a table that a run went on without is not begun anew over its lines") {
  const SidesPlace place;
  place.run(serial, 4, "out");
  Words without = serial, again = serial;
  without.insert(without.end(), {"--restart", "latest", "--set", "output.balance=off"});
  place.run(without, 6, "out");
  again.insert(again.end(), {"--restart", "latest", "--output", "out", "--steps", "8"});
  const auto before = place.tree();
  const auto refused = place.slipflow(SidesPlace::with_case(again));
  CHECK(refused.status == 2);
  CHECK(refused.err ==
        "slipflow: out/balance.csv has lines from before the checkpoint, but none up to it: move "
        "it away, or go on without it\n");
  CHECK(place.tree() == before);
}
