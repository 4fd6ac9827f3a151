// summary.json of a run.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "run_summary.hpp"
#include "slipflow/psi_omega/case.hpp"
#include "slipflow/psi_omega/problem.hpp"

namespace test_run_summary {

using namespace slipflow;

namespace {
// Of probes that oscillate with a frequency of 0.1 U/L behind a body 1.5 L high.
nlohmann::json oscillation(const std::string& option) {
  const auto tables = config::make_key_tables({{"psi_omega", psi_omega::keys()}});
  const psi_omega::Problem problem(config::parse_case(
      "title = Street\nmethod = psi_omega\n[fluid]\nreynolds = 100\n[mesh]\nx = 0 8\ny = 0 6\n"
      "cells = 16 12\n[body]\nrectangle = 2 2 4 3.5 " +
          option +
          "\n[boundary]\nwest = inflow\neast = outflow\nsouth = wall\nnorth = wall\n"
          "[scheme]\ntime = adi\n[time]\nstep = 0.1\nend = 1\n",
      "case.cfg", {}, tables));
  app::RunSummary summary(problem, {}, false);
  const run::Signal wake = {"probe", "wake", "v", {}, 1, problem.description().reference_length()};
  summary.add_oscillations(problem, {{wake, 0.1, 4, 0}});
  return nlohmann::json::parse(summary.text())["oscillations"][0];
}
}  // namespace

TEST_CASE("Strouhal numbers have the reference length of the body, which is printed") {
  const auto by_height = oscillation(""), by_length = oscillation("reference_length=0.5");
  CHECK(by_height["probe"] == "wake");
  CHECK(by_height["quantity"] == "v");
  CHECK(by_height["frequency"] == 0.1);
  CHECK(by_height["reference_velocity"] == 1);
  CHECK(by_height["strouhal"] == doctest::Approx(0.15));
  CHECK(by_height["reference_length"] == 1.5);
  CHECK(by_length["strouhal"] == doctest::Approx(0.05));
  CHECK(by_length["reference_length"] == 0.5);
}

}  // namespace test_run_summary
