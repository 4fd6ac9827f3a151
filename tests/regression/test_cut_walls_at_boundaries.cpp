// Cut walls whose gas has a gradient of temperature along them, and that reach open boundaries,
// against closed forms.
#include "cut_wall_flows.hpp"

namespace slipflow::simple_ts::test_cut_walls_at_boundaries {

using namespace cut_wall_flows;

namespace {
/// A closed channel of width 1 and length 4 at an angle of which tan = 4/15, with insulated walls
/// between ends of T 1 - rise/2 and 1 + rise/2.
class ClosedChannel {
 public:
  static constexpr double kLength = 4, kRise = 2e-3;

  std::string bodies() const {
    const double half = kLength / 2;
    return polygon(-half - 1, half + 1, "gas=inside jump=adiabatic slip=creep") +
           polygon(-half - 2, -half, fmt::format("jump=off temperature={}", 1 - kRise / 2), 1) +
           polygon(half, half + 2, fmt::format("jump=off temperature={}", 1 + kRise / 2), 1);
  }
  double along(double x, double y) const { return cos_ * x + sin_ * y; }
  double across(double x, double y) const { return cos_ * y - sin_ * x; }
  std::array<double, 2> velocity(double speed) const { return {speed * cos_, speed * sin_}; }
  double temperature(double x, double y) const { return 1 + kRise * along(x, y) / kLength; }

 private:
  std::string polygon(double from, double to, const std::string& options, double wider = 0) const {
    const double half = 0.5 + wider;
    std::string text = "polygon =";
    for (const auto& [a, b] : {std::pair{from, -half}, {to, -half}, {to, half}, {from, half}})
      text += fmt::format(" {} {}", cos_ * a - sin_ * b, sin_ * a + cos_ * b);
    return text + " " + options + "\n";
  }

  double cos_ = 15 / std::sqrt(241.0), sin_ = 4 / std::sqrt(241.0);
};
}  // namespace

TEST_CASE("cut walls: thermal creep drives gas along an oblique closed channel") {
  const ClosedChannel channel;
  const Case c = case_with(
      {-2.55, 2.55, -1.3, 1.3, 51, 26}, channel.bodies(), 0, 0,
      {"boundary.west=wall", "boundary.east=wall", "boundary.south=wall", "boundary.north=wall"});
  // Creep along both walls and the flow back that keeps the mass: with mu = B, p = 1.
  const double creep = 0.75 * kB * ClosedChannel::kRise / ClosedChannel::kLength;
  const auto exact = [&](double x, double y) {
    const double d = 0.5 + channel.across(x, y);
    return channel.velocity(creep * (1 - (d * (1 - d) + kSlip) / (1.0 / 6 + kSlip)));
  };
  State start = moving(c, exact);
  for (const mesh::CutCell& cell : c.cut->cells)
    if (cell.volume > 0) {
      const std::size_t at = c.mesh.layout().at(cell.i, cell.j);
      start.T[at] = channel.temperature(cell.x, cell.y), start.rho[at] = 1 / start.T[at];
    }
  const auto backend = make_serial_operations(c);
  const State s = steady(*backend, start, 0.1, creep, 1e-4);
  Error error;
  for_nodes(c, [&](int axis, std::size_t at, double x, double y, double) {
    if (std::abs(channel.along(x, y)) < 0.75)
      error.add((s.velocity(axis)[at] - exact(x, y)[axis]) / creep);
  });
  CHECK(error.l2() < 1.2 * 2.8e-3);
}

TEST_CASE("cut walls: the temperature of a boundary may vary along it") {
  constexpr double rise = 1e-3;
  const Case c = case_from(fmt::format(
      "[gas]\nknudsen = 0.1\nmach = 0.1\n[mesh]\nx = 0 1\ny = 0 1\ncells = 20 20\nwalls = cut\n"
      "[body]\nrectangle = -1 0.137 2 2 jump=adiabatic\n"
      "[boundary]\nwest = wall jump=off\neast = wall jump=off temperature={0}\n"
      "south = wall jump=off temperature=1,{0}\nnorth = wall\n[time]\nstep = 1\nmax_steps = 1\n",
      1 + rise));
  const auto backend = make_serial_operations(c);
  const State s = steady(*backend, initial_state(c), 0.1, rise, 1e-4);
  Error error;
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 3; ++j)
      error.add((s.T[c.mesh.layout().at(i, j)] - 1) / rise - (i + 0.5) / 20);
  CHECK(error.largest < 1e-4);
}

TEST_CASE("cut walls: flow between open boundaries that walls reach") {
  constexpr double y0 = 0.1371, y1 = 0.8639, p_drop = 1e-4;
  const Case c = case_from(fmt::format(
      "[gas]\nknudsen = {}\nmach = 0.1\ncoefficients = published\n"
      "[mesh]\nx = 0 2\ny = 0 1\ncells = 20 10\nwalls = cut\n"
      "[body]\nrectangle = 0 -1 2 {}\nrectangle = -0.3 {} 2.2 2\n"
      "[boundary]\nwest = pressure p={}\neast = pressure p=1\nsouth = wall\nnorth = wall\n"
      "[initial]\nstate = rest\n[time]\nstep = 1\nmax_steps = 1\n",
      kKnudsen, y0, y1, 1 + p_drop));
  const double g = c.gas.factors().A * p_drop / 2, H = y1 - y0;
  const auto exact = [&](double, double y) {
    return std::array{g / (2 * kB) * ((y - y0) * (y1 - y) + kSlip * H), 0.0};
  };
  const double largest = exact(0, 0.5)[0];
  const auto backend = make_serial_operations(c);
  const State s = steady(*backend, initial_state(c), 0.05, largest, 1e-3);
  CHECK(error_of(c, s, exact, largest).l2() < 1.2 * 1.8e-2);
  // The flow does not change along the channel, up to its ends.
  Error change;
  for (int j = 0; j < 10; ++j)
    for (int i = 0; i <= 20; ++i)
      change.add((s.u[c.mesh.layout().at(i, j)] - s.u[c.mesh.layout().at(10, j)]) / largest);
  CHECK(change.largest < 1e-3);
}

}  // namespace slipflow::simple_ts::test_cut_walls_at_boundaries
