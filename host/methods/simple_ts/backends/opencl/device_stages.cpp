#include "device_stages.hpp"

namespace slipflow::simple_ts {

DeviceStages::DeviceStages(DeviceCase& device) : device_(device) {
  const opencl::SizedProgram program = device.build("simple_ts/second_order.cl");
  begin_second_ = {program, "begin_second_stage"};
  restore_first_ = {program, "restore_first_stage"};
}

// Time level n is the old level in both stages.
opencl::Arguments DeviceStages::levels(const FieldRotation& ended) const {
  return device_.context({ended.old, ended.current})
      .with(device_.sets[FieldRotation::kCombined].named(FieldsAs::combined))
      .with(device_.sets[ended.next()].named(FieldsAs::start));
}

void DeviceStages::begin_second(const FieldRotation& ended, const SecondStage& stage) {
  begin_second_.set(levels(ended).with({{"weight", device_.reals.number(stage.weight)},
                                        {"of_stage", device_.reals.number(stage.of_stage)},
                                        {"of_last", device_.reals.number(stage.of_last)},
                                        {"extrapolates", static_cast<int>(stage.extrapolates)},
                                        {"partial", device_.partial}}));
  device_.workspace.launch(begin_second_, device_.c.mesh.x.cells() + 2 * mesh::kPad,
                           pieces_of_column(device_.c));
}

void DeviceStages::restore_first(const FieldRotation& ended, double weight) {
  const int count = static_cast<int>(device_.c.mesh.layout().size());
  restore_first_.set(
      levels(ended).with({{"weight", device_.reals.number(weight)}, {"count", count}}));
  device_.workspace.launch(restore_first_, count);
}

}  // namespace slipflow::simple_ts
