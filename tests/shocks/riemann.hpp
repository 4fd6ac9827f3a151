// The exact solution of Riemann's problem for a perfect gas: the left wave a fan, the right one a
// shock. Usual units: speed of sound sqrt(gamma p/rho).
#pragma once

#include <cmath>

namespace slipflow::simple_ts {

struct GasState {
  double rho, u, p;
};

/// Sod's tube and tubes like it: gas at rest on both sides, the pressure higher on the left.
struct RiemannProblem {
  double gamma;
  double rho_left, p_left, rho_right, p_right;
};

/// What lies between the two waves, and how fast they travel.
struct RiemannSolution {
  RiemannProblem problem;
  double p, u;                 ///< between the waves
  double rho_left, rho_right;  ///< on both sides of the contact
  double shock, head, tail;    ///< speeds of the shock and of the ends of the fan
};

/// Change of velocity through the fan on the left, from p_left to p.
inline double velocity_through_fan(const RiemannProblem& r, double p) {
  const double c = std::sqrt(r.gamma * r.p_left / r.rho_left);
  return 2 * c / (r.gamma - 1) * (1 - std::pow(p / r.p_left, (r.gamma - 1) / (2 * r.gamma)));
}

/// Velocity behind a shock of pressure p into the gas at rest on the right.
inline double velocity_behind_shock(const RiemannProblem& r, double p) {
  const double a = 2 / ((r.gamma + 1) * r.rho_right);
  const double b = (r.gamma - 1) / (r.gamma + 1) * r.p_right;
  return (p - r.p_right) * std::sqrt(a / (p + b));
}

/// The pressure at which both velocities agree, by Newton's iteration with a numerical derivative.
inline double pressure_between(const RiemannProblem& r) {
  const auto gap = [&](double p) {
    return velocity_behind_shock(r, p) - velocity_through_fan(r, p);
  };
  double p = 0.5 * (r.p_left + r.p_right);
  for (int n = 0; n < 50; ++n) {
    const double e = 1e-6 * p;
    p -= gap(p) * 2 * e / (gap(p + e) - gap(p - e));
  }
  return p;
}

inline RiemannSolution solve(const RiemannProblem& r) {
  RiemannSolution s{};
  s.problem = r;
  s.p = pressure_between(r);
  s.u = velocity_behind_shock(r, s.p);
  s.rho_left = r.rho_left * std::pow(s.p / r.p_left, 1 / r.gamma);
  const double k = (r.gamma - 1) / (r.gamma + 1);
  const double jump = s.p / r.p_right;
  s.rho_right = r.rho_right * (jump + k) / (k * jump + 1);
  s.shock = s.u * s.rho_right / (s.rho_right - r.rho_right);  // mass through the shock
  s.head = -std::sqrt(r.gamma * r.p_left / r.rho_left);
  s.tail = s.u - std::sqrt(r.gamma * s.p / s.rho_left);
  return s;
}

/// The state at x/t = xi from the point where the two gases met.
inline GasState sample(const RiemannSolution& s, double xi) {
  const RiemannProblem& r = s.problem;
  if (xi < s.head) return {r.rho_left, 0, r.p_left};
  if (xi > s.shock) return {r.rho_right, 0, r.p_right};
  if (xi > s.u) return {s.rho_right, s.u, s.p};
  if (xi > s.tail) return {s.rho_left, s.u, s.p};
  const double c = 2 / (r.gamma + 1) * (-s.head - (r.gamma - 1) / 2 * xi);  // speed of sound
  const double cooled = c / -s.head;
  return {r.rho_left * std::pow(cooled, 2 / (r.gamma - 1)), xi + c,
          r.p_left * std::pow(cooled, 2 * r.gamma / (r.gamma - 1))};
}

}  // namespace slipflow::simple_ts
