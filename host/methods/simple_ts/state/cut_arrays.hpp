// CutTables before they become bytes.
#pragma once

#include <vector>

#include "slipflow/simple_ts/case.hpp"
#include "slipflow/simple_ts/equations.hpp"

namespace slipflow::simple_ts {

struct CutArrays {
  std::vector<int> codes;
  std::vector<SfCutCell> cells;  // the last one only ends the lists of the one before
  std::vector<SfCutPiece> pieces;
  std::vector<SfCutShare> shares;
  std::vector<int> of_mesh;  // CutTables::of_mesh
};

/// The geometry near the walls of a case with cut walls; add_row_sums() completes it.
CutArrays cut_arrays(const Case& c);

}  // namespace slipflow::simple_ts
