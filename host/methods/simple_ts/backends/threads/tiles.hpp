// Cutting the mesh into the tiles that threads take.
#pragma once

#include <vector>

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// The columns [i0, i1) and rows [j0, j1).
struct Tile {
  int i0, i1, j0, j1;
};

/// Tiles of all cells and, where the mesh does not continue, the faces of the far boundaries. Each
/// takes about as long as the others. It is computed without its neighbours' results, so nodes
/// around it are computed twice: tiles are as large as the caches and the number of threads allow,
/// with about that many columns at most.
std::vector<Tile> tiles_of(const Case& c, int threads, int most_columns);

}  // namespace slipflow::simple_ts
