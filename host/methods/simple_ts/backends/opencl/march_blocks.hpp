// Which nodes the march in space advances, and which are left to the plain kernels.
#pragma once

#include <array>
#include <vector>

#include "shared_types.h"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// A case in space, cut for its kernels.
struct MarchBlocks {
  std::vector<SfBlock> away;  ///< away from walls and from sides that are not periodic: the march
  std::vector<SfBlock> near;  ///< all other cells; with them go the faces of the far sides
};

/// Cuts the case into columns of at most `columns` x `rows` cells, and these into blocks of at most
/// `layers` layers. There is no march over fewer than 8 layers, as each march takes four more.
MarchBlocks cut_for_march(const Case& c, int columns, int rows, int layers);

/// A run of kSegment nodes along x: the indices of the first one, and a bit for each selected node,
/// the lowest for the first.
using NodeSegment = std::array<int, 4>;
constexpr int kSegment = 16;  ///< SF_SEGMENT

/// The cells of the blocks and the nodes up to `around` from them, also across periodic sides, with
/// up to two ghosts on each side.
std::vector<NodeSegment> segments_around(const Case& c, const std::vector<SfBlock>& blocks,
                                         int around);

}  // namespace slipflow::simple_ts
