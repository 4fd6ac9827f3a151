// The inner iteration around random bodies that cut a mesh of three axes, against stairs.
#include <algorithm>
#include <cmath>

#include "random_scenes.hpp"

namespace slipflow::simple_ts::test_walls_in_space_iteration {

using namespace random_scenes;

namespace {
constexpr int kCells = 16;

/// A sphere, a rod or a disc in any direction, or a box, inside the unit box.
std::string random_body(Random& random) {
  const int kind = static_cast<int>(random() * 4);
  const double half = kind == 1 ? 0.05 + 0.2 * random() : 0.02 + 0.03 * random();
  const double radius = kind == 1 ? 0.03 + 0.1 * random() : 0.05 + 0.2 * random();
  std::array<double, 3> centre{}, along{};
  double length = 0;
  for (int axis = 0; axis < 3; ++axis) {
    centre[axis] = 0.35 + 0.3 * random(), along[axis] = random() - 0.5;
    length += along[axis] * along[axis];
  }
  for (double& part : along) part *= half / std::sqrt(length);
  const auto& [x, y, z] = centre;
  const auto& [a, b, c] = along;
  if (kind == 0) return fmt::format("sphere = {} {} {} {}", x, y, z, radius);
  if (kind == 3)
    return fmt::format("box = {} {} {} {} {} {}", x - radius, y - half, z - 0.1, x + radius,
                       y + half, z + 0.1);
  return fmt::format("cylinder = {} {} {} {} {} {} {}", x - a, y - b, z - c, x + a, y + b, z + c,
                     radius);
}

std::string random_scene(std::uint64_t seed) {
  Random random(seed);
  const double knudsen = random() < 0.2 ? 0.01 : 0.05 + 0.1 * random();
  std::string bodies;
  for (int count = 1 + static_cast<int>(random() * 2); count > 0; --count) {
    bodies += random_body(random);
    bodies += random() < 0.2 ? " slip=off jump=off" : "";
    bodies += fmt::format(" temperature={}\n", 0.8 + 0.6 * random());
  }
  const double g_x = 0.5 * random(), g_y = 0.5 * random(), g_z = 0.5 * random();
  return fmt::format(
      "[gas]\nknudsen = {}\nmach = 0.1\ngravity = {} {} {}\ncoefficients = published\n"
      "[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\ncells = {} {} {}\n[body]\n{}"
      "[initial]\nstate = rest\n[boundary]\nwest = periodic\neast = periodic\n"
      "south = periodic\nnorth = periodic\nbottom = periodic\ntop = periodic\n"
      "[time]\nstep = 1\nmax_steps = 1\n",
      knudsen, g_x, g_y, g_z, kCells, kCells, kCells, bodies);
}
}  // namespace

TEST_CASE("cut walls in space: the iteration converges around random bodies" *
          doctest::test_suite("full")) {
  std::vector<double> ratios;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const std::string scene = random_scene(seed);
    CAPTURE(seed);
    const auto cut = possible_case(scene, "cut"), stairs = possible_case(scene, "stairs");
    if (!cut || !stairs) continue;
    constexpr double dt = 0.3 / kCells;
    ratios.push_back(iterations_of(*cut, 6, dt) / iterations_of(*stairs, 6, dt));
  }
  REQUIRE(ratios.size() > 12);
  std::ranges::sort(ratios);
  CHECK(ratios[ratios.size() / 2] < 1.6);
  CHECK(ratios.back() < 5);
}

}  // namespace slipflow::simple_ts::test_walls_in_space_iteration
