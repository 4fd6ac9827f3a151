// The fused inner iteration in space: cl_kernels/simple_ts/march_in_space.cl.
#pragma once

#include <array>
#include <optional>

#include "march_blocks.hpp"
#include "node_kernels.hpp"

namespace slipflow::simple_ts {

/// Iterations of the march where neither a wall nor a boundary outside which the mesh does not
/// continue is within reach, and of the plain kernels elsewhere.
class MarchInSpace {
 public:
  /// Builds the kernels; throws as DeviceCase::build() does. Precondition: can_march().
  explicit MarchInSpace(DeviceCase& device);
  /// Queues one inner iteration, or the border or the inner part of that of a piece of a mesh. It
  /// stores no ghosts.
  void advance(const StepPlace& at, Part part = Part::all);
  /// Queues the ghosts outside periodic boundaries of the last iteration's fields.
  void fill_ghosts(const FieldRotation& rotation);
  /// The memory of its iterations.
  const opencl::LoopMemory& memory() const { return memory_; }
  int group() const { return built_.group; }

 private:
  opencl::Kernel prepare(const FieldRotation& rotation) const;
  void march(const StepPlace& at, int first, int end);

  DeviceCase& device_;
  const opencl::SizedProgram built_;
  const MarchBlocks cut_;
  std::optional<PlainInSpace> near_;  // if there are such cells
  cl::Buffer blocks_;                 // of the march, if it has any
  opencl::Array partial_;             // residuals of the march
  opencl::LoopMemory memory_;
  opencl::Kernel ghosts_;
  std::array<std::optional<opencl::Kernel>, FieldRotation::kKinds> prepared_;  // made at first use
};

}  // namespace slipflow::simple_ts
