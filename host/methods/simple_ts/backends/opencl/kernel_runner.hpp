// The inner iteration by one of the kernel sets.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "device_case.hpp"

namespace slipflow::simple_ts {

/// What differs between the kernels of the sets.
struct InnerKernel {
  const char* file;
  const char* name;
  Near near;  ///< walls_and_ends: a work-item per sub-domain, else a work-group
  int halo;   ///< columns of a sub-domain that are computed again for its neighbours
};

/// Launches the kernel of an iteration. Setting its arguments would take the host as long as
/// launching it, so there is a kernel object for each rotation of the fields, and only a new time
/// step or relaxation is set again.
class KernelRunner {
 public:
  /// Builds the kernel. Throws Error(bad_input) when the device needs smaller work-groups than the
  /// options demand, Error(kernel_build_failed) when it needs smaller ones than kSmallestGroup.
  explicit KernelRunner(DeviceCase& device);
  /// Computes an iteration.
  void advance(const StepPlace& at);
  /// Computes the border or the inner part of a piece of a mesh; both are an iteration.
  void advance(const StepPlace& at, Part part);
  /// Partial maxima of the last iteration's changes, groups of SF_RESIDUALS values, and their
  /// number.
  std::pair<opencl::Array, int> partial_residuals() const {
    return {partial_, static_cast<int>(partial_.count / SF_RESIDUALS)};
  }
  /// Work-items of a work-group, or columns of a plain sub-domain.
  int group() const { return built_.group; }
  std::optional<methods::MarchingKernel> marching_kernel() const;

 private:
  struct Prepared {
    opencl::Kernel kernel;
    double dt = 0;
    double relaxation = 0;
  };
  // A launch over some of the sub-domains.
  struct Share {
    Part part;
    DeviceSubdomains subdomains;
    opencl::Array partial;
    std::array<std::optional<Prepared>, FieldRotation::kKinds> prepared{};  // made at first use
  };

  // Columns of a sub-domain.
  int columns() const;
  void cut_into_shares();
  void launch(Share& share, const StepPlace& at);
  // A new kernel object with all arguments but the time step and the relaxation.
  opencl::Kernel prepare(const Share& share, const FieldRotation& rotation) const;

  DeviceCase& device_;
  const InnerKernel kernel_;
  const opencl::SizedProgram built_;
  opencl::Array partial_;
  std::vector<Share> shares_;
};

}  // namespace slipflow::simple_ts
