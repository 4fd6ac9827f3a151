#include "slipflow/simple_ts/case.hpp"

#include <cmath>
#include <numbers>

namespace slipflow::simple_ts {

GasFactors Gas::factors() const {
  GasFactors f;
  f.A = 0.5;
  f.B = 5.0 / 16.0 * std::sqrt(std::numbers::pi) * knudsen;
  f.CT1 = gamma * f.B / prandtl;
  f.CT2 = 2 * (gamma - 1) * f.B;
  f.CT3 = 1 - gamma;
  f.gravity_x = gravity[0];
  f.gravity_y = gravity[1];
  f.gravity_z = gravity[2];
  f.sound2 = sound2();
  return f;
}

std::string name_of(PressureSolution pressure) {
  if (pressure == PressureSolution::jacobi) return "jacobi";
  return pressure == PressureSolution::multigrid ? "multigrid" : "auto";
}

}  // namespace slipflow::simple_ts
