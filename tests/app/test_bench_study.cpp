// slipflow bench --of METHOD: the published study of a method, on its smallest mesh.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "csv_rows.hpp"
#include "methods.hpp"
#include "program.hpp"
#include "results.hpp"
#include "slipflow/bench/study.hpp"

namespace test_bench_study {

using namespace test_app;
using namespace slipflow;

namespace {
/// Methods that have a published study.
std::vector<const methods::Method*> studied() {
  std::vector<const methods::Method*> found;
  for (const auto& method : app::all_methods())
    if (!method.benchmark->study().cases.empty()) found.push_back(&method);
  return found;
}

methods::StudyCase on_host(const std::string& variant, const std::string& keys) {
  return {.flow = "cavity",
          .mesh = {16, 16, 0},
          .variant = variant,
          .on_host = true,
          .case_text = studied().at(0)->benchmark->case_text({16, 16, 0}, "rows",
                                                             setup::Precision::in_double) +
                       keys,
          .steps = 1000};
}
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("bench --of METHOD: a device and the serial reference on a case of the study") {
  for (const auto* method : studied()) {
    const Place place;
    const auto& name = method->name;
    CAPTURE(name);
    const auto run = place.slipflow({"bench", "--of", name, "--trust-device", "--repeats", "1",
                                     "--mesh", "64x64", "--variant", "serial thomas,auto"});
    CHECK(run.status == 0);
    CHECK(run.err == "");
    const auto rows = read_csv(place / "out" / name / (name + ".csv"));
    REQUIRE(rows.size() == 2);
    for (const Row& row : rows) {
      CHECK(row.at("outcome") == "timed");
      CHECK(number(row, "seconds") ==
            doctest::Approx(number(row, "steps") * number(row, "seconds_per_step")));
      CHECK(number(row, "steps_timed") <= number(row, "steps"));
      CHECK(std::isfinite(number(row, "largest_change")));
      CHECK(number(row, "largest_change") > 0);
    }
    CHECK(rows[0].at("device") == "one CPU core");
    CHECK(number(rows[0], "speed_up") == 1);
    CHECK(number(rows[1], "speed_up") == doctest::Approx(number(rows[0], "seconds_per_step") /
                                                         number(rows[1], "seconds_per_step")));
    CHECK(holds(read(place / "out" / name / (name + ".md")), "The published study "));
  }
}

TEST_SUITE_END();

TEST_CASE("every case of a published study is valid, and its serial reference comes first") {
  REQUIRE(!studied().empty());
  for (const auto* method : studied()) {
    std::set<std::string> references;
    for (const auto& of : method->benchmark->study().cases) {
      const auto name = fmt::format("{} {}x{}", of.flow, of.mesh.nx, of.mesh.ny);
      CAPTURE(name);
      CAPTURE(of.variant);
      const auto settings = config::parse_case(of.case_text, "study", {}, app::key_tables());
      const auto problem = method->make(settings, methods::Start::read);
      CHECK(problem->mesh().x.cells() == of.mesh.nx);
      CHECK(problem->mesh().y.cells() == of.mesh.ny);
      CHECK(problem->bodies().size() == static_cast<std::size_t>(of.mesh.squares));
      CHECK(of.steps > 0);
      if (of.on_host) references.insert(name);
      CHECK(references.count(name) == 1);
    }
  }
}

TEST_CASE("a case of a study that diverges has no time, and one that is timed has") {
  const auto* method = studied().at(0);
  bench::StudyOptions options;
  options.method = method;
  options.cases = {on_host("wild", "[relaxation]\nvorticity = 1\nwall = 1\n"), on_host("tame", "")};
  options.repeats = 1;
  bench::StudyReport report;
  std::vector<std::string> said;
  bench::run_study(options,
                   {[](double part, const auto&) { CHECK(part < 1); },
                    [&](const std::string& lines) { said.push_back(lines); }},
                   report);
  REQUIRE(report.results.size() == 2);
  REQUIRE(said.size() == 3);  // with the heading
  CHECK(report.results[0].outcome == bench::StudyOutcome::diverged);
  CHECK(std::isnan(report.results[0].seconds));
  CHECK(holds(said[1], "diverged"));
  CHECK(report.results[1].outcome == bench::StudyOutcome::timed);
  CHECK(report.results[1].seconds > 0);
  CHECK(!bench::fault_of(report));
}

TEST_CASE("reports of a study say why a case was refused") {
  bench::StudyReport report;
  report.name = "study";
  auto& r = report.results.emplace_back();
  r.of = on_host("cr", "");
  r.of.published = "4.4 x";
  r.outcome = bench::StudyOutcome::refused;
  r.refusal = "cr solves lines of up to 9 rows, not of 17";
  CHECK(holds(bench::study_line(r), "4.4 x"));
  CHECK(holds(bench::study_line(r), r.refusal));
  CHECK(holds(bench::csv(report), ",refused,\"cr solves lines of up to 9 rows, not of 17\"\n"));
  CHECK(holds(bench::json(report), "\"seconds\": null"));
  CHECK(bench::fault_of(report)->status() == ExitStatus::no_device);
  r.build_failed = true;
  CHECK(bench::fault_of(report)->status() == ExitStatus::kernel_build_failed);
}

TEST_CASE("bench --of METHOD refuses values and options in one sentence") {
  const Place place;
  const auto refuse = [&](const Words& words, const std::string& sentence) {
    check_bench_refuses(place, words, sentence);
  };
  const Words study = {"--of", studied().at(0)->name};
  refuse({"--of", "simple"}, "--of simple must be one of tridiagonal, ");
  refuse({"--variant", "auto"}, "--variant can only be given with --of METHOD");
  refuse(study + Words{"--lines", "9"}, "--lines cannot be combined with --of ");
  refuse(study + Words{"--mesh", "65x64"}, "--mesh 65x64 must be one of 64x64, 128x128, ");
  refuse(study + Words{"--variant", "lu"}, "--variant lu must be one of serial thomas, auto, ");
  refuse(study + Words{"--mesh", "800x160", "--variant", "cr"},
         "--variant cr must be one of serial thomas, auto\n");
  CHECK(!std::filesystem::exists(place / "out"));
}

}  // namespace test_bench_study
