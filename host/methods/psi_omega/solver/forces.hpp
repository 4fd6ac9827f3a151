// The force of the flow on islands, from a balance of momentum in a box around each.
#pragma once

#include <optional>
#include <vector>

#include "case/nodes.hpp"
#include "slipflow/methods/simulation.hpp"

namespace slipflow::psi_omega {

/// Unit rho U^2 L: of a body as deep as L.
struct Force {
  double x = 0, y = 0;
};

/// What a force follows from, by mesh::Layout. `psi_before` is psi a time `dt` earlier; null: the
/// flow is steady.
struct ForceFields {
  const std::vector<double>& psi;
  const std::vector<double>& omega;
  const std::vector<double>* psi_before = nullptr;
  double dt = 0;
};

/// Equations (15) and (16): the force on what is inside a box of nodes, whose outline is in the
/// flow.
Force force_inside(const Case& c, const Nodes& nodes, const mesh::CellBox& box,
                   const ForceFields& fields);

/// The box of nodes around a free island in which momentum is balanced, half as many cells away as
/// the island has, if other walls allow; none where another body or a boundary is less than two
/// cells away.
std::optional<mesh::CellBox> box_around(const Case& c, const Nodes& nodes, const Island& island);

/// The table of forces: two columns for each free island; none without islands.
std::vector<methods::TableInfo> force_tables(const Nodes& nodes);
/// The force on each free island, NaN where it has no box.
std::vector<Force> forces_on_islands(const Case& c, const Nodes& nodes, const ForceFields& fields);
/// Drag and lift coefficients, 2 F/(rho U^2 S), S the height of the island for the drag and its
/// width for the lift.
std::vector<methods::BodySummary> force_summaries(const Case& c, const Nodes& nodes,
                                                  const std::vector<Force>& forces);

}  // namespace slipflow::psi_omega
