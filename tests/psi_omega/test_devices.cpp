// A device computes what the serial reference does: in parity mode with the same bits.
#include "device_steps.hpp"

namespace test_devices {

TEST_SUITE_BEGIN("opencl");

using namespace psi_tests;

TEST_CASE("steps on a device have the bits of the serial reference") {
  check_same_bits(cavity(33, 400), {}, 5);
  check_same_bits(cavity(40, 400), {"scheme.time=rows"}, 5);
  check_same_bits(cavity(19, 100), {"scheme.wall_vorticity=jensen", "mesh.x_stretch=geometric 1.1"},
                  5);
  const Overrides unsteady = {"scheme.time=adi", "time.courant=0.5", "initial.kick=on"};
  check_same_bits(square(5, 15, 100), unsteady, 5);
  check_same_bits(square(4, 15, 100), {"scheme.time=rows"}, 5);
  check_same_bits(square(4, 15, 100), {"scheme.time=rows", "lines.axis=y"}, 3);
  check_same_bits(two_bodies(), {}, 5);
  check_same_bits(two_bodies(), {"scheme.corner=faces", "scheme.convection=conservative"}, 3);
}

TEST_CASE("steps on a device have the bits of the serial reference with other corners, convection" *
          doctest::test_suite("opencl full")) {
  const Overrides unsteady = {"scheme.time=adi", "time.courant=0.5", "initial.kick=on"};
  check_same_bits(square(5, 15, 100), unsteady + Overrides{"scheme.corner=faces"}, 3);
  check_same_bits(two_bodies(), {"scheme.time=rows", "scheme.convection=advective"}, 3);
}

TEST_CASE("lines have the bits of the serial reference with each algorithm" *
          doctest::test_suite("opencl full")) {
  for (const char* algorithm : {"pta", "cr", "pcr", "partition"})
    check_same_bits(cavity(37, 400),
                    {"scheme.time=rows", fmt::format("lines.algorithm={}", algorithm)}, 2);
}

TEST_CASE("lines that are longer than a work-group can hold have the same bits" *
          doctest::test_suite("opencl full")) {
  // Pieces of 8 x 256 rows.
  const Overrides long_lines = {"mesh.cells=20000 5", "mesh.x=0 4000", "scheme.time=rows"};
  check_same_bits(cavity(5, 10), long_lines, 2);
}

TEST_CASE("a kick on a device has the bits of the serial reference") {
  const Flow flow(square(4, 15, 100), {"scheme.time=adi", "time.step=0.1", "initial.kick=on"});
  const auto queue = slipflow::test_queue();
  const auto host = flow.start(), device = on_device(flow, queue);
  device->start();
  for (int step = 8; step < 13; ++step)
    for (Simulation* simulation : {host.get(), device.get()})
      simulation->advance(0.1, 0.1 * step, 1);
  CHECK(values(*device, "omega") == values(*host, "omega"));
  CHECK(values(*device, "psi") == values(*host, "psi"));
}

TEST_SUITE_END();

}  // namespace test_devices
