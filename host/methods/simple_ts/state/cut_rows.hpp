// Sums of the sizes of the coefficients in an equation near cut walls, from which its diagonal
// follows; docs/methods/cut-cells.md 9.
#pragma once

#include "cut_arrays.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Sets SfCutCell::rows of all nodes and cells that follow the rules of cut walls.
void add_row_sums(const Case& c, CutArrays& arrays);

}  // namespace slipflow::simple_ts
