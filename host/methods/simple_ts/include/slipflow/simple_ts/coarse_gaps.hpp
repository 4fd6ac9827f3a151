// Gaps that the mesh resolves poorly: two or three cells wide, with walls on both sides.
#pragma once

#include <string>

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// A warning of the first such gap that gas can flow through; empty if there is none. As for gaps
/// one cell wide (case/gaps.hpp), dead ends do not count, nor do walls that do not act on the gas.
std::string warning_of_coarse_gap(const Case& c);

}  // namespace slipflow::simple_ts
