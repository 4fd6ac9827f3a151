#include "device_halo.hpp"

#include <array>
#include <cstring>

namespace slipflow::simple_ts {

using opencl::guarded;

namespace {
std::vector<SfHaloBlock> blocks_of(const mesh::HaloBuffer& plan, const mesh::Layout& layout) {
  std::vector<SfHaloBlock> blocks;
  for (const mesh::HaloBlock& block : plan.blocks)
    blocks.push_back({block.field, static_cast<int>(layout.at(block.nodes.i0, block.nodes.j0)),
                      block.nodes.i1 - block.nodes.i0, static_cast<int>(block.begin)});
  return blocks;
}

// Numbers of the device as doubles.
Residuals residuals_of(std::span<const std::byte> bytes, const opencl::Numbers& numbers) {
  std::array<double, SF_RESIDUALS> r{};
  if (numbers.are_doubles()) {
    std::memcpy(r.data(), bytes.data(), sizeof r);
  } else {
    std::array<float, SF_RESIDUALS> floats{};
    std::memcpy(floats.data(), bytes.data(), sizeof floats);
    std::copy(floats.begin(), floats.end(), r.begin());
  }
  return {r[0], r[1], r[2], r[3]};
}
}  // namespace

DeviceHalo::Buffer::Buffer(DeviceCase& device, const cl::CommandQueue& copies,
                           const mesh::HaloBuffer& plan)
    : blocks(device.workspace.buffer(blocks_of(plan, device.c.mesh.layout()))),
      block_count(static_cast<int>(plan.blocks.size())),
      count(static_cast<int>(plan.values())),
      values(device.workspace.array(device.stored, plan.values())),
      staging(device.workspace, copies, device.stored.bytes(plan.values())) {}

DeviceHalo::Largest::Largest(DeviceCase& device, const cl::CommandQueue& copies)
    : values(device.workspace.array(device.reals, SF_RESIDUALS)),
      staging(device.workspace, copies, device.reals.bytes(SF_RESIDUALS)) {}

DeviceHalo::DeviceHalo(DeviceCase& device, KernelRunner& runner, opencl::Reduction& reduction,
                       StepPlace& at, const mesh::HaloPlan& plan)
    : device_(device),
      runner_(runner),
      reduction_(reduction),
      at_(at),
      before_(at),
      copies_(device.workspace.queue().context, device.workspace.device().handle),
      out_(device, copies_, plan.out),
      in_(device, copies_, plan.in),
      largest_{{device, copies_}, {device, copies_}} {
  const opencl::SizedProgram program = device.build("simple_ts/halo.cl");
  pack_ = {program, "pack_halo"};
  unpack_ = {program, "unpack_halo"};
}

void DeviceHalo::start_iteration() {
  guarded("an inner iteration on " + device_.device_name(), [&] {
    before_ = at_;
    runner_.advance(at_, Part::border);
    pack(at_.rotation.next());
    runner_.advance(at_, Part::inner);
    at_ = at_.after_iteration();
    const opencl::LoopMemory& memory = runner_.memory();
    Largest& largest = largest_[started_++ % 2];
    reduction_.queue_largest(memory.partial, memory.partial_count, largest.values);
    largest.staging.start_read(largest.values.buffer);
  });
}

void DeviceHalo::start_packing() {
  guarded("packing border values on " + device_.device_name(), [&] { pack(at_.rotation.current); });
}

bool DeviceHalo::packed() {
  return guarded("packing border values on " + device_.device_name(),
                 [&] { return out_.staging.done(); });
}

void DeviceHalo::unpack() {
  guarded("unpacking border values on " + device_.device_name(), [&] {
    in_.staging.start_write(in_.values.buffer);
    launch(unpack_, in_, at_.rotation.current);
    device_.workspace.queue().queue.flush();
  });
}

std::optional<Residuals> DeviceHalo::take_changes() {
  return guarded("measuring residuals on " + device_.device_name(), [&] {
    opencl::Staging& staging = largest_[taken_ % 2].staging;
    std::optional<Residuals> changes;
    if (!staging.done()) return changes;
    ++taken_;
    changes = residuals_of(staging.bytes(), device_.reals);
    return changes;
  });
}

void DeviceHalo::forget_iteration() {
  at_ = before_;
  taken_ = started_;
}

void DeviceHalo::pack(int set) {
  launch(pack_, out_, set);
  out_.staging.start_read(out_.values.buffer);
}

void DeviceHalo::launch(opencl::Kernel& kernel, const Buffer& buffer, int set) const {
  kernel.set(device_.sets[set].named().with({{"blocks", buffer.blocks},
                                             {"block_count", buffer.block_count},
                                             {"pitch", device_.c.mesh.layout().pitch()},
                                             {"count", buffer.count},
                                             {"values", buffer.values}}));
  device_.workspace.launch(kernel, buffer.count);
}

}  // namespace slipflow::simple_ts
