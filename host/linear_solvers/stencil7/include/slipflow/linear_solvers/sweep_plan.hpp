// How triangular sweeps of a seven-point system are run on a device.
#pragma once

#include <string>

#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/opencl/device.hpp"

namespace slipflow::linear_solvers {

/// The tiles of `tiles` and `pipeline`, and how a work-group sweeps one: cl_kernels/
/// linear_solvers/sweep_march.h. What is 0 is chosen; what is given stays, as far as a device
/// allows.
struct SweepShape {
  int rows_y = 0, rows_z = 0;  ///< rows of cells
  int items = 0;               ///< work-items: one for each row, or 1 for all of them
  int run = 0;                 ///< cells of a row in a step; of several items a divisor
  int columns = 0;             ///< cells of a row in a tile of `tiles`

  bool operator==(const SweepShape&) const = default;
};

/// `planes` is a launch for each plane i + j + k = constant, `tiles` one for each diagonal of
/// tiles, and `pipeline` one launch in which tiles wait for one another; all have the bits of the
/// serial reference in parity mode. `automatic` is tiles.
struct SweepPlan {
  Box7 box;
  Coefficients7 kind = Coefficients7::symmetric;
  bool parity = false;
  Schedule7 schedule = Schedule7::tiles;
  SweepShape shape{};
  std::string warning{};  ///< why the schedule is not the one asked for; else empty
};

/// The plan with `tiles` in place of `pipeline` on a device that has no fence for it, or on which
/// its bits differ. The first call for a device compares sweeps of a box by both schedules; the
/// answer is kept as long as the kernels stay the same.
SweepPlan checked(const opencl::Device& device, SweepPlan plan);

}  // namespace slipflow::linear_solvers
