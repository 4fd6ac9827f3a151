#include "solver/poisson.hpp"

#include <cmath>

#include "psi_omega/poisson.h"

namespace slipflow::psi_omega {

namespace {
void smooth(Operations& on, std::size_t level, bool from_zero) {
  for (int k = 0; k < PO_DEGREE; ++k) on.smooth(level, k, from_zero && k == 0);
}

// A V-cycle: the correction becomes an approximate solution of the system with the residual.
void precondition(Operations& on, std::size_t levels) {
  on.begin_cycle();
  for (std::size_t level = 0; level + 1 < levels; ++level) {
    smooth(on, level, true);
    on.restrict_from(level);
  }
  on.solve_last_level();
  for (std::size_t level = levels - 1; level-- > 0;) {
    on.prolong_to(level);
    smooth(on, level, false);
  }
}
}  // namespace

PoissonResult solve_poisson(Operations& on, std::size_t levels, double tolerance, int most) {
  const auto norm = [&](Field field) { return std::sqrt(on.product(field, field)); };
  on.set_residual();
  const double enough = tolerance * norm(Field::right_hand_side);
  PoissonResult result{0, norm(Field::residual) <= enough};
  double rho = 1;
  while (!result.converged && result.iterations < most) {
    precondition(on, levels);
    const double next = on.product(Field::residual, Field::correction);
    on.find_direction(result.iterations == 0 ? 0 : next / rho);
    rho = next;
    on.advance_solution(rho / on.product(Field::direction, Field::product));
    ++result.iterations;
    const double left = norm(Field::residual);
    if (!std::isfinite(left)) break;
    result.converged = left <= enough;
  }
  return result;
}

}  // namespace slipflow::psi_omega
