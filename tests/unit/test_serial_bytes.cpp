// The memory that the serial reference is said to need is what it takes.
#include <doctest/doctest.h>

#include "slipflow/simple_ts/backend.hpp"
#include "test_cases.hpp"

using namespace slipflow::simple_ts;

TEST_CASE("the serial reference allocates what serial_bytes says, with every scheme") {
  for (const std::string time : {"implicit", "explicit"})
    for (const std::string convection : {"upwind", "tvd"}) {
      CAPTURE(time);
      CAPTURE(convection);
      const Case c = case_from(channel_text(19, 11, 0.25, body_line(0.25, 6, 4, 9, 7)),
                               {"scheme.time=" + time, "scheme.convection=" + convection});
      const auto serial = make_serial_backend(c);
      serial->upload(initial_state(c));
      CHECK(serial->info().bytes_allocated == serial_bytes(c));
    }
}
