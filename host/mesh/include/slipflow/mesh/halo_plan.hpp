// Which ghost values a piece of a mesh receives from other ranks, and which values it sends them.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "slipflow/mesh/decomposition.hpp"

namespace slipflow::mesh {

/// Layers of ghost values below the first and above the last cell of an axis that an iteration
/// reads, at most kPad.
struct HaloDepth {
  int low = 0, high = 0;
};
/// Of one field, by axis.
using FieldDepth = std::array<HaloDepth, 3>;

/// The values of one field at the nodes of a box, in the order of the arrays. `begin` counts the
/// values in front of it in a buffer.
struct HaloBlock {
  int field = 0;
  CellBox nodes{};  ///< from the piece's first cell on
  std::size_t begin = 0;

  std::size_t values() const { return nodes.count(); }
};

/// Boxes of values that are packed one after another.
struct HaloBuffer {
  std::vector<HaloBlock> blocks;
  std::size_t values() const;  ///< of all blocks
};

/// What passes between this rank and another one in one direction. Both ends of a pair of ranks
/// number their messages by the direction in which these travel, since two ranks on a periodic
/// axis are each other's neighbours in both directions.
struct HaloMessage {
  int peer = 0;
  int direction_out = 0, direction_in = 0;  ///< 0 to 26
  std::size_t begin_out = 0, values_out = 0;
  std::size_t begin_in = 0, values_in = 0;
};

struct HaloPlan {
  HaloBuffer out, in;
  std::vector<HaloMessage> messages;  ///< at most 26, in a plane 8
};

/// The plan of a rank for fields of these depths. A box along a boundary of the whole mesh
/// includes the ghost layers outside it: their owner is that of the cells next to them.
HaloPlan halo_plan(const Decomposition& pieces, int rank, const std::vector<FieldDepth>& fields);

}  // namespace slipflow::mesh
