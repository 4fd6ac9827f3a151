// slipflow bench --scaling: its numbers, and refused options. tests/mpi runs it on several ranks.
#include <doctest/doctest.h>

#include <cmath>

#include "program.hpp"
#include "slipflow/bench/scaling.hpp"

namespace test_scaling {

using namespace test_app;
using namespace slipflow;

namespace {
bench::ScalingResult result(bench::ScalingMode mode, int ranks, double seconds, double one_rank) {
  bench::ScalingResult r;
  r.mode = mode;
  r.mesh = {400, 200, 0};
  r.scheme = "implicit upwind";
  r.ranks = ranks;
  r.seconds = seconds;
  r.one_rank = one_rank;
  return r;
}
}  // namespace

TEST_CASE("the scaling is measured with 1, 2, 4 .. and all ranks") {
  CHECK(bench::rank_counts(1) == std::vector<int>{1});
  CHECK(bench::rank_counts(2) == std::vector<int>{1, 2});
  CHECK(bench::rank_counts(6) == std::vector<int>{1, 2, 4, 6});
  CHECK(bench::rank_counts(8) == std::vector<int>{1, 2, 4, 8});
}

TEST_CASE("efficiency: with as many cells per rank, and with as many cells in all") {
  CHECK(result(bench::ScalingMode::weak, 4, 0.5, 0.4).efficiency() == doctest::Approx(0.8));
  CHECK(result(bench::ScalingMode::strong, 4, 0.5, 1.6).efficiency() == doctest::Approx(0.8));
  CHECK(std::isnan(result(bench::ScalingMode::strong, 4, 0.5, bench::kUnknown).efficiency()));
}

TEST_CASE("waiting and imbalance are those of the timings, without what came before") {
  methods::RankTimes before, after;
  before.seconds = 2, before.waiting_halo = 1;
  after.seconds = 12, after.waiting_halo = 2, after.waiting_decision = 0.5;
  // The slowest rank computed 1 s as all others, then 10.2 s while they computed 8.5 s.
  after.imbalance = 11.2 / 9.5;
  const auto waiting = bench::waiting_between(before, after);
  CHECK(waiting.halo == doctest::Approx(0.1));
  CHECK(waiting.decision == doctest::Approx(0.05));
  CHECK(waiting.imbalance == doctest::Approx(1.2));
}

TEST_CASE("a result whose state is wrong has no times, and the command its status") {
  bench::ScalingReport report;
  report.version = "1";
  report.results = {result(bench::ScalingMode::strong, 1, 0.25, 0.25),
                    result(bench::ScalingMode::strong, 2, 0.125, 0.25)};
  CHECK(!bench::fault_of(report));
  CHECK(holds(bench::csv(report), ",0.125,1,"));
  report.results[1].verdict = bench::ScalingVerdict::not_finite;
  CHECK(bench::fault_of(report)->status() == ExitStatus::diverged);
  report.results[0].verdict = bench::ScalingVerdict::differs_from_one_rank;
  const auto fault = bench::fault_of(report);
  CHECK(fault->status() == ExitStatus::results_disagree);
  CHECK(holds(fault->what(), "implicit upwind with 1 rank (strong"));
  CHECK(!holds(bench::csv(report), "0.125"));
  CHECK(holds(bench::scaling_line(report.results[0]), "INVALID: differs from one rank"));
  report.results.clear();
  report.skipped = {{bench::ScalingMode::weak, {8, 8, 0}, "implicit upwind", 2, "too large"}};
  CHECK(bench::fault_of(report)->status() == ExitStatus::no_device);
  CHECK(holds(bench::markdown(report), "implicit upwind, 2 ranks: too large"));
}

TEST_CASE("without a launcher bench --scaling measures one rank and says how to start several") {
  const Place place;
  const auto run = place.slipflow({"bench", "--scaling", "--backend", "serial", "--mesh", "40x30",
                                   "--repeats", "1", "--output", "scaling"});
  CHECK(run.status == 0);
  CHECK(holds(run.out, "mpirun -n 4 slipflow bench --scaling"));
  CHECK(lines_of(read(place / "scaling" / "scaling.csv")).size() == 3);
}

TEST_CASE("options that do not go with --scaling, or only with it, are refused") {
  const Place place;
  const auto refuse = [&](Words words, const std::string& sentence) {
    CAPTURE(sentence);
    words.insert(words.begin(), "bench");
    const auto run = place.slipflow(words);
    CHECK(run.status == 2);
    CHECK(holds(run.err, sentence));
  };
  refuse({"--scaling", "--paper"}, "--paper cannot be combined with --scaling");
  refuse({"--scaling", "--rows", "9"}, "--rows cannot be combined with --scaling");
  refuse({"--scaling", "--backend", "cuda"}, "--backend cuda must be opencl, serial or threads");
  refuse({"--scaling", "--device", "0", "--device", "1"}, "--device can be given once");
  refuse({"--backend", "serial"}, "--backend can only be given with --scaling");
  refuse({"--threads", "2"}, "--threads can only be given with --scaling");
  refuse({"--share-devices"}, "--share-devices can only be given with --scaling");
  CHECK(!fs::exists(place / "out"));
}

}  // namespace test_scaling
