// slipflow_studies sweep on a small box, and refused options.
#include <doctest/doctest.h>

#include <boost/property_tree/json_parser.hpp>

#include "csv_rows.hpp"
#include "program.hpp"
#include "results.hpp"
#include "run_studies.hpp"

namespace test_sweep_study {

using namespace test_app;

namespace {
const Words small_box = {"sweep", "--mesh", "70x30x40", "--repeats", "1"};
}  // namespace

TEST_CASE("the study sweep: every schedule and the published blocks" *
          doctest::test_suite("opencl full")) {
  const Place place;
  const auto rows = rows_of_study(place, small_box + Words{"--parity"});
  const auto folder = place / "out" / "sweep";
  REQUIRE(rows.size() == 3);
  for (const Row& row : rows) {
    CAPTURE(row.at("schedule"));
    if (row.at("seconds").empty()) {  // the device has no fence
      CHECK(row.at("schedule") == "pipeline");
      CHECK(holds(row.at("note"), ": tiles are used instead"));
      continue;
    }
    CHECK(number(row, "bytes") == 48 * 70 * 30 * 40);
    CHECK(number(row, "difference") == 0);
    CHECK(number(row, "speed_up") ==
          doctest::Approx(number(row, "serial_seconds") / number(row, "seconds")));
    CHECK(number(row, "part_of_copy_rate") ==
          doctest::Approx(number(row, "bytes") / number(row, "seconds") /
                          number(row, "copy_bytes_per_second")));
  }
  const auto blocks = read_csv(folder / "sweep_blocks.csv");
  REQUIRE(blocks.size() == 12);
  for (const Row& row : blocks) {
    const double count = number(row, "blocks");
    CHECK(number(row, "efficiency") == doctest::Approx(number(row, "speed_up") / count));
    if (count == 1) CHECK(number(row, "efficiency") == 1);
  }
  for (std::size_t k = 0; k < 12; ++k) {
    const double fragments = k < 4 ? 28 : k < 8 ? 117 : 280, count[] = {1, 2, 7, 14};
    CHECK(number(blocks[k], "formula") ==
          doctest::Approx(fragments / (fragments + count[k % 4] - 1)));
  }
  CHECK(number(blocks[3], "published") == 0.68);
  boost::property_tree::ptree tree;
  boost::property_tree::read_json((folder / "sweep.json").string(), tree);
  CHECK(tree.get_child("results").size() == 3);
  CHECK(tree.get_child("blocks").size() == 12);
  CHECK(holds(read(folder / "sweep.md"), "| 4 x 1 x 7 | 14 | 41 |"));
}

TEST_CASE("the study sweep with the tiles that are given" * doctest::test_suite("opencl full")) {
  const Place place;
  const auto run = place.slipflow(
      small_box + Words{"--schedule", "tiles", "--tile", "4x4x8x20,8x2x4x16", "--output", "few"});
  CHECK(run.status == 0);
  const auto rows = read_csv(place / "few" / "sweep.csv");
  REQUIRE(rows.size() == 2);
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(number(rows[k], "rows_y") == (k == 0 ? 4 : 8));
    CHECK(number(rows[k], "columns") == (k == 0 ? 20 : 16));
    CHECK(number(rows[k], "difference") < 1e-13);
  }
}

TEST_CASE("the study sweep ends with status 7 where a sweep is wrong, with 3 for a huge box" *
          doctest::test_suite("opencl full")) {
  const Place place;
  const auto run =
      with_wrong_kernels(place, "linear_solvers/stencil7.h",
                         "  const real sum = t.x * x + t.y * y + S7_ALONG_Z(t.z * z);",
                         "  const real sum = t.x * x + t.y * y + S7_ALONG_Z(t.z * z) * 1.000001;",
                         small_box + Words{"--schedule", "planes"}, run_studies);
  CHECK(run.status == 7);
  CHECK(holds(run.err, "slipflow: the sweep by planes on "));
  CHECK(read_csv(place / "out" / "sweep" / "sweep.csv").at(0).at("note") == "WRONG");
  const auto large = place.slipflow({"sweep", "--mesh", "100000x100x200", "--output", "large"});
  CHECK(large.status == 3);
  CHECK(holds(large.err, "slipflow: the box of the sweeps does not fit: "));
}

TEST_CASE("the study sweep refuses values and options in one sentence" *
          doctest::test_suite("full")) {
  const Place place;
  const auto refuse = [&](const Words& words, const std::string& sentence) {
    check_refuses(place, Words{"sweep"} + words, sentence);
  };
  refuse({"--mesh", "64x64"}, "--mesh 64x64 must be 3 whole numbers with an x");
  refuse({"--mesh", "64x64x1"}, "--mesh 64x64x1: a box has at least 2 cells along z");
  refuse({"--mesh", "2000x2000x2000"}, "--mesh 2000x2000x2000: a box has up to 2.1e9 cells");
  refuse({"--mesh", "9x9x9,8x8x8"}, "--mesh: the sweeps take one box");
  refuse({"--mesh", "9x0x9"}, "--mesh 0 must be a whole number from 1 to 1000000");
  refuse({"--schedule", "auto"}, "--schedule auto must be one of planes, tiles, pipeline");
  refuse({"--tile", "8x8x8"}, "--tile 8x8x8 must be 4 whole numbers with an x");
  refuse({"--tile", "3x3x2x8"}, "--tile 3x3x2x8: 9 rows are no multiple of a run of 2 cells");
  CHECK(!fs::exists(place / "out"));
}

}  // namespace test_sweep_study
