// Which nodes the march in space advances, and which are left to the plain kernels.
#pragma once

#include <vector>

#include "shared_types.h"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// A case in space, cut for its kernels.
struct MarchBlocks {
  std::vector<SfBlock> away;  ///< where the march knows all that is within reach
  std::vector<SfBlock> near;  ///< near walls and boundaries that are not periodic
};

/// Cuts the case into columns of at most `columns` x `rows` cells, and these into blocks of at most
/// `layers` layers. There is no march over fewer than 8 layers, as each march takes four more.
MarchBlocks cut_for_march(const Case& c, int columns, int rows, int layers);

/// The cells of the blocks and the nodes at most `around` from them, also across periodic
/// boundaries, with up to two ghosts. The faces of the far boundaries belong to the last cells.
std::vector<SfNodeSegment> segments_around(const Case& c, const std::vector<SfBlock>& blocks,
                                           int around);

}  // namespace slipflow::simple_ts
