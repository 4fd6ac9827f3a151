// Every kernel of method psi_omega on Oclgrind's device: steps on meshes that end within
// work-groups.
#include <doctest/doctest.h>

#include "device_steps.hpp"

namespace test_psi_omega {

using namespace psi_tests;

TEST_CASE("steps of stream function and vorticity") {
  check_same_bits(cavity(11, 100), {"scheme.wall_vorticity=jensen", "mesh.cells=11 9"}, 1);
  const Overrides small = {"mesh.cells=13 9", "body.rectangle=6 3 8 5"};
  check_same_bits(square(1, 13, 100), small + Overrides{"scheme.time=rows"}, 1);
  check_same_bits(square(1, 13, 100),
                  small + Overrides{"scheme.time=adi", "time.step=1.5", "initial.kick=on",
                                    "scheme.corner=faces"},
                  1);
}

}  // namespace test_psi_omega
