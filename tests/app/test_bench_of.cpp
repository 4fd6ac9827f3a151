// slipflow bench --of tridiagonal on tiny systems, and refused options.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <signal.h>

#include <boost/property_tree/json_parser.hpp>
#include <set>

#include "csv_rows.hpp"
#include "program.hpp"
#include "results.hpp"

namespace test_bench_of {

namespace fs = std::filesystem;
using namespace test_app;

namespace {
const Words few_lines = {"bench",  "--of", "tridiagonal", "--lines", "40",
                         "--rows", "33",   "--repeats",   "1"};

/// Checks a row of tridiagonal systems: the rates follow from the time.
void check_rates(const Row& row) {
  CAPTURE(row.at("algorithm"));
  const double seconds = number(row, "seconds");
  CHECK(seconds > 0);
  CHECK(number(row, "bytes_per_second") ==
        doctest::Approx(40 * 33 * number(row, "bytes_per_row") / seconds));
  CHECK(number(row, "part_of_copy_rate") ==
        doctest::Approx(number(row, "bytes_per_second") / number(row, "copy_bytes_per_second")));
  CHECK(number(row, "speed_up") == doctest::Approx(number(row, "serial_seconds") / seconds));
}
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("bench --of tridiagonal: every algorithm with both layouts, compared with serial") {
  const Place place;
  const auto run = place.slipflow(few_lines + Words{"--parity"});
  CHECK(run.status == 0);
  CHECK(run.err == "");
  CHECK(holds(run.out, "results in out/tridiagonal: tridiagonal.md, tridiagonal.csv, "));
  const auto rows = read_csv(place / "out" / "tridiagonal" / "tridiagonal.csv");
  std::set<std::string> kinds;
  for (const Row& row : rows) {
    check_rates(row);
    kinds.insert(row.at("algorithm") + ", " + row.at("layout") + ", " + row.at("matrix"));
    const bool pta = row.at("algorithm") == "pta", one = row.at("matrix") == "one";
    CHECK(number(row, "bytes_per_row") == (one ? (pta ? 32 : 16) : (pta ? 72 : 40)));
    CHECK(number(row, "difference") < 1e-13);
    CHECK(number(row, "residual") < 1e-13);
    CHECK(number(row, "residual") > 0);
    if (pta && !one) CHECK(number(row, "difference") == 0);  // the same operations
  }
  CHECK(kinds.size() == rows.size());
  CHECK(rows.size() == 10);
  boost::property_tree::ptree tree;
  boost::property_tree::read_json((place / "out" / "tridiagonal" / "tridiagonal.json").string(),
                                  tree);
  CHECK(tree.get_child("results").front().second.get<double>("speed_up") ==
        number(rows[0], "speed_up"));
  CHECK(holds(read(place / "out" / "tridiagonal" / "tridiagonal.md"),
              "| 40 | 33 | partition | contiguous | of each line |"));
}

TEST_CASE("bench --of tridiagonal in single precision, with the parameters that are given" *
          doctest::test_suite("opencl full")) {
  const Place place;
  const auto run = place.slipflow(few_lines + Words{"--precision", "single", "--layout",
                                                    "contiguous", "--rows-per-item", "1,4",
                                                    "--items", "64", "--output", "single"});
  CHECK(run.status == 0);
  const auto rows = read_csv(place / "single" / "tridiagonal.csv");
  REQUIRE(rows.size() == 4);  // with a matrix of each line, and with one
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(rows[k].at("algorithm") == "partition");
    CHECK(rows[k].at("precision") == "single");
    CHECK(number(rows[k], "rows_per_item") == (k % 2 == 0 ? 1 : 4));
    CHECK(number(rows[k], "items") == 64);
    CHECK(number(rows[k], "bytes_per_row") == (k < 2 ? 20 : 8));
    CHECK(number(rows[k], "residual") < 1e-5);
    CHECK(number(rows[k], "residual") > 1e-10);
  }
}

TEST_CASE(
    "bench --of tridiagonal: a line that is too long for an algorithm, and lines that do not "
    "fit") {
  const Place place;
  const Words few = {"bench", "--of", "tridiagonal", "--repeats", "1", "--layout", "contiguous"};
  const Words one_long = few + Words{"--lines", "1", "--rows", "1000000"};
  const auto both = place.slipflow(one_long + Words{"--algorithm", "cr,auto", "--output", "both"});
  CHECK(both.status == 0);
  const auto rows = read_csv(place / "both" / "tridiagonal.csv");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].at("seconds") == "");
  CHECK(holds(rows[0].at("note"), "cr solves lines of up to "));
  CHECK(rows[1].at("algorithm") != "automatic");
  CHECK(number(rows[1], "seconds") > 0);
  const auto alone = place.slipflow(one_long + Words{"--algorithm", "cr", "--output", "alone"});
  CHECK(alone.status == 2);
  CHECK(holds(alone.err, "slipflow: cr solves lines of up to "));
  CHECK(holds(alone.err, "take partition\n"));
  const auto large = place.slipflow(
      few + Words{"--lines", "1000000", "--rows", "4000", "--algorithm", "pta", "--output", "no"});
  CHECK(large.status == 3);
  CHECK(holds(large.out, "left out: 1000000 lines of 4000 rows: "));
  CHECK(holds(large.err, "slipflow: nothing could be measured: "));
}

