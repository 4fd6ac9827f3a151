// T^omega by roots and products against the library's pow, and which exponents a case may have.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "simple_ts/gas_model.h"
#include "slipflow/setup/field_comparison.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_gas_model {

namespace {
const std::string small =
    "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 8 8\n"
    "[boundary]\nwest = symmetry\neast = symmetry\nsouth = symmetry\nnorth = symmetry\n"
    "[time]\nstep = 0.01\nmax_steps = 1\n";

std::string refused(const std::string& exponent) {
  try {
    case_from(small, {"gas.viscosity_exponent=" + exponent});
  } catch (const Error& error) {
    CHECK(error.status() == ExitStatus::bad_input);
    return error.what();
  }
  return "not refused";
}
}  // namespace

TEST_CASE("T^(n/16) is pow to a few units in the last place, for every n a case may have") {
  for (int n = 0; n <= 32; ++n)
    for (double T = 0.01; T < 100; T *= 1.0371) {
      CAPTURE(n);
      CAPTURE(T);
      const double expected = std::pow(T, n / 16.0);
      CHECK(setup::ulps_between(sf_power_of_sixteenths(T, n), expected) <= 4);
    }
}

TEST_CASE("hard spheres have the bits of the root, T^1 and T^0 are exact, 1 stays 1") {
  for (double T = 0.05; T < 50; T *= 1.0371) {
    CHECK(sf_power_of_sixteenths(T, SF_HARD_SPHERES) == std::sqrt(T));
    CHECK(sf_power_of_sixteenths(T, 16) == T);
    CHECK(sf_power_of_sixteenths(T, 0) == 1);
    CHECK(sf_power_of_sixteenths(T, 4) == std::sqrt(std::sqrt(T)));
  }
  for (int n = 0; n <= 32; ++n) CHECK(sf_power_of_sixteenths(1.0, n) == 1);
}

TEST_CASE("the mean free path over Kn/rho is T^(omega - 1/2), 1 for hard spheres at every T") {
  SfContext c{};
  for (int n = 0; n <= 32; ++n) {
    c.viscosity_sixteenths = n;
    for (double T = 0.05; T < 50; T *= 1.371) {
      CAPTURE(n);
      CAPTURE(T);
      CHECK(sf_mean_free_path_factor(&c, T) ==
            doctest::Approx(std::pow(T, n / 16.0 - 0.5)).epsilon(1e-14));
      if (n == SF_HARD_SPHERES) CHECK(sf_mean_free_path_factor(&c, T) == 1);
    }
  }
}

TEST_CASE("a viscosity exponent is a multiple of 1/16, 1/2 by default") {
  CHECK(case_from(small).gas.viscosity_sixteenths == SF_HARD_SPHERES);
  CHECK(case_from(small, {"gas.viscosity_exponent=0.8125"}).gas.viscosity_sixteenths == 13);
  CHECK(case_from(small, {"gas.viscosity_exponent=2"}).gas.viscosity_sixteenths == 32);
  CHECK(refused("0.81") ==
        "--set: gas.viscosity_exponent = 0.81: must be a multiple of 1/16, such as 0.75 or 0.8125");
  CHECK(refused("2.0625") ==
        "--set: gas.viscosity_exponent = 2.0625: must be a number from 0 to 2");
  CHECK(refused("-0.5") == "--set: gas.viscosity_exponent = -0.5: must be a number from 0 to 2");
  CHECK(refused("hard") == "--set: gas.viscosity_exponent = hard: must be a number from 0 to 2");
}

}  // namespace slipflow::simple_ts::test_gas_model
