// Which nodes the march in space advances, and which are left to the plain kernels.
#pragma once

#include <vector>

#include "shared_types.h"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Nodes from a boundary with another rank whose values that rank needs, or a few more.
constexpr int kBorderOfMarch = mesh::kPad;

/// A case in space, cut for its kernels.
struct MarchBlocks {
  std::vector<SfBlock> away;  ///< where the march knows all that is within reach
  int border = 0;             ///< the first ones of these, with values that other ranks need
  std::vector<SfBlock>
      near;  ///< near walls and boundaries outside which the mesh does not continue
};

/// Cuts the case into columns of at most `columns` x `rows` cells, and these into blocks of at most
/// `layers` layers. There is no march over fewer than 8 layers, as each march takes four more,
/// except next to ranks below and above: only such low blocks run until their values can be sent.
MarchBlocks cut_for_march(const Case& c, int columns, int rows, int layers);

/// The cells of the blocks and the nodes at most `around` from them, also across periodic
/// boundaries, with up to two ghosts. The faces of the far boundaries belong to the last cells.
std::vector<SfNodeSegment> segments_around(const Case& c, const std::vector<SfBlock>& blocks,
                                           int around);

}  // namespace slipflow::simple_ts
