// Ghost cells by hand: at a pressure boundary, copies and periodic images; and the powers of the
// temperature.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "simple_ts/boundary/pressure_side.h"
#include "simple_ts/gas_model.h"

namespace test_equations_at_sides {

namespace {
/// The indices of the images of index k.
std::vector<int> copies(int k, const SfImages& images) {
  std::vector<int> all;
  for (int off = images.lo0; off < images.lo1; ++off) all.push_back(k + off);
  for (int off = images.hi0; off < images.hi1; ++off) all.push_back(k + off);
  return all;
}
}  // namespace

TEST_CASE("beyond a pressure side, (55), (56): leaving, entering and slow gas by hand") {
  const SfPressureSide side = {1.0, 2.0, 0};
  CHECK(sf_mirrored(1.0, 1.25) == 0.75);
  CHECK(sf_mirrored(1.0, 1.625) == 0.375);
  CHECK(sf_mirrored(1.0, 3.0) == 0.25);
  const SfGhostState leaving = sf_pressure_ghost(side, 1.5, 0.5, -0.1);  // p 0.75, so ghost 1.25
  CHECK(leaving.T == 1.5);
  CHECK(leaving.rho == doctest::Approx(1.25 / 1.5).epsilon(1e-15));
  const SfGhostState entering = sf_pressure_ghost(side, 1.5, 0.5, 0.1);
  CHECK(entering.T == 2.5);
  CHECK(entering.rho == 0.5);
  const SfGhostState slow = sf_pressure_ghost(side, 1.5, 0.5, 0.25 * SF_ENTERS_AT);
  CHECK(slow.T == 1.75);
  CHECK(sf_pressure_ghost({1.0, 2.0, 1}, 1.5, 0.5, 0.1).rho == 0.5);
}

TEST_CASE("ghosts that follow the field: copies of the last cell, images of four cells, (54)") {
  using Places = std::vector<int>;
  const int copy = SF_SIDE_COPY, periodic = SF_SIDE_PERIODIC, fixed = SF_SIDE_FIXED;
  CHECK(copies(0, sf_images(0, 8, 7, copy, copy)) == Places{-4, -3, -2, -1});
  CHECK(copies(7, sf_images(7, 8, 7, copy, copy)) == Places{8, 9, 10, 11});
  CHECK(copies(8, sf_images(8, 8, 8, copy, copy)) == Places{9, 10, 11});  // faces
  CHECK(copies(1, sf_images(1, 8, 7, copy, copy)).empty());
  CHECK(copies(0, sf_images(0, 8, 7, fixed, copy)).empty());
  CHECK(copies(7, sf_images(7, 8, 7, copy, fixed)).empty());
  CHECK(copies(0, sf_images(0, 8, 7, periodic, periodic)) == Places{8});
  CHECK(copies(3, sf_images(3, 8, 7, periodic, periodic)) == Places{11});
  CHECK(copies(4, sf_images(4, 8, 7, periodic, periodic)) == Places{-4});
  CHECK(copies(7, sf_images(7, 8, 7, periodic, periodic)) == Places{-1});
  CHECK(copies(-1, sf_other_ghosts(-1)) == Places{-4, -3, -2});
  CHECK(copies(8, sf_other_ghosts(1)) == Places{9, 10, 11});
}

TEST_CASE("Gamma is the power of T by sixteenths, (7)") {
  for (int n = 0; n < 64; ++n) {
    CAPTURE(n);
    CHECK(sf_power_of_sixteenths(1.7, n) ==
          doctest::Approx(std::pow(1.7, n / 16.0)).epsilon(1e-13));
  }
}

}  // namespace test_equations_at_sides
