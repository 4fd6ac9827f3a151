// The inner iteration by one of the kernel sets.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "device_case.hpp"
#include "slipflow/opencl/device_loop.hpp"

namespace slipflow::simple_ts {

/// What differs between the kernels of the sets.
struct InnerKernel {
  const char* file;
  const char* name;
  Near near;     ///< walls_and_ends: a work-item per sub-domain, else a work-group
  int halo;      ///< columns of a sub-domain that are computed again for its neighbours
  bool is_lean;  ///< few launches and buffers: takes all fields as one, judges itself
};

/// The kernel of an iteration, if its work-groups march over the rows of sub-domains with two
/// barriers in each row: for counts of its instructions.
struct MarchingKernel {
  std::string name;
  std::string binary;  ///< the program as the driver has compiled it
  /// Its marches for different places. That for sub-domains away from walls and boundaries, where
  /// most cells are, does the least.
  int marches = 0;
  int work_items = 0;  ///< of a work-group, one per column and for columns that are computed again
  int columns = 0, rows = 0;  ///< of a sub-domain
  int rows_ahead = 0;         ///< in which a march begins before the first of its sub-domain
};

/// Launches the kernel of an iteration. Setting its arguments would take the host as long as
/// launching it, so there is a kernel object for each rotation of the fields, and only a new time
/// step or relaxation is set again.
class KernelRunner {
 public:
  /// Builds the kernel. Throws Error(bad_input) when the device needs smaller work-groups than the
  /// options demand, Error(kernel_build_failed) when it needs smaller ones than kSmallestGroup.
  explicit KernelRunner(DeviceCase& device);
  /// Computes an iteration: of a loop that ends by `control`, counted from 0, or -1: of none.
  void advance(const StepPlace& at, const InnerControl& control = kOfNoLoop, int iteration = -1);
  /// Computes the border or the inner part of a piece of a mesh; both are an iteration.
  void advance(const StepPlace& at, Part part);
  /// Holds the partial maxima of the changes of its iterations in groups of SF_RESIDUALS values.
  const opencl::LoopMemory& memory() const { return memory_; }
  /// Work-items of a work-group, or columns of a plain sub-domain.
  int group() const { return built_.group; }
  /// Nothing if the kernel is no march.
  std::optional<MarchingKernel> marching_kernel() const;

 private:
  static constexpr InnerControl kOfNoLoop = {.tolerance = 0, .factor = 0};
  struct Prepared {
    opencl::Kernel kernel;
    double dt = 0;
    double relaxation = 0;
    double tolerance = kOfNoLoop.tolerance, factor = kOfNoLoop.factor;
    int loop_iteration = -1;
  };
  // A launch over some of the sub-domains.
  struct Share {
    Part part;
    DeviceSubdomains subdomains;
    opencl::Array partial;
    opencl::Workspace::Joined constants{};                                  // of a lean kernel
    std::array<std::optional<Prepared>, FieldRotation::kKinds> prepared{};  // made at first use
  };

  // Columns of a sub-domain.
  int columns() const;
  void cut_into_shares();
  void launch(Share& share, const StepPlace& at, const InnerControl& control, int iteration);
  // A new kernel object with all arguments but the time step, the relaxation and the judging.
  opencl::Kernel prepare(const Share& share, const FieldRotation& rotation) const;
  opencl::Arguments arguments(const Share& share, const FieldRotation& rotation) const;
  opencl::Arguments lean_arguments(const Share& share, const FieldRotation& rotation) const;
  void set(const InnerControl& control, int iteration, Prepared& prepared) const;

  DeviceCase& device_;
  const InnerKernel kernel_;
  const opencl::SizedProgram built_;
  opencl::LoopMemory memory_;
  int progress_at_ = 0;  // its first number behind those of memory_.partial
  std::vector<Share> shares_;
};

}  // namespace slipflow::simple_ts
