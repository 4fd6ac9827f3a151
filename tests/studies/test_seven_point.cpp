// slipflow_studies spmv and pressure on small boxes, and refused options.
#include <doctest/doctest.h>

#include <boost/property_tree/json_parser.hpp>
#include <map>

#include "csv_rows.hpp"
#include "program.hpp"
#include "results.hpp"
#include "run_studies.hpp"

namespace test_seven_point_studies {

using namespace test_app;

namespace {
const Words spmv = {"spmv", "--mesh", "17x9x12", "--repeats", "1"};
const Words pressure = {"pressure", "--mesh", "12x12x12", "--repeats", "1"};
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("the study spmv: products and the smoother with every kind of coefficients") {
  const Place place;
  const auto rows = rows_of_study(place, spmv + Words{"--parity"});
  REQUIRE(rows.size() == 6);
  const double bytes[] = {17, 49, 48, 80, 72, 104};
  for (std::size_t k = 0; k < 6; ++k) {
    const Row& row = rows[k];
    CAPTURE(row.at("coefficients"));
    CHECK(row.at("operation") == (k % 2 == 0 ? "A x" : "smoother"));
    CHECK(number(row, "bytes_per_cell") == bytes[k]);
    CHECK(number(row, "difference") == 0);
    const double rate = number(row, "bytes_per_second");
    CHECK(rate == doctest::Approx(17 * 9 * 12 * bytes[k] / number(row, "seconds")));
    CHECK(number(row, "part_of_copy_rate") ==
          doctest::Approx(rate / number(row, "copy_bytes_per_second")));
    CHECK(number(row, "speed_up") ==
          doctest::Approx(number(row, "serial_seconds") / number(row, "seconds")));
  }
  CHECK(holds(read(place / "out" / "spmv" / "spmv.md"), "| 17x9x12 | A x | free | 17 |"));
}

TEST_CASE("the study spmv ends with status 7 where a product is wrong, with 3 for a huge box") {
  const Place place;
  const auto run = with_wrong_kernels(place, "linear_solvers/stencil7.cl", "    y[p] = product;",
                                      "    y[p] = product * 1.0000001;",
                                      spmv + Words{"--coefficients", "general"}, run_studies);
  CHECK(run.status == 7);
  CHECK(holds(run.err, "slipflow: A x with general coefficients on '"));
  CHECK(read_csv(place / "out" / "spmv" / "spmv.csv").at(0).at("note") == "WRONG");
  CHECK(read_csv(place / "out" / "spmv" / "spmv.csv").at(0).at("seconds") == "");
  const auto large = place.slipflow({"spmv", "--mesh", "100000x100x200", "--output", "large"});
  CHECK(large.status == 3);
  CHECK(holds(large.out, "left out: 100000x100x200 cells: "));
  CHECK(holds(large.err, "slipflow: nothing could be measured: "));
}

TEST_CASE("the study pressure: every solver on both systems" * doctest::test_suite("opencl full")) {
  const Place place;
  const auto rows = rows_of_study(place, pressure);
  REQUIRE(rows.size() == 12);
  std::map<std::string, double> iterations;
  for (const Row& row : rows) {
    CAPTURE(row.at("solver"));
    CHECK(row.at("note") == "");
    CHECK(number(row, "residual") < 1.5e-6);
    CHECK(number(row, "residual") > 0);
    CHECK(number(row, "cells_per_second") ==
          doctest::Approx(12 * 12 * 12 / number(row, "seconds")));
    CHECK(number(row, "speed_up") ==
          doctest::Approx(number(row, "serial_seconds") / number(row, "seconds")));
    iterations[row.at("system") + " " + row.at("solver")] = number(row, "iterations");
  }
  CHECK(iterations.size() == 12);
  for (const std::string system : {"uniform ", "anisotropic "}) {
    CHECK(iterations[system + "multigrid-cg"] <= iterations[system + "multigrid"]);
    CHECK(iterations[system + "single-multigrid-cg"] <= iterations[system + "multigrid-cg"] + 1);
    CHECK(iterations[system + "multigrid"] < iterations[system + "atm-cg"]);
    CHECK(iterations[system + "atm-cg"] < iterations[system + "jacobi-cg"]);
  }
  CHECK(iterations["anisotropic x-line-cg"] < iterations["anisotropic jacobi-cg"]);
  boost::property_tree::ptree tree;
  boost::property_tree::read_json((place / "out" / "pressure" / "pressure.json").string(), tree);
  CHECK(tree.get_child("results").front().second.get<std::string>("solver") == "jacobi-cg");
}

TEST_CASE("the study pressure: the same iterations with free coefficients, on several boxes") {
  const Place place;
  const Words some = {"--solver", "multigrid-cg", "--mesh", "9x20x5"};
  REQUIRE(place.slipflow(pressure + some).status == 0);
  const Words free = {"--coefficients", "free", "--output", "free"};
  REQUIRE(place.slipflow(pressure + some + free).status == 0);
  const auto stored = read_csv(place / "out" / "pressure" / "pressure.csv");
  const auto constants = read_csv(place / "free" / "pressure.csv");
  REQUIRE(stored.size() == 4);
  REQUIRE(constants.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(number(stored[k], "iterations") == number(constants[k], "iterations"));
    CHECK(number(stored[k], "ny") == (k < 2 ? 12 : 20));
  }
}

TEST_SUITE_END();

TEST_CASE("the studies spmv and pressure refuse values and options in one sentence") {
  const Place place;
  const auto refuse = [&](const Words& words, const std::string& sentence) {
    check_refuses(place, words, sentence);
  };
  refuse({"spmv", "--solver", "multigrid"}, "unrecognised option '--solver'; usage: slipflow_st");
  refuse({"spmv", "--mesh", "64x64"}, "--mesh 64x64 must be 3 whole numbers with an x");
  refuse({"spmv", "--mesh", "9x0x9"}, "--mesh 0 must be a whole number from 1 to 1000000");
  refuse({"spmv", "--mesh", "2000x2000x2000"},
         "--mesh 2000x2000x2000: a box has up to 2.1e9 cells");
  refuse({"spmv", "--coefficients", "all"},
         "--coefficients all must be one of free, symmetric, general");
  refuse({"pressure", "--coefficients", "general"},
         "--coefficients general must be one of free, symmetric");
  refuse({"pressure", "--solver", "lu"},
         "--solver lu must be one of jacobi-cg, atm-cg, x-line-cg, multigrid-cg, "
         "single-multigrid-cg, multigrid");
  CHECK(!fs::exists(place / "out"));
}

}  // namespace test_seven_point_studies
