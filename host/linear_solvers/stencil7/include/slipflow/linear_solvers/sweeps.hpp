// Triangular sweeps of a seven-point system on a device.
#pragma once

#include <memory>
#include <string>

#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/opencl/workspace.hpp"

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

/// Sweeps in both directions. `planes` is a launch for each plane i + j + k = constant, `tiles` one
/// for each diagonal of tiles, and `pipeline` one launch in which tiles wait for one another; all
/// have the bits of the serial reference in parity mode. `automatic` is tiles. The workspace has to
/// outlive the sweeps.
class Sweeps {
 public:
  /// Builds the kernels. Before the first sweep by `pipeline` on a device the schedule is compared
  /// with `tiles`; where it is wrong, or the device has no fence for it, `tiles` takes its place.
  Sweeps(opencl::Workspace& workspace, const Box7& box, Coefficients7 kind, bool parity,
         Schedule7 schedule, const SweepShape& shape = {});
  ~Sweeps();
  Sweeps(Sweeps&&) noexcept;
  Sweeps& operator=(Sweeps&&) noexcept;

  /// Queues the solution of (D + w R1) y = r, w = numbers[S7_W]; y may be r. `matrix`: the
  /// arguments for S7_MATRIX_PARAMETERS, `progress`: an S7Progress. Nothing is done when the
  /// iterations have ended. Ghosts and cells outside of the domain have to be 0 in y.
  void lower(const opencl::Arguments& matrix, const opencl::Array& numbers,
             const opencl::Buffer& progress, const opencl::Array& r, const opencl::Array& y);
  /// Queues the solution of (D + w R2) q = D y under the same conditions.
  void upper(const opencl::Arguments& matrix, const opencl::Array& numbers,
             const opencl::Buffer& progress, const opencl::Array& y, const opencl::Array& q);

  Schedule7 schedule() const;          ///< what is used
  const SweepShape& shape() const;     ///< and its tiles
  const std::string& warning() const;  ///< why it is not the one asked for; else empty

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slipflow::linear_solvers
