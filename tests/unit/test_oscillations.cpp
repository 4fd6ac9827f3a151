// The frequency of an oscillation, from a table of probes.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "cpu_time.hpp"
#include "slipflow/run/oscillations.hpp"

namespace test_oscillations {

using namespace slipflow;

namespace {
struct Signal {
  std::vector<double> times, values;
};

// A street that begins after 20 time units, at steps that are not all of one length.
Signal signal(double period, double amplitude, double end) {
  Signal s;
  double time = 0;
  for (int k = 0; time <= end; time += k++ % 5 == 0 ? 0.03 : 0.1) {
    s.times.push_back(time);
    s.values.push_back(0.3 + amplitude * std::min(1.0, time / 20) *
                                 std::sin(2 * std::numbers::pi * time / period));
  }
  return s;
}
}  // namespace

TEST_CASE("the frequency of an oscillation is that of its last four periods") {
  const auto s = signal(7.2, 0.4, 100);
  const auto found = run::oscillation_of(s.times, s.values);
  REQUIRE(found);
  CHECK(found->frequency == doctest::Approx(1 / 7.2).epsilon(1e-4));
  CHECK(found->periods == 4);
  CHECK(found->spread < 1e-3);
}

TEST_CASE("there is no frequency without a whole period, nor of what hardly varies") {
  CHECK(!run::oscillation_of({}, {}));
  CHECK(!run::oscillation_of({0, 1}, {0, 1}));
  const auto slow = signal(90, 0.4, 100), weak = signal(7.2, 4e-4, 100);
  CHECK(!run::oscillation_of(slow.times, slow.values));
  CHECK(!run::oscillation_of(weak.times, weak.values));
  CHECK(!run::oscillation_of({0, 1, 2, 3}, {NAN, NAN, NAN, NAN}));
}

TEST_CASE("the table of probes has the velocities of each") {
  const auto s = signal(5, 0.2, 80);
  std::string text = "step,time,first_u,first_v,second_u,second_v\n";
  for (std::size_t k = 0; k < s.times.size(); ++k)
    text += fmt::format("{},{:.17g},1,0.5,2,{:.17g}\n", k, s.times[k], s.values[k]);
  std::istringstream table(text);
  const auto at = [](const std::string& probe) {
    return run::Signal{"probe", probe, "v", {probe + "_v"}};
  };
  const auto found = run::oscillations_in(table, {at("first"), at("second"), at("third")});
  REQUIRE(found.size() == 1);
  CHECK(found[0].signal.place == "second");
  CHECK(found[0].frequency == doctest::Approx(0.2).epsilon(1e-4));
}

TEST_CASE("a force is the sum of its columns, in units of the table, over a scale") {
  // The pressures cancel; the frictions have a period of 5, in a table of times in 1/10.
  const auto s = signal(5, 0.2, 80);
  std::string text = "step,time [s],box_pressure_y [N],box_friction_y [N]\n";
  for (std::size_t k = 0; k < s.times.size(); ++k) {
    const double pressure = std::sin(3 * s.times[k]);
    text += fmt::format("{},{:.17g},{:.17g},{:.17g}\n", k, 10 * s.times[k], 100 * pressure,
                        100 * (s.values[k] - pressure));
  }
  const auto found = [&](double scale) {
    std::istringstream table(text);
    return run::oscillations_in(
        table, {{"body", "box", "force_y", {"box_pressure_y", "box_friction_y"}, 100, 2, scale}},
        10);
  };
  for (const double scale : {0.0, 1.0, 390.0}) {
    REQUIRE(found(scale).size() == 1);
    CHECK(found(scale)[0].frequency == doctest::Approx(0.2).epsilon(1e-4));
    CHECK(found(scale)[0].signal.reference_length == 2);
  }
  CHECK(found(410).empty());
}

TEST_CASE("of an unknown scale what is rounding error next to other signals is no oscillation") {
  const auto s = signal(5, 0.2, 80);
  std::string text = "step,time,a_v,b_v\n";
  for (std::size_t k = 0; k < s.times.size(); ++k)
    text += fmt::format("{},{:.17g},{:.17g},{:.17g}\n", k, s.times[k], 1e-12 * s.values[k],
                        s.values[k]);
  std::istringstream table(text);
  const auto found = run::oscillations_in(
      table, {{"probe", "a", "v", {"a_v"}, 1, 1, 0}, {"probe", "b", "v", {"b_v"}, 1, 1, 0}});
  REQUIRE(found.size() == 1);
  CHECK(found[0].signal.place == "b");
}

TEST_CASE("promise 18: a table of many probes is searched in a time linear in their number") {
  const auto search = [](int probes) {
    std::string text = "step,time";
    std::vector<run::Signal> signals;
    for (int k = 0; k < probes; ++k) {
      text += fmt::format(",p{0}_u,p{0}_v", k);
      signals.push_back({"probe", "", "v", {fmt::format("p{}_v", k)}});
    }
    std::istringstream table(text + "\n");
    CHECK(run::oscillations_in(table, signals).empty());
  };
  CHECK(test_support::grows_linearly(search, 1500));
}

}  // namespace test_oscillations
