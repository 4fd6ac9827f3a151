// The linear system for psi.
#pragma once

#include "case/nodes.hpp"
#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::psi_omega {

/// Equation (13): finite volumes around the nodes between the boundaries, which are the cells of
/// the box. Those of known psi are holes.
linear_solvers::Matrix7 psi_matrix(const Case& c, const Nodes& nodes);

/// How it is solved: conjugate gradients with multigrid.
linear_solvers::Choice7 psi_choice(const Case& c, bool parity);

}  // namespace slipflow::psi_omega
