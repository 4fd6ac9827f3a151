#include "shock.hpp"

#include <cmath>

namespace slipflow::simple_ts {

double shock_thickness(const Gas& gas) {
  const double mach2 = gas.mach * gas.mach;
  // Velocity downstream over that of the stream, and where the gradient is largest.
  const double behind = (gas.gamma - 1 + 2 / mach2) / (gas.gamma + 1);
  const double middle = std::sqrt(behind);
  const double temperature = 1 + (gas.gamma - 1) / 2 * mach2 * (1 - behind);
  const double viscosity = gas.factors().B * std::pow(temperature, gas.viscosity_sixteenths / 16.0);
  return 8 * gas.gamma / (3 * (gas.gamma + 1)) * viscosity / gas.u_stream * (1 + middle) /
         (1 - middle);
}

}  // namespace slipflow::simple_ts
