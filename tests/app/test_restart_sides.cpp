// Promise 4: the tables of boundaries and walls belong to the case; and tables of results that a
// run left out.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "restarting.hpp"
#include "results.hpp"

namespace test_restart_sides {

using namespace test_app;

namespace {
/// A folder with the case and its tables.
class SidesPlace : public Place {
 public:
  SidesPlace() : Place(sides_case) { write_tables(*this); }
};
}  // namespace

TEST_CASE("promise 4: other tables of a boundary or a wall are another case") {
  const SidesPlace place;
  run(place, serial + Words{"--steps", "7"});
  const Words again =
      Words{"run", "case.cfg"} + serial + Words{"--steps", "9", "--restart", "latest"};
  for (const auto& [file, row, other] : {std::tuple("over_y.csv", "1,0.1,0", "1,0.1,0.01"),
                                         {"over_time.csv", "0.06,1", "0.07,1"},
                                         {"wall.csv", "2,1.2", "2,1.3"}}) {
    CAPTURE(file);
    const auto good = read(place / file);
    write(place / file, with_line(good, row, other));
    const auto before = place.tree();
    const auto refused = place.slipflow(again);
    CHECK(refused.status == 2);
    CHECK(refused.err ==
          "slipflow: cannot restart from out/checkpoint/step_000000007.ckpt: it was written with "
          "another mesh, other bodies, or other tables of a side or wall: a file that the case "
          "names has changed\n");
    CHECK(place.tree() == before);
    write(place / file, good);
  }
  CHECK(place.slipflow(again).status == 0);
}

TEST_CASE("a table that a run went on without is not begun anew over its lines") {
  const SidesPlace place;
  const auto go_on = serial + Words{"--restart", "latest"};
  run(place, serial + Words{"--steps", "4"});
  run(place, go_on + Words{"--steps", "6", "--set", "output.balance=off"});
  const auto before = place.tree();
  const auto refused = place.slipflow(Words{"run", "case.cfg"} + go_on + Words{"--steps", "8"});
  CHECK(refused.status == 2);
  CHECK(refused.err ==
        "slipflow: out/balance.csv has lines from before the checkpoint, but none up to it: move "
        "it away, or continue without it\n");
  CHECK(place.tree() == before);
}

}  // namespace test_restart_sides
