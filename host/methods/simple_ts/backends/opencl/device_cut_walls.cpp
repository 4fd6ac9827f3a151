#include "device_cut_walls.hpp"

#include <algorithm>

#include "simple_ts/cut/types.h"
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
  listed_ = cut.listed;
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
                                         {"listed", listed_},
                                         {"cut_walls", walls_}});
}

DeviceCutWalls::Prepared DeviceCutWalls::prepare(const FieldRotation& rotation) const {
  const opencl::Arguments all = arguments(rotation).with({{"cut_slopes", slopes_}});
  const opencl::Arguments progress = {{"progress", device_.progress}};
  const auto made = [&](int makes) {
    opencl::Kernel kernel(program_, "compute_cut_values");
    kernel.set(
        all.with({{"cut_relaxation", parts_}, {"new_values", device_.cut_values}, {"makes", makes}})
            .with(progress));
    return kernel;
  };
  Prepared prepared{
      {program_, "compute_cut_state"}, made(SF_CUT_MAKES_PARTS), made(SF_CUT_MAKES_VALUES)};
  prepared.state.set(all.with(progress));
  return prepared;
}

void DeviceCutWalls::advance(const StepPlace& at) {
  auto& prepared = prepared_[at.rotation.number()];
  if (!prepared) prepared = prepare(at.rotation);
  const bool relaxes = device_.c.splitting.relaxation_cycle;
  const double relaxation = relaxes ? sf_cycle_relaxation(at.iteration) : 0.0;
  const auto launch = [&](opencl::Kernel& kernel) {
    device_.set_time_step(kernel, at.dt, relaxation);
    device_.workspace.launch(kernel, listed_);
  };
  launch(prepared->state);
  if (at.iteration == 0 && relaxes) launch(prepared->parts);
  launch(prepared->values);
}

std::vector<std::int64_t> DeviceCutWalls::loads(const FieldRotation& rotation,
                                                std::size_t limbs_of_side) {
  opencl::Workspace& memory = device_.workspace;
  const std::size_t limbs = limbs_of_side * sides_.size();
  if (sides_.empty()) return {};
  opencl::Kernel state(program_, "compute_cut_state"), measure(program_, "measure_cut_loads");
  state.set(arguments(rotation).with({{"cut_slopes", slopes_}, {"progress", device_.no_progress}}));
  memory.launch(state, listed_);
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
