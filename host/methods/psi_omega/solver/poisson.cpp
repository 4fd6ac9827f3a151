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
  on.set_residual();
  on.find_product(Field::right_hand_side, Field::right_hand_side, PO_SOURCE_SQUARE);
  on.find_product(Field::residual, Field::residual, PO_RESIDUAL_SQUARE);
  PoissonResult result{0, false, on.numbers()};
  const auto norm = [&](int square) { return std::sqrt(result.numbers[square]); };
  const double enough = tolerance * norm(PO_SOURCE_SQUARE);
  result.converged = norm(PO_RESIDUAL_SQUARE) <= enough;
  while (!result.converged && result.iterations < most) {
    const int k = result.iterations++;
    precondition(on, levels);
    on.find_product(Field::residual, Field::correction, PO_RHO(k));
    on.find_direction(k);
    on.find_product(Field::direction, Field::product, PO_CURVATURE);
    on.advance_solution(k);
    on.find_product(Field::residual, Field::residual, PO_RESIDUAL_SQUARE);
    result.numbers = on.numbers();
    if (!std::isfinite(norm(PO_RESIDUAL_SQUARE))) break;
    result.converged = norm(PO_RESIDUAL_SQUARE) <= enough;
  }
  return result;
}

}  // namespace slipflow::psi_omega
