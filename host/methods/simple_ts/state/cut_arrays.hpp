// CutTables before they become bytes.
#pragma once

#include <array>
#include <vector>

#include "slipflow/simple_ts/case.hpp"
#include "slipflow/simple_ts/equations.hpp"

namespace slipflow::simple_ts {

struct CutArrays {
  std::vector<int> codes;
  std::vector<SfCutCell> cells;  // the last one only ends the lists of the one before
  std::vector<std::array<real, 2>> gas_on_faces;  // by cell, as sf_open_length() has it
  std::vector<SfCutPiece> pieces;
  std::vector<SfCutShare> shares;
  std::vector<int> of_mesh;  // CutTables::of_mesh
};

/// The geometry near the walls of a case with cut walls; add_row_sums() completes it.
CutArrays cut_arrays(const Case& c);

/// The arrays of one rank's piece of the mesh: every number is that of the whole mesh.
CutArrays part_of(const CutArrays& whole, const mesh::Layout& of_whole, const Case& piece,
                  const mesh::CellBox& cells);

/// The place along an axis of the cell that cell k is a periodic image of, or its own.
inline int source_along(const Case& c, int axis, int k) {
  const int n = c.mesh.axis(axis).cells();
  return c.periodic(axis) ? (k % n + n) % n : k;
}

/// CutTables::codes of a cell with that number.
inline int code_of(int number, int flags) {
  const int kinds = flags & SF_CUT_ONLY_PARTS ? 0 : flags / SF_CUT_NODE(SF_X);
  return number << SF_CUT_NUMBER | kinds % (1 << SF_CUT_NUMBER);
}

}  // namespace slipflow::simple_ts
