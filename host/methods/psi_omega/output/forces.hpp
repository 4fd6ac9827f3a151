// The force of the flow on islands, from a balance of momentum in a box around each.
#pragma once

#include <optional>
#include <vector>

#include "case/nodes.hpp"
#include "slipflow/methods/problem.hpp"

namespace slipflow::psi_omega {

/// Unit rho U^2 L: of a body as deep as L.
struct Force {
  double x = 0, y = 0;
  double gap = 0;  ///< rest of the total head after one turn around the box, unit rho U^2
};

/// What a force follows from, by mesh::Layout: a step of length dt from psi to psi_after, with
/// omega before, between and after its half steps.
struct StepFields {
  const std::vector<double>&psi, &psi_after, &omega_before, &omega_between, &omega_after;
  double dt = 1;
};
inline StepFields steady_fields(const std::vector<double>& psi, const std::vector<double>& omega) {
  return {psi, psi, omega, omega, omega, 1};
}

/// Equations (18) to (20): the force on what is inside a box of nodes. The nodes one cell around it
/// are in the flow.
Force force_inside(const Case& c, const Nodes& nodes, const mesh::CellBox& box,
                   const StepFields& step);

/// The box of nodes around a free island in which momentum is balanced: one cell away, or the
/// island itself where another wall is less than three cells away; none where it is less than two.
std::optional<mesh::CellBox> box_around(const Case& c, const Nodes& nodes, const Island& island);

/// The table of forces: two columns for each free island; none without islands.
std::vector<methods::TableInfo> force_tables(const Nodes& nodes);
/// The forces in it.
std::vector<methods::BodyForce> forces_in_table(const Nodes& nodes);
/// The force on each free island, NaN where it has no box.
std::vector<Force> forces_on_islands(const Case& c, const Nodes& nodes, const StepFields& step);
/// Drag and lift coefficients, 2 F/(rho U^2 S) with S the reference length of the island, and S.
std::vector<methods::BodySummary> force_summaries(const Nodes& nodes,
                                                  const std::vector<Force>& forces);

}  // namespace slipflow::psi_omega
