// The part of a case that one rank computes.
//
// Wherever the arrays of a piece are read, they have the bits that the whole arrays have there; so
// its results are those of the whole.
#pragma once

#include <vector>

#include "slipflow/mesh/decomposition.hpp"
#include "slipflow/mesh/halo_plan.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// The piece of a rank as a case of its own, for a backend: its boundaries inside the mesh are
/// BoundaryKind::neighbour. What a backend does not use is that of the whole, the initial state and
/// the tables of boundaries among it.
Case piece_of(const Case& whole, const mesh::Decomposition& pieces, int rank);

/// The values of a field, or a state, of the whole mesh in these cells and the ghost layers around
/// them.
std::vector<double> part_of(const std::vector<double>& field, const mesh::Layout& layout,
                            const mesh::CellBox& cells);
State part_of(const State& whole, const mesh::Layout& layout, const mesh::CellBox& cells);

/// Velocities imposed on the whole mesh of 2 or 3 axes, of those nodes; their indices count from
/// the first cell.
std::vector<ImposedVelocities> part_of(const std::vector<ImposedVelocities>& whole,
                                       const mesh::CellBox& cells, int axes);

/// The ghost layers that an inner iteration reads, of each field of a State. A pressure of the
/// first cell outside a low end is computed again, from values of two cells further; the density
/// has one more, as mass fluxes need it upstream, and limited convection adds one at either end.
/// The velocity along an axis is needed one face further at its high end. Friction heat with
/// thermal creep, of the gas at both ends of the next face, needs the temperature as deep as the
/// density. The tests show that one layer less changes results. Cut walls take all four layers:
/// parts of diagonals are made again two layers outside, whose mass fluxes need the density of the
/// last.
std::vector<mesh::FieldDepth> halo_depths(const Case& c);

}  // namespace slipflow::simple_ts
