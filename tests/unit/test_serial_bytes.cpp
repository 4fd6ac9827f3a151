// The announced memory of the serial reference agrees with its use.
#include <doctest/doctest.h>

#include "slipflow/simple_ts/operations.hpp"
#include "test_cases.hpp"

namespace test_serial_bytes {

using namespace slipflow::simple_ts;

TEST_CASE("the serial reference allocates what serial_bytes says, with every scheme") {
  for (const std::string time : {"implicit", "explicit", "second_order"})
    for (const std::string convection : {"upwind", "tvd"}) {
      CAPTURE(time);
      CAPTURE(convection);
      const Case c = case_from(channel_text(19, 11, 0.25, body_line(0.25, 6, 4, 9, 7)),
                               {"scheme.time=" + time, "scheme.convection=" + convection});
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
