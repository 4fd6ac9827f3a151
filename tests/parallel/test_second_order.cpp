// Steps of second order in time have the same bits on several threads and ranks.
#include <doctest/doctest.h>

#include "backends/team/team_operations.hpp"
#include "parity_cases.hpp"
#include "played_pieces.hpp"
#include "thread_team.hpp"
#include "two_stage_steps.hpp"

namespace test_second_order {

using namespace slipflow;
using namespace slipflow::simple_ts;

namespace {
const std::string kInflow =
    "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 3\ny = 0 2\ncells = 37 29\nx_stretch = geometric 1.02\n"
    "[body]\nrectangle = 1 0.8 1.6 1.2 temperature=1.2\n"
    "[boundary]\nwest = inflow velocity=0.2\neast = pressure p=0.9\nsouth = wall\n"
    "north = outflow\n[time]\nstep = 0.02\nmax_steps = 1\n";

}  // namespace

TEST_CASE("steps of second order: threads and ranks have the bits of the serial reference") {
  for (const std::string& text :
       {kInflow, parity_cases().at("edges"), parity_cases().at("periodic"),
        cases_in_space().at("room in space")})
    for (const std::string convection : {"upwind", "tvd"}) {
      CAPTURE(convection);
      const Case c =
          case_from(text, {"scheme.time=second_order", "scheme.convection=" + convection});
      const auto expected = record_second_order(c, *make_serial_operations(c));
      CHECK(std::isfinite(expected.back()));
      CHECK(count_differing(record_second_order(c, *make_threads_operations(c, 3, 7)), expected) ==
            0);
      const auto pieces = even_pieces(c, {2, 2, c.axes() == 3 ? 2 : 1});
      test_support::on_ranks(pieces.size(), [&](parallel::Team& team) {
        TeamOperations backend(
            c, team, pieces, [](const Case& piece) { return make_serial_operations(piece); },
            nullptr);
        if (team.rank() > 0) return backend.follow();
        CHECK(count_differing(record_second_order(c, backend), expected) == 0);
      });
    }
}

}  // namespace test_second_order
