// slipflow_studies fp64 on a small channel.
#include <doctest/doctest.h>

#include "run_studies.hpp"

namespace test_fp64_study {

using namespace test_app;

TEST_CASE("the study fp64 has no number where the driver's code cannot be read, as PoCL's" *
          doctest::test_suite("opencl full")) {
  const Place place;
  const auto rows =
      rows_of_study(place, {"fp64", "--trust-device", "--mesh", "60x40", "--stretched", "--scheme",
                            "explicit upwind", "--repeats", "1"});
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].at("spacing") == "stretched");
  CHECK(rows[0].at("counted_in") != "");
  CHECK((rows[0].at("instructions_per_cell") == "") ==
        rows[0].at("counted_in").starts_with("not known"));
  CHECK(number(rows[0], "seconds") > 0);
  CHECK(number(rows[0], "multiply_add_flop_per_second") > 0);
}

}  // namespace test_fp64_study