TEST_CASE("bench --of tridiagonal ends with status 7 where a solution is wrong") {
  const Place place;
  const auto run = with_wrong_kernels(
      place, "linear_solvers/tridiagonal.h",
      "SF_INLINE real sf_down(real a, real d, real d_before, real w) { return (d - a * d_before) * "
      "w; }",
      "SF_INLINE real sf_down(real a, real d, real d_before, real w) { return (d - a * d_before) * "
      "w * 1.0000001; }",
      few_lines + Words{"--algorithm", "pta", "--layout", "contiguous"});
  CHECK(run.status == 7);
  CHECK(holds(run.err,
              "slipflow: 1 of the solutions cannot be used: that of 40 lines of 33 rows by pta"));
  const auto rows = read_csv(place / "out" / "tridiagonal" / "tridiagonal.csv");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].at("note") == "WRONG");
  CHECK(rows[0].at("seconds") == "");
  CHECK(rows[0].at("speed_up") == "");
}

TEST_CASE("bench --of tridiagonal stopped by a signal keeps its results") {
  const Place place;
  Words slow = few_lines;
  slow.back() = "60";  // repetitions
  const auto report = place / "out" / "tridiagonal" / "tridiagonal.csv";
  const auto run = launch({slow, place.path(), {}, -1, "", ""}, [&](int process) {
    wait_until([&] { return fs::exists(report); });
    kill(process, SIGTERM);
  });
  CHECK(run.status == 143);
  CHECK(holds(run.out, "\nstopped by SIGTERM after "));
  CHECK(!read_csv(report).empty());
}

TEST_SUITE_END();

TEST_CASE("bench --of tridiagonal refuses values and options in one sentence") {
  const Place place;
  const auto refuse = [&](const Words& words, const std::string& sentence) {
    check_bench_refuses(place, words, sentence);
  };
  const Words lines = {"--of", "tridiagonal"};
  refuse({"--lines", "9"}, "--lines can only be given with --of tridiagonal");
  refuse({"--scaling", "--layout", "contiguous"}, "--layout can only be given with --of");
  refuse({"--scaling", "--of", "tridiagonal"}, "--of cannot be combined with --scaling");
  refuse(lines + Words{"--scheme", "rows"}, "--scheme cannot be combined with --of tridiagonal");
  refuse(lines + Words{"--mesh", "64x64"}, "--mesh cannot be combined with --of tridiagonal");
  refuse(lines + Words{"--lines", "9"}, "--lines and --rows, the rows of a line, go together");
  refuse(lines + Words{"--rows", "9"}, "--lines and --rows, the rows of a line, go together");
  refuse(lines + Words{"--lines", "9", "--rows", "8,9"}, "--rows takes one number with --of");
  refuse(lines + Words{"--lines", "0", "--rows", "9"},
         "--lines 0 must be a whole number from 1 to 1000000000");
  refuse(lines + Words{"--lines", "100000", "--rows", "100000"}, "--lines 100000 --rows 100000: ");
  refuse(lines + Words{"--algorithm", "lu"},
         "--algorithm lu must be one of auto, pta, cr, pcr, partition");
  refuse(lines + Words{"--layout", "diagonal"},
         "--layout diagonal must be contiguous or interleaved");
  refuse(lines + Words{"--precision", "mixed"}, "--precision mixed is not for --of tridiagonal");
  refuse(lines + Words{"--items", "3"}, "--items 3 must be a power of two");
  refuse(lines + Words{"--rows-per-item", "17"},
         "--rows-per-item 17 must be a whole number from 1");
  refuse(lines + Words{"--items", "4", "--algorithm", "pta"},
         "--items is for --algorithm partition alone");
  refuse(lines + Words{"--device", "0", "--device", "1"}, "--device can be given once with --of");
  CHECK(!fs::exists(place / "out"));
}

}  // namespace test_bench_of
