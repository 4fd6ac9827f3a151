// The kernels of cl_kernels/simple_ts/node_kernels.h and their arrays.
#pragma once

#include <optional>
#include <vector>

#include "device_case.hpp"

namespace slipflow::simple_ts {

/// A program with these kernels and others, and the arrays that they share: shared quantities of
/// the equations and pseudo-velocities.
class NodeKernels {
 public:
  /// Which shared quantities are arrays: Gamma and the shear rates alone, all but the convective
  /// corrections, or all.
  enum class Kept { few, uncorrected, all };

  /// Builds the program; throws as DeviceCase::build() does.
  NodeKernels(DeviceCase& device, const char* file, Kept kept);
  /// A kernel with these arguments, and the progress of the inner iterations behind them.
  opencl::Kernel prepare(const char* name, const opencl::Arguments& arguments) const;
  opencl::Kernel kernel(const char* name) const { return {program_, name}; }
  /// Shared quantities of velocities and gas, those that follow from them, and both.
  const opencl::Arguments& fluxes() const { return fluxes_; }
  const opencl::Arguments& convected() const { return convected_; }
  opencl::Arguments shared() const { return fluxes_.with(convected_); }
  const opencl::Arguments& pseudo() const { return pseudo_; }
  /// An array of reals with the places of the fields, zeros at first.
  opencl::Array array();
  int group() const { return program_.group; }

 private:
  opencl::Arguments arrays(const std::vector<const char*>& names);

  DeviceCase& device_;
  const opencl::SizedProgram program_;
  std::vector<opencl::Array> arrays_;  // arguments do not keep them
  opencl::Arguments fluxes_, convected_, pseudo_;
};

/// The plain kernel set in space: cl_kernels/simple_ts/plain_in_space.cl.
class PlainInSpace {
 public:
  /// Builds the kernels; throws as DeviceCase::build() does.
  explicit PlainInSpace(DeviceCase& device);
  /// Queues one inner iteration.
  void advance(const StepPlace& at);
  /// Queues the convective sums of the previous time level, with explicit convection.
  void compute_convection(const FieldRotation& rotation);
  /// The memory of its iterations.
  opencl::LoopMemory memory() const;
  int group() const { return nodes_.group(); }

 private:
  // The kernels of an iteration, with all arguments but time step and relaxation.
  struct Prepared {
    opencl::Kernel fluxes;
    std::optional<opencl::Kernel> convected;
    opencl::Kernel pseudo, temperatures, cells, faces;
  };

  Prepared prepare(const FieldRotation& rotation) const;
  int groups_of_columns() const;

  DeviceCase& device_;
  NodeKernels nodes_;
  const int pieces_;  // of a column
  opencl::Array p_, partial_;
  std::array<std::optional<Prepared>, FieldRotation::kKinds> prepared_;  // made at first use
};

}  // namespace slipflow::simple_ts
