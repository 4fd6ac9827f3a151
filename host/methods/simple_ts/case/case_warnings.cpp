#include "slipflow/simple_ts/case_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "parts.hpp"
#include "quantities.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr double kMostWidthRatio = 100;
}  // namespace

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

std::string warning_of_thin_shock(const Case& c) {
  if (c.gas.mach <= 1) return "";
  double width = 0;
  for (int axis = 0; axis < c.axes(); ++axis)
    width = std::max(width, std::ranges::max(c.mesh.axis(axis).widths));
  const double shock = shock_thickness(c.gas);
  if (width <= shock) return "";
  const auto* units = c.output.units.get();
  const auto text = [&](double length, int digits) {
    return quantity_text(length, "L", units, digits) + (units ? "" : " L");
  };
  return fmt::format(
      "cells are up to {} wide, and a normal shock of Ma {:.3g} is {} thick, {:.2g} "
      "mean free paths: the mesh and not the gas decides how thick shocks are",
      text(width, 3), c.gas.mach, text(shock, 2), shock / c.gas.knudsen);
}

std::string warning_of_widths(const Case& c) {
  double ratio = 1;
  for (int axis = 0; axis < c.axes(); ++axis) {
    const auto [least, most] = std::ranges::minmax(c.mesh.axis(axis).widths);
    ratio = std::max(ratio, most / least);
  }
  if (ratio <= kMostWidthRatio) return "";
  return fmt::format(
      "the widest cells of an axis are {:.2g} times as wide as the narrowest: where gas flows "
      "through these, they limit the time step",
      ratio);
}

std::string warning_of_monatomic_jump(const Case& c) {
  const bool monatomic = std::abs(c.gas.gamma - 5.0 / 3) < 1e-3;
  if (monatomic || c.gas.jump_coefficient != kHardSphere.jump) return "";
  return fmt::format(
      "gas.jump_coefficient = {} is that of a monatomic gas: for gamma = {:.4g} and Pr = {:.4g} "
      "take {:.4g}",
      kHardSphere.jump, c.gas.gamma, c.gas.prandtl,
      kHardSphere.jump * jump_over_monatomic(c.gas.gamma, c.gas.prandtl));
}

std::vector<std::string> warnings_of(const Case& c) {
  std::vector<std::string> warnings;
  // A symmetry plane, or a wall of free slip without heat exchange, has no Knudsen layer.
  const bool has_walls = std::any_of(c.walls.begin(), c.walls.end(),
                                     [](const Wall& wall) { return wall.values.acts_on_gas(); });
  if (has_walls && c.gas.knudsen > kEndOfSlipRegime)
    warnings.push_back(fmt::format(
        "gas.knudsen = {} is beyond the slip regime, which ends at {}: the Navier-Stokes equations "
        "with slip and temperature jump do not describe the gas near the walls",
        c.gas.knudsen, kEndOfSlipRegime));
  for (auto& warning : {warning_of_monatomic_jump(c), warning_of_widths(c)})
    if (!warning.empty()) warnings.push_back(warning);
  for (auto& gap : setup::warnings_of_gaps(gap_region(c))) warnings.push_back(std::move(gap));
  return warnings;
}

}  // namespace slipflow::simple_ts
