// Triangular sweeps of a device against plain loops over the cells.
#pragma once

#include <ostream>
#include <string>

#include "slipflow/linear_solvers/sweeps.hpp"

namespace slipflow::linear_solvers {

/// A box, the kind of its coefficients, whether some of its cells are outside of the domain, and
/// the shape of tiles.
struct SweptBox {
  Box7 box;
  Coefficients7 kind = Coefficients7::symmetric;
  bool holes = false;
  SweepShape shape = {};
};
std::ostream& operator<<(std::ostream& out, const SweptBox& swept);

/// Sweeps of the box up and down have the bits of plain loops: with two arrays, and in place.
/// Returns the schedule that was used.
Schedule7 check_sweeps(opencl::Workspace& workspace, const SweptBox& swept, Schedule7 schedule);

/// Sweeps change nothing once the iterations have ended.
void check_ended_sweeps(opencl::Workspace& workspace, Schedule7 schedule);

}  // namespace slipflow::linear_solvers
