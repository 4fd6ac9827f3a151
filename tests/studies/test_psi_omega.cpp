// slipflow_studies psi_omega on its smallest mesh.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "csv_rows.hpp"
#include "program.hpp"
#include "psi_omega.hpp"
#include "results.hpp"
#include "run_studies.hpp"
#include "slipflow/psi_omega/problem.hpp"

namespace test_psi_omega_study {

using namespace test_app;
using namespace slipflow::bench::studies;
namespace methods = slipflow::methods;

namespace {
PsiOmegaCase on_host(const std::string& variant, const std::string& keys) {
  return {.flow = "cavity",
          .mesh = {16, 16, 0},
          .variant = variant,
          .on_host = true,
          .case_text = slipflow::psi_omega::method().benchmark->case_text(
                           {16, 16, 0}, "rows", slipflow::setup::Precision::in_double) +
                       keys,
          .steps = 1000};
}
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("the study psi_omega: a device and the serial reference on a case of it") {
  const Place place;
  const auto rows = rows_of_study(place, {"psi_omega", "--trust-device", "--repeats", "1", "--mesh",
                                          "64x64", "--variant", "serial thomas,auto"});
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
  CHECK(number(rows[1], "speed_up") ==
        doctest::Approx(number(rows[0], "seconds_per_step") / number(rows[1], "seconds_per_step")));
  CHECK(holds(read(place / "out" / "psi_omega" / "psi_omega.md"), "The published study "));
}

TEST_SUITE_END();

TEST_CASE("every case of the study is valid, and its serial reference comes first") {
  std::set<std::string> references;
  for (const auto& of : psi_omega_cases()) {
    const auto name = fmt::format("{} {}x{}", of.flow, of.mesh.nx, of.mesh.ny);
    CAPTURE(name);
    CAPTURE(of.variant);
    const auto problem = psi_omega_problem(of);
    CHECK(problem->mesh().x.cells() == of.mesh.nx);
    CHECK(problem->mesh().y.cells() == of.mesh.ny);
    CHECK(problem->bodies().size() == static_cast<std::size_t>(of.mesh.squares));
    CHECK(of.steps > 0);
    if (of.on_host) references.insert(name);
    CHECK(references.count(name) == 1);
  }
  CHECK(references.size() == 11);
}

TEST_CASE("a case of a study that diverges has no time, and one that is timed has") {
  PsiOmegaOptions options;
  options.cases = {on_host("wild", "[relaxation]\nvorticity = 1\nwall = 1\n"), on_host("tame", "")};
  options.repeats = 1;
  PsiOmegaReport report;
  std::vector<std::string> said;
  run_benchmark(options,
                {[](double part, const auto&) { CHECK(part < 1); },
                 [&](const std::string& lines) { said.push_back(lines); }},
                report);
  REQUIRE(report.results.size() == 2);
  REQUIRE(said.size() == 3);  // with the heading
  CHECK(report.results[0].outcome == StudyOutcome::diverged);
  CHECK(std::isnan(report.results[0].seconds));
  CHECK(holds(said[1], "diverged"));
  CHECK(report.results[1].outcome == StudyOutcome::timed);
  CHECK(report.results[1].seconds > 0);
  CHECK(!fault_of(report));
}

TEST_CASE("reports of a study say why a case was refused") {
  PsiOmegaReport report;
  auto& r = report.results.emplace_back();
  r.of = on_host("cr", "");
  r.of.published = "4.4 x";
  r.outcome = StudyOutcome::refused;
  r.refusal = "cr solves lines of up to 9 rows, not of 17";
  CHECK(holds(psi_omega_line(r), "4.4 x"));
  CHECK(holds(psi_omega_line(r), r.refusal));
  CHECK(holds(csv(report), ",refused,\"cr solves lines of up to 9 rows, not of 17\"\n"));
  CHECK(holds(slipflow::output::json_text(json(report)), "\"seconds\": null"));
  CHECK(fault_of(report)->status() == slipflow::ExitStatus::no_device);
  r.build_failed = true;
  CHECK(fault_of(report)->status() == slipflow::ExitStatus::kernel_build_failed);
}

TEST_CASE("the studies refuse values and options in one sentence") {
  const Place place;
  const auto refuse = [&](const Words& words, const std::string& sentence) {
    check_refuses(place, words, sentence);
  };
  refuse({}, "a study is missing: the studies are fp64, piso, ");
  refuse({"simple"}, "no study 'simple': the studies are fp64, piso, ");
  refuse({"psi_omega", "--mesh", "65x64"}, "--mesh 65x64 must be one of 64x64, 128x128, ");
  refuse({"psi_omega", "--variant", "lu"}, "--variant lu must be one of serial thomas, auto, ");
  refuse({"psi_omega", "--mesh", "800x160", "--variant", "cr"},
         "--variant cr must be one of serial thomas, auto\n");
  refuse({"fp64", "--mesh", "80"}, "--mesh 80 must be 2 whole numbers with an x between them");
  refuse({"fp64", "--scheme", "rows"}, "--scheme rows must be one of ");
  CHECK(!std::filesystem::exists(place / "out"));
  CHECK(holds(place.slipflow({"--help"}).out, "\n  tridiagonal "));
  CHECK(holds(place.slipflow({"sweep", "--help"}).out, "Usage: slipflow_studies sweep [options]"));
}

}  // namespace test_psi_omega_study
