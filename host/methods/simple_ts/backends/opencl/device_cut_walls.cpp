#include "device_cut_walls.hpp"

#include <algorithm>

#include "simple_ts/cut/value_types.h"
#include "simple_ts/splitting.h"
#include "slipflow/simple_ts/cut_tables.hpp"

namespace slipflow::simple_ts {

DeviceCutWalls::DeviceCutWalls(DeviceCase& device)
    : device_(device), program_(device.build("simple_ts/cut_walls.cl")) {
  const CutTables cut = cut_tables(device.c);
  opencl::Workspace& memory = device.workspace;
  // OpenCL has no empty buffers, and a piece of the mesh may have no pieces of wall.
  const auto empty = [&](std::size_t bytes) {
    return memory.buffer(std::vector<std::byte>(std::max<std::size_t>(bytes, 1)),
                         CL_MEM_READ_WRITE);
  };
  const auto filled = [&](const auto& values) {
    return values.empty() ? empty(0) : memory.buffer(values);
  };
  static_assert(sizeof(CutSide) == sizeof(SfCutSide));
  of_state_ = {filled(cut.of_state), static_cast<int>(cut.of_state.size())};
  of_values_ = {filled(cut.of_values), static_cast<int>(cut.of_values.size())};
  sides_ = cut.sides;
  side_list_ = filled(sides_);
  cells_ = memory.buffer(cut.cells);
  pieces_ = filled(cut.pieces);
  shares_ = filled(cut.shares);
  walls_ = empty(cut.walls_bytes);
  slopes_ = empty(cut.slopes_bytes);
  parts_ = memory.buffer(cut.parts, CL_MEM_READ_WRITE);
}

opencl::Arguments DeviceCutWalls::arguments(const FieldRotation& rotation) const {
  return device_.context(rotation).with({{"cut_cells", cells_},
                                         {"cut_pieces", pieces_},
                                         {"cut_shares", shares_},
                                         {"cut_walls", walls_}});
}

std::vector<opencl::Kernel> DeviceCutWalls::states(const opencl::Arguments& arguments) const {
  std::vector<opencl::Kernel> kernels{{program_, "compute_cut_state"}};
  if (device_.c.axes() == 3) kernels.emplace_back(program_, "compute_cut_stress");
  for (opencl::Kernel& kernel : kernels)
    kernel.set(
        arguments.with({{"cut_numbers", of_state_.numbers}, {"cut_count", of_state_.count}}));
  return kernels;
}

DeviceCutWalls::Prepared DeviceCutWalls::prepare(const FieldRotation& rotation) const {
  const opencl::Arguments all = arguments(rotation).with({{"cut_slopes", slopes_}});
  const opencl::Arguments progress = {{"progress", device_.progress}};
  const auto made = [&](int makes) {
    opencl::Kernel kernel(program_, "compute_cut_values");
    kernel.set(
        all.with({{"cut_relaxation", parts_}, {"new_values", device_.cut_values}, {"makes", makes}})
            .with(progress)
            .with({{"cut_numbers", of_values_.numbers}, {"cut_count", of_values_.count}}));
    return kernel;
  };
  return {states(all.with(progress)), made(SF_CUT_MAKES_PARTS), made(SF_CUT_MAKES_VALUES)};
}

void DeviceCutWalls::advance(const StepPlace& at) {
  auto& prepared = prepared_[at.rotation.number()];
  if (!prepared) prepared = prepare(at.rotation);
  const bool relaxes = device_.c.splitting.relaxation_cycle;
  const double relaxation = relaxes ? sf_cycle_relaxation(at.iteration) : 0.0;
  const auto launch = [&](opencl::Kernel& kernel, int items) {
    if (items == 0) return;
    device_.set_time_step(kernel, at.dt, relaxation);
    device_.workspace.launch(kernel, items);
  };
  const int equations = (device_.c.axes() + 1) * of_values_.count;
  for (opencl::Kernel& state : prepared->states) launch(state, of_state_.count);
  if (at.iteration == 0 && relaxes) launch(prepared->parts, equations);
  launch(prepared->values, equations);
}

std::vector<std::int64_t> DeviceCutWalls::loads(const FieldRotation& rotation,
                                                std::size_t limbs_of_side) {
  opencl::Workspace& memory = device_.workspace;
  const std::size_t limbs = limbs_of_side * sides_.size();
  if (sides_.empty()) return {};
  opencl::Kernel measure(program_, "measure_cut_loads");
  for (opencl::Kernel& state : states(
           arguments(rotation).with({{"cut_slopes", slopes_}, {"progress", device_.no_progress}})))
    if (of_state_.count > 0) memory.launch(state, of_state_.count);
  const cl::Buffer partial = memory.buffer(std::vector<std::int64_t>(limbs), CL_MEM_READ_WRITE);
  const SumUnit& unit = device_.c.sum_units.loads;
  measure.set(arguments(rotation).with({{"sides", side_list_},
                                        {"count", static_cast<int>(sides_.size())},
                                        {"per_length", device_.reals.number(1 / unit.size)},
                                        {"limit", device_.reals.number(unit.limit)},
                                        {"partial", partial}}));
  memory.launch(measure, static_cast<int>(sides_.size()));
  return memory.read<std::int64_t>(partial, limbs);
}

}  // namespace slipflow::simple_ts
