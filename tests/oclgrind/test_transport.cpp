// Every kernel of method transport on Oclgrind's device: steps on meshes that end within
// work-groups.
#include <doctest/doctest.h>

#include "transport_steps.hpp"

using namespace transport_tests;

TEST_CASE("steps of transport") {
  check_same_bits(kBox, {"mesh.cells=7 5 4", "equation.velocity=rotation 5 0.5 0.5"}, 1);
  check_same_bits(kPlane, {"mesh.cells=9 7"}, 1);
}
