// CutTables before they become bytes.
#pragma once

#include <vector>

#include "slipflow/simple_ts/equations.hpp"

namespace slipflow::simple_ts {

struct CutArrays {
  std::vector<int> codes;
  std::vector<SfCutCell> cells;  // the last one only ends the lists of the one before
  std::vector<SfCutPiece> pieces;
  std::vector<SfCutShare> shares;
  std::vector<int> of_mesh;  // CutTables::of_mesh
};

}  // namespace slipflow::simple_ts
