// Boxes of seven-point systems that are too large.
#pragma once

#include <string>

#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::bench {

/// A box that was not measured.
struct SkippedBox {
  linear_solvers::Box7 box;
  std::string reason;
};

/// As in --mesh.
std::string name_of(const linear_solvers::Box7& box);
/// On the screen.
std::string skipped_line(const SkippedBox& skipped);

}  // namespace slipflow::bench
