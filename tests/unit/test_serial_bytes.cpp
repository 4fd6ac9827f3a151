// The announced memory of the serial reference agrees with its use.
#include <doctest/doctest.h>

#include "slipflow/simple_ts/operations.hpp"
#include "test_cases.hpp"

namespace test_serial_bytes {

using namespace slipflow::simple_ts;

namespace {
const std::string box =
    "[gas]\nknudsen = 0.1\n[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\ncells = 9 7 5\n[boundary]\n"
    "west = wall\neast = wall\nsouth = wall\nnorth = wall\nbottom = wall\ntop = wall\n"
    "[time]\nstep = 0.1\nmax_steps = 1\n";
}  // namespace

TEST_CASE("the serial reference allocates what serial_bytes says, with every scheme") {
  for (const std::string& text : {channel_text(19, 11, 0.25, body_line(0.25, 6, 4, 9, 7)), box})
    for (const auto& [time, convection] : {std::pair("implicit", "upwind"),
                                           {"explicit", "upwind"},
                                           {"second_order", "upwind"},
                                           {"implicit", "tvd"},
                                           {"explicit", "tvd"},
                                           {"second_order", "tvd"}}) {
      CAPTURE(text);
      CAPTURE(time);
      CAPTURE(convection);
      const Case c = case_from(text, {std::string("scheme.time=") + time,
                                      std::string("scheme.convection=") + convection});
      const auto serial = make_serial_operations(c);
      serial->upload(initial_state(c));
      CHECK(serial->machine().info().bytes_allocated == serial_bytes(c));
    }
}

TEST_CASE("with solved pressures it says about what it allocates") {
  const Case c = case_from(channel_text(190, 110, 0.025, body_line(0.025, 60, 40, 90, 70)),
                           {"inner.pressure=multigrid"});
  const auto serial = make_serial_operations(c);
  serial->upload(initial_state(c));
  serial->begin_time_step(1e-3);
  serial->advance_inner_iteration();
  CHECK(serial->machine().info().bytes_allocated == doctest::Approx(serial_bytes(c)).epsilon(0.1));
}

}  // namespace test_serial_bytes
