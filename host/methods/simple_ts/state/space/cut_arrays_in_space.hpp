// CutTables in space before they become bytes. Sources that include this are compiled for three
// axes.
#pragma once

#include <array>
#include <vector>

#include "slipflow/simple_ts/case.hpp"
#include "slipflow/simple_ts/equations.hpp"

namespace slipflow::simple_ts {

struct CutArraysInSpace {
  std::vector<int> codes;
  std::vector<SfCutCell> cells;  // the last one only ends the lists of the one before
  std::vector<std::array<real, 3>> gas_on_faces;  // by cell, as sf_open_length() has it
  std::vector<SfCutPiece> pieces;
  std::vector<SfCutShare> shares;
  std::vector<int> of_mesh;  // CutTables::of_mesh
};

/// CutTables::codes of a cell with that number.
inline int code_in_space(int number, int flags) {
  const int kinds = flags & SF_CUT_ONLY_PARTS ? 0 : flags >> SF_CUT_KINDS;
  return number << SF_CUT_NUMBER | kinds % (1 << SF_CUT_NUMBER);
}

}  // namespace slipflow::simple_ts
