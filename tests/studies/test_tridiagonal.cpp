// slipflow_studies tridiagonal on tiny systems, and refused options.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <signal.h>

#include <boost/property_tree/json_parser.hpp>
#include <set>

#include "csv_rows.hpp"
#include "program.hpp"
#include "results.hpp"
#include "run_studies.hpp"

namespace test_tridiagonal_study {

using namespace test_app;

namespace {
const Words few_lines = {"tridiagonal", "--lines", "40", "--rows", "33", "--repeats", "1"};

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

TEST_CASE("the study tridiagonal: every algorithm with both layouts, compared with serial") {
  const Place place;
  const auto rows = rows_of_study(place, few_lines + Words{"--parity"});
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

TEST_CASE("the study tridiagonal in single precision, with the parameters that are given" *
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
    "the study tridiagonal: a line that is too long for an algorithm, and lines that do not "
    "fit") {
  const Place place;
  const Words few = {"tridiagonal", "--repeats", "1", "--layout", "contiguous"};
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

TEST_CASE("the study tridiagonal ends with status 7 where a solution is wrong") {
  const Place place;
  const auto run = with_wrong_kernels(
      place, "linear_solvers/tridiagonal.h",
      "SF_INLINE real sf_down(real a, real d, real d_before, real w) { return (d - a * d_before) * "
      "w; }",
      "SF_INLINE real sf_down(real a, real d, real d_before, real w) { return (d - a * d_before) * "
      "w * 1.0000001; }",
      few_lines + Words{"--algorithm", "pta", "--layout", "contiguous"}, run_studies);
  CHECK(run.status == 7);
  CHECK(holds(run.err,
              "slipflow: 1 of the solutions cannot be used: that of 40 lines of 33 rows by pta"));
  const auto rows = read_csv(place / "out" / "tridiagonal" / "tridiagonal.csv");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].at("note") == "WRONG");
  CHECK(rows[0].at("seconds") == "");
  CHECK(rows[0].at("speed_up") == "");
}

TEST_CASE("the study tridiagonal stopped by a signal keeps its results") {
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

TEST_CASE("the study tridiagonal refuses values and options in one sentence") {
  const Place place;
  const auto refuse = [&](const Words& words, const std::string& sentence) {
    check_refuses(place, Words{"tridiagonal"} + words, sentence);
  };
  refuse({"--scheme", "rows"}, "unrecognised option '--scheme'; usage: slipflow_studies tridiag");
  refuse({"--lines", "9"}, "--lines and --rows, the rows of a line, go together");
  refuse({"--rows", "9"}, "--lines and --rows, the rows of a line, go together");
  refuse({"--lines", "9", "--rows", "8,9"}, "--rows 8,9 must be a whole number from 1 to ");
  refuse({"--lines", "0", "--rows", "9"}, "--lines 0 must be a whole number from 1 to 1000000000");
  refuse({"--lines", "100000", "--rows", "100000"}, "--lines 100000 --rows 100000: ");
  refuse({"--algorithm", "lu"}, "--algorithm lu must be one of auto, pta, cr, pcr, partition");
  refuse({"--layout", "diagonal"}, "--layout diagonal must be one of contiguous, interleaved");
  refuse({"--precision", "mixed"}, "--precision mixed must be one of double, single");
  refuse({"--items", "3"}, "--items 3 must be a power of two");
  refuse({"--rows-per-item", "17"}, "--rows-per-item 17 must be a whole number from 1");
  refuse({"--items", "4", "--algorithm", "pta"}, "--items is for --algorithm partition alone");
  refuse({"--device", "0", "--device", "1"},
         "option '--device' cannot be specified more than once");
  refuse({"--repeats", "0"}, "--repeats 0 must be a whole number from 1 to 1000");
  CHECK(!fs::exists(place / "out"));
}

}  // namespace test_tridiagonal_study
