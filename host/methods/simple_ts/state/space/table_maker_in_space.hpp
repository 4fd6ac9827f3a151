// Makes CutArraysInSpace from the geometry of a case.
#pragma once

#include "cut_arrays_in_space.hpp"

namespace slipflow::simple_ts {

/// The geometry near the walls of a case with walls cut in space; add_row_sums_in_space() completes
/// it.
CutArraysInSpace cut_arrays_in_space(const Case& c);

}  // namespace slipflow::simple_ts
