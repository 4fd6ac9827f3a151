// The exact structure of a steady normal shock in the equations slipflow solves: what is left of
// them when nothing depends on t and y is two ordinary differential equations. slipflow's units;
// upstream rho = T = 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "profile.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Ratios behind over before the shock, after Rankine and Hugoniot.
struct ShockJump {
  double rho, T, p;
};

inline ShockJump shock_jump(double gamma, double mach) {
  const double m2 = mach * mach;
  const double rho = (gamma + 1) * m2 / ((gamma - 1) * m2 + 2);
  const double p = 1 + 2 * gamma / (gamma + 1) * (m2 - 1);
  return {rho, p / rho, p};
}

/// u and T along the shock, or their slopes.
struct ShockPoint {
  double u, T;
};

/// Integrates conservation of mass, momentum and energy through the shock.
class ShockStructure {
 public:
  explicit ShockStructure(const Gas& gas) : gas_(gas), factors_(gas.factors()) {
    const ShockJump jump = shock_jump(gas.gamma, gas.mach);
    behind_ = {gas.u_stream / jump.rho, jump.T};
  }

  /// Momentum and total energy, integrated once: what flows in upstream flows everywhere.
  ShockPoint slopes(ShockPoint s) const {
    const double m = gas_.u_stream, root = std::sqrt(s.T), cv = 0.5 / (gas_.gamma - 1);
    const double stress = m * (s.u - gas_.u_stream) + 0.5 * (m * s.T / s.u - 1);
    const double heat =
        m * (cv * s.T + 0.5 * s.u * s.u + 0.5 * s.T) - stress * s.u - m * (cv + 0.5 * m * m + 0.5);
    return {stress / (4.0 / 3 * factors_.B * root), heat / (cv * factors_.CT1 * root)};
  }

  /// The profile with steps of `step`, from upstream to downstream. Upstream every solution leaves
  /// the uniform state, downstream only one enters it: so it starts there and goes back.
  ShockProfile integrate(double step) const {
    ShockProfile r;
    ShockPoint s = start();
    for (double x = 0; std::abs(s.T - 1) + std::abs(s.u - gas_.u_stream) > 1e-9; x -= step) {
      r.x.push_back(x);
      r.u.push_back(s.u);
      r.T.push_back(s.T);
      r.rho.push_back(gas_.u_stream / s.u);
      r.p.push_back(r.rho.back() * s.T);
      s = runge_kutta(s, -step);
    }
    for (auto* f : {&r.x, &r.u, &r.T, &r.rho, &r.p}) std::reverse(f->begin(), f->end());
    return r;
  }

 private:
  ShockPoint start() const {
    const double e = 1e-5;
    const auto at = [&](double du, double dT) { return slopes({behind_.u + du, behind_.T + dT}); };
    const double a = (at(e, 0).u - at(-e, 0).u) / (2 * e);
    const double b = (at(0, e).u - at(0, -e).u) / (2 * e);
    const double c = (at(e, 0).T - at(-e, 0).T) / (2 * e);
    const double d = (at(0, e).T - at(0, -e).T) / (2 * e);
    const double decay = 0.5 * (a + d) - std::sqrt(0.25 * (a - d) * (a - d) + b * c);
    const double size = 1e-7;  // before the shock u is higher and T lower than behind
    return {behind_.u + size, behind_.T + size * (decay - a) / b};
  }

  ShockPoint runge_kutta(ShockPoint s, double h) const {
    const auto moved = [&](ShockPoint k, double by) {
      return slopes({s.u + by * k.u, s.T + by * k.T});
    };
    const ShockPoint k1 = slopes(s), k2 = moved(k1, h / 2), k3 = moved(k2, h / 2);
    const ShockPoint k4 = moved(k3, h);
    return {s.u + h / 6 * (k1.u + 2 * k2.u + 2 * k3.u + k4.u),
            s.T + h / 6 * (k1.T + 2 * k2.T + 2 * k3.T + k4.T)};
  }

  Gas gas_;
  GasFactors factors_;
  ShockPoint behind_;
};

/// What is known of a shock by a few numbers; lengths in upstream mean free paths (Kn = 1).
struct ShockMeasures {
  double steepness;   ///< 1/delta, delta = (rho2 - rho1)/max(drho/dx)
  double separation;  ///< x_rho - x_T of the middles of the density and temperature rises
  double x_rho;
};

/// Measures a profile that rises from 1 to the jump's values. The steepest slope is the top of a
/// parabola through the three largest differences.
inline ShockMeasures measure_shock(const ShockProfile& r, const ShockJump& jump) {
  std::vector<double> slope(r.size() - 1);
  for (std::size_t i = 0; i + 1 < r.size(); ++i)
    slope[i] = (r.rho[i + 1] - r.rho[i]) / (r.x[i + 1] - r.x[i]);
  const auto top = std::max_element(slope.begin() + 1, slope.end() - 1);
  const double left = top[-1], right = top[1];
  const double steepest = *top + (left - right) * (left - right) / (8 * (2 * *top - left - right));
  const double x_rho = last_crossing(r.x, r.rho, 0.5 * (1 + jump.rho));
  return {steepest / (jump.rho - 1), x_rho - last_crossing(r.x, r.T, 0.5 * (1 + jump.T)), x_rho};
}

}  // namespace slipflow::simple_ts
