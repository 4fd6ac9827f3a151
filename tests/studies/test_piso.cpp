// slipflow_studies piso on small cavities, and refused options.
#include <doctest/doctest.h>

#include <boost/property_tree/json_parser.hpp>
#include <set>

#include "csv_rows.hpp"
#include "program.hpp"
#include "results.hpp"
#include "run_studies.hpp"

namespace test_piso_study {

using namespace test_app;

namespace {
const Words small_flow = {"piso", "--mesh", "6x5x7", "--repeats", "1"};
const Words parts = {"assembly", "momentum", "coefficients", "pressure", "rest"};

const std::string log_of_simple =
    "Exec   : simpleFoam\nTime = 1\n"
    "GAMG:  Solving for p, Initial residual = 9e-7, Final residual = 1e-9, No Iterations 16\n"
    "ExecutionTime = 1250.5 s  ClockTime = 1300 s\n";
const std::string log_of_ico =
    "Exec   : icoFoam\nTime = 0.005\n"
    "GAMG:  Solving for p, Initial residual = 1, Final residual = 1e-9, No Iterations 5\n"
    "ExecutionTime = 1500 s  ClockTime = 1501 s\n";

/// A row of a flow has times of all parts.
void check_flow(const Row& row) {
  CAPTURE(row.at("variant"));
  CHECK(row.at("note") == "");
  CHECK(number(row, "seconds") > 0);
  for (const auto& part : parts) CHECK(number(row, part) > 0);
  CHECK(number(row, "pressure_iterations") > 0);
  CHECK(number(row, "cells_z") == 7);
  if (row.at("variant") == "piso") {
    CHECK(row.at("iterations_to_tolerance") == "");
    return;
  }
  CHECK(number(row, "iterations_to_tolerance") > 5);
  CHECK(number(row, "pressure_iterations_to_tolerance") > 5);
  CHECK(number(row, "seconds_to_tolerance") > 0);
}

}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("the study piso: every flow by part, operation and kernel, compared with logs" *
          doctest::test_suite("opencl full")) {
  const Place place;
  write(place / "simple.log", log_of_simple);
  write(place / "ico.log", log_of_ico);
  const auto rows =
      rows_of_study(place, small_flow + Words{"--trust-device", "--parity", "--openfoam",
                                              "simple.log", "--openfoam", "ico.log"});
  const auto folder = place / "out" / "piso";
  REQUIRE(rows.size() == 4);
  std::map<std::string, Row> by_variant;
  for (const Row& row : rows) {
    check_flow(row);
    CHECK(number(row, "bytes_per_cell") > 300);
    by_variant[row.at("variant")] = row;
  }
  CHECK(number(by_variant["simplec"], "openfoam_over_slipflow") ==
        doctest::Approx(1250.5 / number(by_variant["simplec"], "seconds_to_tolerance")));
  CHECK(number(by_variant["piso"], "openfoam_over_slipflow") ==
        doctest::Approx(1500 / number(by_variant["piso"], "seconds")));
  std::set<std::string> operations;
  for (const Row& row : read_csv(folder / "piso_operations.csv")) {
    CAPTURE(row.at("operation"));
    CHECK(number(row, "products") > 0);
    operations.insert(row.at("operation"));
    if (row.at("operation") != "product A p") continue;
    CHECK(number(row, "products") == 1);
    CHECK(number(row, "part_of_copy_rate") > 0);
  }
  CHECK(operations.size() == 8);
  double part = 0;
  for (const Row& row : read_csv(folder / "piso_kernels.csv"))
    if (row.at("variant") == "simplec") part += number(row, "part");
  CHECK(part == doctest::Approx(1));
  boost::property_tree::ptree tree;
  boost::property_tree::read_json((folder / "piso.json").string(), tree);
  CHECK(tree.get_child("logs").front().second.get<long>("pressure_iterations") == 16);
  CHECK(holds(read(folder / "piso.md"), "| simple.log | simpleFoam | 1 | 16 |"));
}

TEST_SUITE_END();

TEST_CASE("the study piso on the host has no kernels") {
  const Place place;
  const auto rows = rows_of_study(
      place, small_flow + Words{"--backend", "serial", "--variant", "simplec,sheared-simplec"});
  REQUIRE(rows.size() == 2);
  for (const Row& row : rows) {
    check_flow(row);
    CHECK(row.at("bytes_per_cell") == "");
    CHECK(row.at("openfoam_over_slipflow") == "");
  }
  CHECK(read_csv(place / "out" / "piso" / "piso_kernels.csv").empty());
}

TEST_CASE("the study piso refuses values and options in one sentence") {
  const Place place;
  const auto refuse = [&](const Words& words, const std::string& sentence) {
    check_refuses(place, Words{"piso"} + words, sentence);
  };
  write(place / "no.log", "Time = 1\n");
  refuse({"--mesh", "64x64"}, "--mesh 64x64 must be 3 whole numbers with an x");
  refuse({"--mesh", "9x0x9"}, "--mesh 0 must be a whole number from 1 to 1000000");
  refuse({"--mesh", "9x9x1"}, "--mesh 9x9x1: a flow in three directions has at least 2");
  refuse({"--variant", "sor"}, "--variant sor must be one of simplec, piso, simple, ");
  refuse({"--backend", "cuda"}, "--backend cuda must be one of opencl, serial");
  refuse({"--backend", "serial", "--device", "0"}, "--device cannot be combined with ");
  refuse({"--openfoam", "none.log"}, "none.log: cannot be read: ");
  refuse({"--openfoam", "."}, ".: is a directory");
  refuse({"--openfoam", "no.log"}, "no.log: is not the log of an incompressible solver");
  CHECK(!std::filesystem::exists(place / "out"));
}

TEST_CASE("the study piso leaves out a flow that does not fit, and ends with status 3" *
          doctest::test_suite("full")) {
  const Place place;
  Launch how;
  how.arguments = {"piso", "--backend", "serial", "--mesh", "200x200x200", "--variant", "simplec"};
  how.folder = place.path();
  how.address_space = 4e9;
  const auto run = launch(how);
  CHECK(run.status == 3);
  CHECK(holds(run.err, "slipflow: nothing could be measured: it needs "));
}

}  // namespace test_piso_study
