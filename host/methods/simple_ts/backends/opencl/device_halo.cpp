#include "device_halo.hpp"

#include <algorithm>

namespace slipflow::simple_ts {

namespace {
std::vector<SfHaloBlock> blocks_of(const mesh::HaloBuffer& plan, const mesh::Layout& layout) {
  std::vector<SfHaloBlock> blocks;
  for (const mesh::HaloBlock& block : plan.blocks)
    blocks.push_back({block.field, static_cast<int>(layout.at(block.nodes.i0, block.nodes.j0)),
                      block.nodes.i1 - block.nodes.i0, static_cast<int>(block.begin)});
  return blocks;
}
}  // namespace

DeviceHalo::Buffer::Buffer(DeviceCase& device, const mesh::HaloBuffer& plan)
    : blocks(device.workspace.buffer(blocks_of(plan, device.c.mesh.layout()))),
      block_count(static_cast<int>(plan.blocks.size())),
      count(static_cast<int>(plan.values())),
      values(device.workspace.array(device.stored, plan.values())) {}

DeviceHalo::DeviceHalo(DeviceCase& device, const FieldRotation& rotation,
                       const mesh::HaloPlan& plan)
    : device_(device), rotation_(rotation), out_(device, plan.out), in_(device, plan.in) {
  const opencl::SizedProgram program = device.build("simple_ts/halo.cl");
  pack_ = {program, "pack_halo"};
  unpack_ = {program, "unpack_halo"};
}

std::vector<double> DeviceHalo::pack() {
  return opencl::guarded("packing border values on " + device_.device_name(), [&] {
    launch(pack_, out_);
    return device_.workspace.read(out_.values);
  });
}

void DeviceHalo::unpack(const std::vector<double>& values) {
  opencl::guarded("unpacking border values on " + device_.device_name(), [&] {
    device_.workspace.write(in_.values, values);
    launch(unpack_, in_);
  });
}

void DeviceHalo::launch(opencl::Kernel& kernel, const Buffer& buffer) const {
  kernel.set(
      device_.sets[rotation_.current].named().with({{"blocks", buffer.blocks},
                                                    {"block_count", buffer.block_count},
                                                    {"pitch", device_.c.mesh.layout().pitch()},
                                                    {"count", buffer.count},
                                                    {"values", buffer.values}}));
  device_.workspace.launch(kernel, buffer.count);
}

}  // namespace slipflow::simple_ts
