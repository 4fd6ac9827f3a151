#include <cmath>
#include <numbers>

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

GasFactors Gas::factors() const {
  GasFactors f;
  f.A = 0.5;
  f.B = 5.0 / 16.0 * std::sqrt(std::numbers::pi) * knudsen;
  f.CT1 = gamma * f.B / prandtl;
  f.CT2 = 2 * (gamma - 1) * f.B;
  f.CT3 = 1 - gamma;
  f.gravity_x = gravity_x;
  f.gravity_y = gravity_y;
  f.sound2 = sound2();
  return f;
}

}  // namespace slipflow::simple_ts
