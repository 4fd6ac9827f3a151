// The inner iteration around random bodies with cut walls, against the same bodies on stairs.
#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "test_cases.hpp"

namespace slipflow::simple_ts::test_cut_walls_iteration {

namespace {
/// One to four circles and turned bars in a unit box, hot, cold or without slip; they may overlap.
std::string random_bodies(std::mt19937& random) {
  const auto between = [&](double lo, double hi) {
    return lo + (hi - lo) * (static_cast<double>(random()) / 4294967296.0);
  };
  std::string text;
  const int count = 1 + static_cast<int>(random() % 4);
  for (int k = 0; k < count; ++k) {
    const double x = between(0, 1), y = between(0, 1), T = between(0.8, 1.4);
    const std::string options =
        fmt::format("temperature={}{}", T, random() % 5 == 0 ? " slip=off jump=off" : "");
    if (random() % 2 == 0) {
      text += fmt::format("circle = {} {} {} {}\n", x, y, between(0.05, 0.2), options);
      continue;
    }
    const double angle = between(0, 3.1), p = between(0.1, 0.3), q = between(0.01, 0.1);
    text += "polygon =";
    for (const auto& [a, b] : {std::pair{-p, -q}, {p, -q}, {p, q}, {-p, q}})
      text += fmt::format(" {} {}", x + a * std::cos(angle) - b * std::sin(angle),
                          y + a * std::sin(angle) + b * std::cos(angle));
    text += " " + options + "\n";
  }
  return text;
}

/// The case, or nothing where bodies leave a gap of one cell or lie within others.
std::optional<Case> possible_case(const std::string& bodies, const std::string& walls) {
  try {
    return case_from(
        fmt::format("[gas]\nknudsen = 0.1\nmach = 0.1\ngravity = 0.3 0.2\n"
                    "coefficients = published\n[mesh]\nx = 0 1\ny = 0 1\ncells = 24 24\n"
                    "walls = {}\n[body]\n{}\n[boundary]\nwest = periodic\neast = periodic\n"
                    "south = periodic\nnorth = periodic\n[time]\nstep = 1\nmax_steps = 1\n",
                    walls, bodies));
  } catch (const slipflow::Error&) {
    return std::nullopt;
  }
}

/// The inner iterations of 20 steps from rest.
double iterations_of(const Case& c) {
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  double sum = 0, factor = 0;
  for (int step = 0; step < 20; ++step) {
    const InnerResult result = advance_time_step(*backend, 0.0125, {1e-7, 500, 0, factor});
    CHECK(result.converged);
    factor = result.factor;
    sum += result.inner;
  }
  return sum;
}
}  // namespace

TEST_CASE("cut walls: the iteration converges around random bodies, as fast as on stairs" *
          doctest::test_suite("full")) {
  std::mt19937 random(1);
  std::vector<double> ratios;
  for (int k = 0; k < 60; ++k) {
    const std::string bodies = random_bodies(random);
    CAPTURE(bodies);
    const auto cut = possible_case(bodies, "cut"), stairs = possible_case(bodies, "stairs");
    if (cut && stairs) ratios.push_back(iterations_of(*cut) / iterations_of(*stairs));
  }
  REQUIRE(ratios.size() > 25);
  std::ranges::sort(ratios);
  CHECK(ratios[ratios.size() / 2] < 1.15);
  CHECK(ratios.back() < 3);
}

}  // namespace slipflow::simple_ts::test_cut_walls_iteration
