// Nusselt numbers of computed flow between plates, against closed forms. The diameter of the plates
// at the distance H is 2 H.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "csv_rows.hpp"
#include "program.hpp"
#include "results.hpp"

namespace test_nusselt_of_channels {

using namespace test_app;
using doctest::Approx;

namespace {
constexpr double kKnudsen = 0.0005;

// Half of a channel of a gas with constant viscosity and conductivity, Pe = 54: slow enough for the
// heat of friction and of the expansion to be small. `wall` has the options of the wall, `inflow`
// those of the inflow. The Nusselt number in the cell at x.
double nusselt_at(double x, const std::string& gas, const std::string& inflow,
                  const std::string& wall) {
  const Place place(fmt::format(
      "[gas]\nknudsen = {}\nviscosity_exponent = 0\n{}[mesh]\nx = 0 6\ny = 0 0.5\ncells = 30 12\n"
      "[boundary]\nwest = inflow velocity=0.02 {}\neast = pressure p=1\nsouth = wall {}\n"
      "north = symmetry\n[time]\nsteady = 1e-6\n[inner]\npressure = multigrid\n"
      "[scheme]\nconvection = tvd\n[output]\npictures = none\nwalls = on\n",
      kKnudsen, gas, inflow, wall));
  run_case(place, serial);
  for (auto& row : read_csv(place / "out/walls/wall_south_000001.csv"))
    if (std::abs(number(row, "x") - x) < 0.1) return number(row, "nusselt_bulk");
  return NAN;
}
}  // namespace

TEST_CASE("walls of constant temperature: the Nusselt number falls to that of developed flow") {
  const std::string hot = "temperature=1.1 density=0.90909", plain = "slip=off jump=off";
  // The first eigenvalue of Graetz' problem between plates: Nu = 8/3 1.68160^2.
  CHECK(nusselt_at(4.5, "", hot, plain) == Approx(7.5407).epsilon(0.01));
}

// In developed flow with the heat flux q into both walls, at the distance a from the middle, the
// temperature has the slope q/k U along its normal: U(s) is the flow between the middle and a s
// over that of the half, as all heat is convected. With the slip length b u is 1 - s^2 + 2 b/a, so
//   U(s) = [(1 + 2 b/a) s - s^3/3] / [2/3 + 2 b/a],
// and the gas at the wall differs from the bulk by q a/k times the integral of U^2 from 0 to 1.
// With the length of the jump z this gives 1/Nu = [integral + z/a]/4, 17/140 without both: R. M.
// Inman, NASA TN D-2393 (1964).
TEST_CASE("slip and temperature jump: the Nusselt number with a constant heat flux") {
  const double coefficient = 10, accommodation = 0.1;
  const double b = 2 * kKnudsen * coefficient * (2 - accommodation) / accommodation, z = b;
  const double of_U2 =
      (std::pow(1 + 2 * b, 2) / 3 - 2 * (1 + 2 * b) / 15 + 1.0 / 63) / std::pow(2.0 / 3 + 2 * b, 2);
  const std::string gas =
      fmt::format("slip_coefficient = {0}\njump_coefficient = {0}\naccommodation = {1} {1}\n",
                  coefficient, accommodation);
  // The gas becomes warmer or colder downstream, and friction heats it: both are odd in q.
  const double heated = nusselt_at(5.5, gas, "", "flux=-5e-5");
  const double cooled = nusselt_at(5.5, gas, "", "flux=5e-5");
  CHECK(2 / (1 / heated + 1 / cooled) == Approx(4 / (of_U2 + z)).epsilon(0.01));
}

}  // namespace test_nusselt_of_channels
