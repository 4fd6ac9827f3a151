// The tridiagonal systems of a case: which lines there are, and how they are solved.
#pragma once

#include <vector>

#include "psi_omega/rows.h"
#include "slipflow/linear_solvers/lines.hpp"
#include "slipflow/psi_omega/case.hpp"

namespace slipflow::psi_omega {

/// Families of lines, PO_HALF_X and so on of psi_omega/rows.h.
enum class Family {
  half_x = PO_HALF_X,
  half_y = PO_HALF_Y,
  psi_x = PO_PSI_X,
  psi_y = PO_PSI_Y,
  steady_x = PO_STEADY_X,
  steady_y = PO_STEADY_Y,
  outlet = PO_OUTLET
};
constexpr int kFamilies = PO_OUTLET + 1;

/// The families of scheme.time = rows, and all that a step of the case needs.
Family psi_lines(const Case& c);
Family steady_lines(const Case& c);
std::vector<Family> used_lines(const Case& c);

/// How rows are made.
PoScheme scheme_of(const Case& c, double dt);

/// The number of lines of a family and of rows of each.
linear_solvers::Lines lines_of(const Case& c, Family family);

/// How the case wants the lines of a family to be solved.
linear_solvers::LineChoice chosen_lines(const Case& c, Family family);
/// How the serial reference and devices in parity mode solve them. Throws Error(bad_input) for
/// lines longer than the algorithm can solve.
linear_solvers::LineChoice reference_lines(const Case& c, Family family);

}  // namespace slipflow::psi_omega
