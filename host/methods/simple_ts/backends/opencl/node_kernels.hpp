// The kernels of cl_kernels/simple_ts/node_kernels.h and their arrays.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "device_case.hpp"
#include "march_blocks.hpp"
#include "slipflow/opencl/device_loop.hpp"

namespace slipflow::simple_ts {

/// A program with these kernels and others, and the arrays that they share: shared quantities of
/// the equations and pseudo-velocities.
class NodeKernels {
 public:
  /// Which shared quantities are arrays: Gamma and the shear rates alone, all but the convective
  /// corrections, or all.
  enum class Kept { few, uncorrected, all };

  /// Builds the program; throws as DeviceCase::build() does. `listed`: for kernels over a list of
  /// nodes.
  NodeKernels(DeviceCase& device, const char* file, Kept kept, bool listed = false);
  /// A kernel with these arguments, and the progress of the inner iterations behind them.
  opencl::Kernel prepare(const char* name, const opencl::Arguments& arguments) const;
  opencl::Kernel kernel(const char* name) const { return {program_, name}; }
  /// Shared quantities of velocities and gas, those that follow from them, and both.
  const opencl::Arguments& fluxes() const { return fluxes_; }
  const opencl::Arguments& convected() const { return convected_; }
  opencl::Arguments shared() const { return fluxes_.with(convected_); }
  const opencl::Arguments& pseudo() const { return pseudo_; }
  /// Launches a kernel over the nodes of the domain and `more` along each axis.
  void launch(const opencl::Kernel& kernel, int more) const;
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
  /// For the cells of these blocks alone. It has no array for its residuals until store_in().
  PlainInSpace(DeviceCase& device, const std::vector<SfBlock>& blocks);
  /// Queues one inner iteration, or the border or the inner part of that of a piece of a mesh. The
  /// border has the values that other ranks along y and z need; with ranks along x it is the whole
  /// piece, as work-groups are rows.
  void advance(const StepPlace& at, Part part = Part::all);
  /// Queues the convective sums of the previous time level, with explicit convection.
  void compute_convection(const FieldRotation& rotation);
  /// The memory of its iterations.
  opencl::LoopMemory memory() const;
  /// The array for its residuals; before the first iteration.
  void store_in(const opencl::Array& partial) { partial_ = partial; }
  int group() const { return nodes_.group(); }

 private:
  // The nodes of blocks and of those around them.
  struct NodeList {
    cl::Buffer segments;
    int segment_count;
  };
  // The nodes that a kernel computes: those of the domain, `around` nodes around it, `widened` one
  // more where another rank has the mesh below, and `after` at the high ends. In the border those
  // less than `depth` from another rank; with blocks those at most `around_blocks` from them. The
  // kernels that follow read these.
  struct Reach {
    int around, widened, after, depth, around_blocks;
  };
  static constexpr Reach kFluxes{2, 1, 2, 10, 4}, kConvected{1, 1, 1, 8, 3}, kPseudo{0, 1, 1, 6, 2},
      kCells{0, 1, 0, 5, 1}, kFaces{0, 0, 1, 4, 0};
  // A kernel over a box of work-items, with all arguments but time step and relaxation.
  struct Launched {
    opencl::Kernel kernel;
    opencl::WorkBox items;
  };
  // The kernels of an iteration in their order; of a piece of a mesh first those of the border.
  using Prepared = std::map<Part, std::vector<Launched>>;

  PlainInSpace(DeviceCase& device, const std::vector<SfBlock>* blocks);
  void make_lists(const std::vector<SfBlock>& blocks);
  Prepared prepare(const FieldRotation& rotation) const;
  // The layers of nodes in front of the first cell of each axis that a kernel computes.
  std::array<int, 3> before(const Reach& reach) const;
  std::vector<mesh::CellBox> boxes(const Reach& reach, Part part) const;
  // A kernel with a node per work-item, over these nodes.
  std::vector<Launched> over_nodes(const char* name, const opencl::Arguments& arguments,
                                   const Reach& reach, Part part) const;
  std::vector<opencl::WorkBox> work_boxes(const Reach& reach, Part part) const;
  Launched over_list(const char* name, const opencl::Arguments& arguments,
                     const Reach& reach) const;
  // One with a piece of a column per work-item; `groups`: of partial maxima, of the boxes before.
  std::vector<Launched> over_lines(const char* name, const opencl::Arguments& arguments,
                                   const Reach& reach, Part part, int& groups) const;
  int pieces_of_column(const mesh::CellBox& box) const;
  int groups_of_columns() const;
  int count_groups() const;

  DeviceCase& device_;
  NodeKernels nodes_;
  int groups_ = 0;               // of partial maxima, two each
  std::vector<NodeList> lists_;  // by Reach::around_blocks; empty without blocks
  opencl::Array p_, partial_;
  std::array<std::optional<Prepared>, FieldRotation::kKinds> prepared_;  // made at first use
};

}  // namespace slipflow::simple_ts
