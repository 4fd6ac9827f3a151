// What a run shows while it goes: the line itself, and when it is shown.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "program.hpp"
#include "slipflow/support/progress.hpp"

namespace test_progress {

using namespace test_app;
using slipflow::Progress;
using slipflow::ProgressReport;

namespace {
/// What a run says after its first step.
ProgressReport first_step() {
  ProgressReport report;
  report.step = 1;
  report.cell_updates = 5e6;
  return report;
}

ProgressReport quarter() {
  ProgressReport report;
  report.fraction = 0.25;
  report.time = 5;
  report.end = 20;
  report.step = 2500;
  report.cell_updates = 4.005e9;
  report.inner_per_step = 12.34;
  report.largest_residual = 3.2e-10;
  return report;
}

/// The successive texts of the live line.
std::vector<std::string> live_lines(const std::string& screen) {
  const std::string rewind = "\r\x1b[K";
  std::vector<std::string> lines;
  for (auto at = screen.find(rewind); at != std::string::npos;) {
    at += rewind.size();
    const auto end = screen.find(rewind, at);
    if (end == std::string::npos) break;  // the line is cleared at the end
    lines.push_back(screen.substr(at, end - at));
    at = end;
  }
  return lines;
}

/// A fifth to half a second of computing per unit of time.
std::vector<std::string> run_until(const std::string& end) {
  return {"run",   "case.cfg",           "--backend", "serial",
          "--set", "time.step=0.001",    "--set",     "time.end=" + end,
          "--set", "output.every_time=0"};
}
const std::vector<std::string> some_seconds = run_until("6");
}  // namespace

TEST_CASE("the progress line shows bar, time, step, time to go, speed, iterations and residual") {
  CHECK(Progress::line(quarter(), first_step(), 100, 8) ==
        "[##......]  25 %  t 5/20  step 2500  ETA 5:00  40.00 Mcell/s  12.3 inner/step  "
        "residual 3.2e-10");
  CHECK(Progress::line(quarter(), first_step(), 100, 0) ==
        " 25 %  t 5/20  step 2500  ETA 5:00  40.00 Mcell/s  12.3 inner/step  residual 3.2e-10");
}

TEST_CASE("the progress line without a known end has no bar and no time to go") {
  auto report = quarter();
  report.fraction = -1;
  report.end = 0;
  CHECK(Progress::line(report, first_step(), 100, 8) ==
        "t 5  step 2500  40.00 Mcell/s  12.3 inner/step  residual 3.2e-10");
  report.time_name = "pseudo-time";
  CHECK(Progress::line(report, first_step(), 100, 8).starts_with("pseudo-time 5  step 2500"));
}

TEST_CASE("the progress line shows how far the flow is from steady, once that is known") {
  auto report = quarter();
  report.steady = 1e-7;
  report.change_rate = 3.25e-4;
  CHECK(
      holds(Progress::line(report, first_step(), 100, 0), "  step 2500  change 3.2e-04/1.0e-07  "));
  report.change_rate = std::numeric_limits<double>::quiet_NaN();
  CHECK(!holds(Progress::line(report, first_step(), 100, 0), "change"));
}

TEST_CASE("the time to go is that to the steady state, if that comes before the end") {
  auto report = quarter();
  report.seconds_to_steady = 60;
  CHECK(holds(Progress::line(report, first_step(), 100, 0), "  ETA 1:00  "));
  report.seconds_to_steady = 1e4;
  CHECK(holds(Progress::line(report, first_step(), 100, 0), "  ETA 5:00  "));
  report.fraction = -1;
  CHECK(holds(Progress::line(report, first_step(), 100, 0), "  ETA 2:46:40  "));
}

TEST_CASE("the steady state is expected where the decay of the changes reaches the limit") {
  slipflow::SteadyForecast forecast;
  CHECK(std::isnan(forecast.seconds_to(1e-6)));
  // Fast at first, then a factor of 10 in 100 s; more of them than are kept.
  for (int k = 0; k <= 2000; ++k)
    forecast.add(0.1 * k, std::pow(10, -0.001 * k) + 10 * std::pow(10, -0.1 * k));
  CHECK(forecast.seconds_to(1e-3) == doctest::Approx(100).epsilon(0.01));
  CHECK(forecast.seconds_to(1) == 0);
  CHECK(std::isnan(forecast.seconds_to(0)));
  slipflow::SteadyForecast growing;
  for (int k = 0; k < 20; ++k) growing.add(k, std::pow(2, k));
  CHECK(std::isnan(growing.seconds_to(1e-3)));
}

TEST_CASE("the time to go is shown once ten lines had estimates within a factor of 2") {
  slipflow::EstimateJudge judge;
  const auto lines_until_shown = [&](double begin, double end, double error) {
    for (int line = 0; line < 100; ++line) {
      const double seconds = begin + 10 * line;
      if (judge.take(seconds, (end - seconds) * error)) return line;
    }
    return -1;
  };
  CHECK(lines_until_shown(0, 1000, 1) == 10);
  CHECK(lines_until_shown(110, 3000, 1) == 10);  // three times as long: known for ten lines
  CHECK(lines_until_shown(220, 3000, 1.5) == 0);
  CHECK_FALSE(judge.take(230, std::nan("")));
  CHECK(lines_until_shown(240, 3000, 1) == 10);
  CHECK_FALSE(judge.take(350, 30000));
  // Estimates of five minutes, and of 42 in every eighth line.
  slipflow::EstimateJudge unsure;
  for (int line = 0; line < 100; ++line) CHECK_FALSE(unsure.take(10 * line, line % 8 ? 300 : 2520));
}

TEST_CASE("on a terminal a run with time.steady shows the change and its limit") {
  const Place place;
  const auto run = on_terminal(
      {some_seconds + Words{"--set", "time.steady=1e-6"}, place.path(), {}, -1, "", ""}, 120);
  CHECK(run.status == 0);
  const auto lines = live_lines(run.out);
  REQUIRE(!lines.empty());
  CHECK_MESSAGE(holds(lines.back(), "/1.0e-06  "), lines.back());
  CHECK(holds(lines.back(), "  change "));
}

TEST_CASE("the time to go is in seconds, minutes or hours") {
  CHECK(holds(Progress::line(quarter(), first_step(), 10, 0), "  ETA 30 s  "));
  CHECK(holds(Progress::line(quarter(), first_step(), 21, 0), "  ETA 1:03  "));
  CHECK(holds(Progress::line(quarter(), first_step(), 1233, 0), "  ETA 1:01:39  "));
}

TEST_CASE("no time to go before there are two seconds and ten steps to estimate it from") {
  auto report = quarter();
  CHECK(!holds(Progress::line(report, first_step(), 1.9, 0), "ETA"));
  CHECK(holds(Progress::line(report, first_step(), 2, 0), "  ETA 6 s  "));
  report.step = 10;
  CHECK(!holds(Progress::line(report, first_step(), 100, 0), "ETA"));
  report.step = 11;
  CHECK(holds(Progress::line(report, first_step(), 100, 0), "  ETA 5:00  "));
}

TEST_CASE("speed and time to go leave out the first step and an earlier part of the run") {
  auto first = quarter();
  first.fraction = 0.2;
  first.step = 2400;
  first.cell_updates = 3.005e9;
  const auto line = Progress::line(quarter(), first, 10, 0);
  CHECK(holds(line, "  ETA 2:30  100.00 Mcell/s  "));
}

TEST_CASE("the progress line at the beginning, at the end and after it") {
  auto report = quarter();
  report.fraction = 0;
  CHECK(Progress::line(report, first_step(), 0, 4) ==
        "[....]   0 %  t 5/20  step 2500  12.3 inner/step  residual 3.2e-10");
  report.fraction = 1;
  CHECK(holds(Progress::line(report, first_step(), 4, 4),
              "[####] 100 %  t 5/20  step 2500  ETA 0 s  1.00 Gcell/s"));
  report.fraction = 1.0000001;
  CHECK(holds(Progress::line(report, first_step(), 4, 4), "[####] 100 %"));
}

TEST_CASE("the progress line fits: a shorter bar first, then the last parts are left out") {
  const auto whole = Progress::line(quarter(), first_step(), 100, 20);
  CHECK(Progress::line(quarter(), first_step(), 100, 20, static_cast<int>(whole.size())) == whole);
  CHECK(Progress::line(quarter(), first_step(), 100, 20, static_cast<int>(whole.size()) - 5) ==
        Progress::line(quarter(), first_step(), 100, 15));
  CHECK(Progress::line(quarter(), first_step(), 100, 20, 79) ==
        "[##......]  25 %  t 5/20  step 2500  ETA 5:00  40.00 Mcell/s  12.3 inner/step");
  CHECK(Progress::line(quarter(), first_step(), 100, 20, 20) == "[##......]  25 %");
}

TEST_CASE("on a terminal one live line is replaced again and again, and cleared at the end") {
  const Place place;
  const auto run = on_terminal({some_seconds, place.path(), {}, -1, "", ""}, 120);
  CHECK(run.status == 0);
  const auto lines = live_lines(run.out);
  REQUIRE(lines.size() >= 2);
  for (const auto& line : lines) {
    for (const char* part : {"[", "] ", " %", "t ", "/6", "step ", " inner/step", "residual "})
      CHECK_MESSAGE(holds(line, part), line);
    CHECK(!holds(line, "\n"));
  }
  CHECK(lines.front() != lines.back());
  CHECK(holds(lines.back(), "cell/s"));
  CHECK(holds(run.out, "\r\x1b[Kdone (end): t = 6 after 6000 steps"));
  CHECK(!holds(read(place / "out" / "run.log"), "\x1b"));
}

TEST_CASE("on a terminal the time to go is left out until the run has a basis for it") {
  const Place place;
  // However fast the machine, the run takes seven seconds: ten lines are judged after two of them.
  const auto run = on_terminal(
      {run_until("1e6") + Words{"--set", "time.max_hours=0.002"}, place.path(), {}, -1, "", ""},
      120);
  CHECK(run.status == 143);
  const auto lines = live_lines(run.out);
  REQUIRE(lines.size() >= 2);
  CHECK(!holds(lines.front(), "ETA "));
  CHECK(holds(lines.back(), "ETA "));
}

TEST_CASE("on a narrow terminal the live line does not wrap") {
  const Place place;
  const auto run = on_terminal({some_seconds, place.path(), {}, -1, "", ""}, 60);
  CHECK(run.status == 0);
  const auto lines = live_lines(run.out);
  REQUIRE(!lines.empty());
  for (const auto& line : lines) CHECK_MESSAGE(line.size() < 60, line);
}

TEST_CASE("on a terminal --quiet shows nothing") {
  const Place place;
  auto arguments = some_seconds;
  arguments.push_back("--quiet");
  CHECK(on_terminal({arguments, place.path(), {}, -1, "", ""}, 80).out == "");
}

TEST_CASE("off a terminal a plain line comes every ten seconds, also in run.log" *
          doctest::test_suite("full")) {
  const Place place;
  const auto run = launch({{"run", "case.cfg", "--backend", "serial", "--set", "time.step=1e-5",
                            "--set", "time.end=1000", "--set", "output.every_time=0"},
                           place.path(),
                           {},
                           -1,
                           "",
                           "inner/step"});
  REQUIRE(holds(run.out, "inner/step"));
  for (const char* control : {"\r", "\x1b"}) CHECK(!holds(run.out, control));
  const auto line = lines_of(run.out).back();
  CHECK(holds(line, "  0 %  t "));
  CHECK(holds(line, "/1000  step "));
  CHECK(holds(line, " inner/step  residual "));
  CHECK(holds(read(place / "out" / "run.log"), line));
}

}  // namespace test_progress
