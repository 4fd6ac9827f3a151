// Sums of the sizes of the coefficients in an equation near cut walls in space, from which its
// diagonal follows; docs/methods/cut-cells-in-space.md.
#pragma once

#include "cut_arrays_in_space.hpp"

namespace slipflow::simple_ts {

/// Sets SfCutCell::rows of all nodes and cells that follow the rules of cut walls.
void add_row_sums_in_space(const Case& c, CutArraysInSpace& arrays);

}  // namespace slipflow::simple_ts
