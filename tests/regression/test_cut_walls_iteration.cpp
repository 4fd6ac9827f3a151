// The inner iteration around random bodies with cut walls, against the same bodies on stairs.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "random_scenes.hpp"

namespace slipflow::simple_ts::test_cut_walls_iteration {

using namespace random_scenes;

namespace {
/// A disc of radius p, or a bar of half widths p and q at an angle.
struct Shape {
  bool is_disc;
  double x, y, p, q, angle;
};

Shape random_shape(Random& random, const std::vector<Shape>& others) {
  Shape s{};
  const int kind = static_cast<int>(random() * 4);
  s.x = random(), s.y = random(), s.angle = random() * std::numbers::pi;
  s.is_disc = kind == 0 || kind == 3;
  if (kind == 0) s.p = 0.02 + 0.2 * random();
  if (kind == 1) s.p = 0.03 + 0.2 * random(), s.q = 0.03 + 0.2 * random();
  if (kind == 2) s.p = 0.1 + 0.25 * random(), s.q = 0.004 + 0.03 * random();
  if (kind == 3) s.p = 0.005 + 0.05 * random();
  if (others.empty() || random() >= 0.3) return s;
  const Shape& first = others.front();  // next to it or touching it
  s.x = first.x + first.p * std::cos(s.angle) + s.p * 1.02, s.y = first.y;
  return s;
}

constexpr double kWidth = 1.0 / 24;  // of a cell

/// The shape and its images in the unit box from (x0, y0), as stairs need them: those that reach
/// into it by a cell.
std::string lines_of(const Shape& s, double x0, double y0, const std::string& options) {
  const double k = std::cos(s.angle), l = std::sin(s.angle);
  const double reach_x = s.is_disc ? s.p : std::abs(s.p * k) + std::abs(s.q * l);
  const double reach_y = s.is_disc ? s.p : std::abs(s.p * l) + std::abs(s.q * k);
  const auto reaches = [](double place, double reach, double start) {
    return place + reach > start + kWidth && place - reach < start + 1 - kWidth;
  };
  std::string text;
  for (const int column : {-1, 0, 1})
    for (const int row : {-1, 0, 1}) {
      const double x = s.x - std::floor(s.x - x0) + column, y = s.y - std::floor(s.y - y0) + row;
      if (!reaches(x, reach_x, x0) || !reaches(y, reach_y, y0)) continue;
      if (s.is_disc) {
        text += fmt::format("circle = {} {} {} {}\n", x, y, s.p, options);
        continue;
      }
      text += "polygon =";
      for (const auto& [a, b] : {std::pair{-s.p, -s.q}, {s.p, -s.q}, {s.p, s.q}, {-s.p, s.q}})
        text += fmt::format(" {} {}", x + k * a - l * b, y + l * a + k * b);
      text += " " + options + "\n";
    }
  return text;
}

/// A scene in a periodic unit box: discs, bars and plates, hot, cold,
/// insulated or without slip, with upwind or TVD fluxes.
std::string random_scene(std::uint64_t seed) {
  Random random(seed);
  const int count = 1 + static_cast<int>(random() * 4);
  const double knudsen = random() < 0.2 ? 0.01 : 0.05 + 0.1 * random();
  std::vector<Shape> shapes;
  for (int k = 0; k < count; ++k) shapes.push_back(random_shape(random, shapes));
  std::vector<std::string> options;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    options.push_back(fmt::format("temperature={}", 0.8 + 0.6 * random()));
    const bool slips = random() >= 0.2, is_insulated = random() < 0.15;
    options.back() += slips ? "" : " slip=off";
    options.back() += is_insulated ? " jump=adiabatic" : slips ? "" : " jump=off";
  }
  const double x0 = random(), y0 = random(), g_x = 0.5 * random(), g_y = 0.5 * random();
  std::string bodies;
  for (std::size_t k = 0; k < shapes.size(); ++k) bodies += lines_of(shapes[k], x0, y0, options[k]);
  const char* const convection = random() < 0.5 ? "tvd" : "upwind";
  return fmt::format(
      "[gas]\nknudsen = {}\nmach = 0.1\ngravity = {} {}\ncoefficients = published\n"
      "[scheme]\nconvection = {}\n[mesh]\nx = {} {}\ny = {} {}\ncells = 24 24\n"
      "[body]\n{}\n[initial]\nstate = rest\n[boundary]\nwest = periodic\neast = periodic\n"
      "south = periodic\nnorth = periodic\n[time]\nstep = 1\nmax_steps = 1\n",
      knudsen, g_x, g_y, convection, x0, x0 + 1, y0, y0 + 1, bodies);
}

}  // namespace

TEST_CASE("cut walls: the iteration converges around random bodies, as fast as on stairs" *
          doctest::test_suite("full")) {
  std::vector<double> ratios;
  int count = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const std::string scene = random_scene(seed);
    CAPTURE(seed);
    const auto cut = possible_case(scene, "cut"), stairs = possible_case(scene, "stairs");
    if (!cut) continue;
    const double iterations = iterations_of(*cut, 20, 0.3 * kWidth);
    ++count;
    if (stairs) ratios.push_back(iterations / iterations_of(*stairs, 20, 0.3 * kWidth));
  }
  CHECK(count > 120);
  REQUIRE(ratios.size() > 70);
  std::ranges::sort(ratios);
  CHECK(ratios[ratios.size() / 2] < 1.15);
  CHECK(ratios[ratios.size() * 95 / 100] < 1.7);
  CHECK(ratios.back() < 3);
}

}  // namespace slipflow::simple_ts::test_cut_walls_iteration
