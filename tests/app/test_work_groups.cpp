// Devices that run the kernels in small work-groups only, or in few along y.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "restarting.hpp"
#include "results.hpp"

namespace test_work_groups {

using namespace test_app;

namespace {
const Words fused = {"run", "case.cfg", "--trust-device", "--parity", "--kernels", "fused"};
const Words quiet = {"--quiet"};

/// A periodic box without walls, whose kernels PoCL builds quickly.
const std::string open_box =
    "[gas]\nknudsen = 0.05\nmach = 2.43\n[mesh]\nx = 0 4\ny = 0 2\ncells = 40 20\n"
    "[initial]\nperturbation = 0.1\n"
    "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
    "[scheme]\ntime = explicit\n[time]\nstep = 0.01\nmax_steps = 2\n[output]\n" +
    no_pictures;
const std::string everything_measured =
    "history_every = 1\nbalance = on\naverages = p u\nprobe = 3 1\n";

/// The driver allows `most` work-items in a work-group, for any kernel.
std::map<std::string, std::string> with_groups_of(const Place& place, int most) {
  return with_fault(place.path(), fmt::format("work-group={}", most));
}

/// Checks that a run on a device has the frames and tables of a serial one. Checkpoints name their
/// backend.
void check_same_as_serial(const Place& serial, const Place& device) {
  auto expected = results_in(serial / "out"), got = results_in(device / "out");
  CHECK(expected.erase("checkpoint") == 1);
  CHECK(got.erase("checkpoint") == 1);
  REQUIRE(expected.size() == got.size());
  for (const auto& [name, bytes] : expected) CHECK_MESSAGE(got[name] == bytes, name << " differs");
}
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("kernels that allow small work-groups only run in these, with the same bits and a note" *
          doctest::test_suite("opencl full")) {
  const Place expected(open_box), place(open_box);
  run(expected, serial);
  const auto outcome = place.slipflow(fused, with_groups_of(place, 23));
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
  check_same_as_serial(expected, place);
  const std::string note =
      "' can run the kernels of this case in work-groups of 16 at most: these are taken instead of "
      "64\n";
  CHECK(holds(outcome.out, note));
  CHECK(holds(read(place / "out" / "run.log"), note));
  CHECK(holds(read(place / "out" / "summary.json"), "\"work_group_size\": 16"));
}

TEST_CASE("the self-test, plain kernels and all that is measured fit into small work-groups too" *
          doctest::test_suite("opencl full")) {
  const Place expected(open_box + everything_measured), place(open_box + everything_measured);
  run(expected, serial);
  const auto outcome = place.slipflow({"run", "case.cfg", "--parity", "--kernels", "plain"},
                                      with_groups_of(place, 23));
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
  check_same_as_serial(expected, place);
  // Columns of a plain sub-domain belong to one work-item.
  CHECK_FALSE(holds(outcome.out, "at most: these are taken"));
  CHECK(holds(read(place / "out" / "summary.json"), "\"work_group_size\": 64"));
}

TEST_CASE("a work-group size that is given and that the kernels do not allow is refused") {
  const Place place(open_box);
  const auto message = refused(place, fused + quiet + Words{"--set", "run.work_group_size=64"}, 2,
                               with_groups_of(place, 23));
  CHECK(message.find("slipflow: a work-group size of 64 is not possible on '") == 0);
  CHECK(holds(message, "': the largest in which it can run the kernels of this case is 16\n"));
}

TEST_CASE("promise 10: kernels that allow no work-group that is large enough: status 6") {
  const std::string advice = " are needed; take another device or --backend serial\n";
  const Place place(open_box);
  const auto march = refused(place, fused + quiet, 6, with_groups_of(place, 4));
  CHECK(march.find("slipflow: simple_ts/advance_inner_iteration.cl cannot be launched on '") == 0);
  CHECK(holds(
      march,
      "): its kernel advance_inner_iteration allows 4 work-items in a work-group, 8" + advice));
  const auto test = refused(place, {"run", "case.cfg"}, 6, with_groups_of(place, 0));
  CHECK(test.find("slipflow: common/self_test.cl cannot be launched on '") == 0);
  CHECK(holds(test, "): its kernel test_device allows 0 work-items in a work-group, 1" + advice));
}

TEST_CASE("a mesh of more rows than a device launches groups along y" *
          doctest::test_suite("opencl full")) {
  // More than 65,535 rows: the averages, and the convective sums of the plain kernels.
  const std::string high =
      "[gas]\nknudsen = 0.05\nmach = 0.5\n[mesh]\nx = 0 0.4\ny = 0 7000\ncells = 4 70000\n"
      "[initial]\nperturbation = 0.1\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = symmetry\nnorth = symmetry\n"
      "[scheme]\ntime = explicit\n[time]\nstep = 0.005\nmax_steps = 1\n"
      "[inner]\nmax = 2\n[output]\naverages = T\n" +
      no_pictures;
  const Place expected(high), place(high);
  run(expected, serial);
  const auto outcome =
      place.slipflow({"run", "case.cfg", "--trust-device", "--parity", "--kernels", "plain"},
                     with_fault(place.path(), "groups-y=65535"));
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
  check_same_as_serial(expected, place);
}

TEST_CASE("tune begins with a work-group that the kernels allow, bench skips one that they do not" *
          doctest::test_suite("opencl full")) {
  const Place place(open_box);
  auto environment = with_groups_of(place, 16);
  environment["SLIPFLOW_CACHE_DIR"] = (place / "cache").string();
  const auto tuned = place.slipflow({"tune", "case.cfg", "--trust-device", "--parity", "--seconds",
                                     "1", "--kernels", "fused", "--set", "run.rows=20"},
                                    environment);
  CHECK_MESSAGE(tuned.status == 0, tuned.err);
  CHECK(holds(tuned.out, "\nthe model's choice: fused, 16, 20 rows: "));
  const auto bench = place.slipflow(
      {"bench", "--trust-device", "--mesh", "60x40", "--repeats", "1", "--scheme",
       "implicit upwind", "--rows", "auto", "--kernels", "fused", "--work-group", "64"},
      environment);
  CHECK(bench.status == 3);
  CHECK(
      holds(bench.err, "nothing could be measured: a work-group size of 64 is not possible on '"));
}

TEST_SUITE_END();

}  // namespace test_work_groups
