#include "device_stages.hpp"

namespace slipflow::simple_ts {

DeviceStages::DeviceStages(DeviceCase& device) : device_(device) {
  const opencl::SizedProgram program = device.build("simple_ts/second_order.cl");
  begin_second_ = {program, "begin_second_stage"};
  restore_first_ = {program, "restore_first_stage"};
  fall_ = {program, "measure_stage_fall"};
  shape_ = {program, "measure_step_shape"};
}

opencl::Arguments DeviceStages::levels(const FieldRotation& ended) const {
  return device_.context({ended.old, ended.current});
}

void DeviceStages::launch_over_places(opencl::Kernel& kernel, const FieldRotation& ended,
                                      const opencl::Arguments& numbers) {
  const int count = static_cast<int>(device_.c.mesh.layout().size());
  kernel.set(levels(ended)
                 .with(device_.sets[FieldRotation::kCombined].named(FieldsAs::combined))
                 .with(device_.sets[ended.next()].named(FieldsAs::start))
                 .with(numbers)
                 .with({{"count", count}}));
  device_.workspace.launch(kernel, count);
}

void DeviceStages::launch_over_columns(opencl::Kernel& kernel, const opencl::Arguments& arguments) {
  kernel.set(arguments.with({{"partial", device_.partial}}));
  device_.workspace.launch(kernel, device_.c.mesh.x.cells() + 1, pieces_of_column(device_.c));
}

void DeviceStages::begin_second(const FieldRotation& ended, const SecondStage& stage) {
  launch_over_places(begin_second_, ended,
                     {{"weight", device_.reals.number(stage.weight)},
                      {"of_stage", device_.reals.number(stage.of_stage)},
                      {"of_last", device_.reals.number(stage.of_last)}});
}

void DeviceStages::restore_first(const FieldRotation& ended, double weight) {
  launch_over_places(restore_first_, ended, {{"weight", device_.reals.number(weight)}});
}

void DeviceStages::measure_fall(const FieldRotation& ended) {
  launch_over_columns(fall_, levels(ended));
}

void DeviceStages::measure_shape(const FieldRotation& ended, double weight) {
  launch_over_columns(shape_,
                      levels(ended)
                          .with(device_.sets[FieldRotation::kCombined].named(FieldsAs::combined))
                          .with({{"weight", device_.reals.number(weight)}}));
}

}  // namespace slipflow::simple_ts
