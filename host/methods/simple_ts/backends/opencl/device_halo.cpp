#include "device_halo.hpp"

#include <array>
#include <cstring>
#include <utility>

namespace slipflow::simple_ts {

using opencl::guarded;

namespace {
std::vector<SfHaloBlock> blocks_of(const mesh::HaloBuffer& plan, const mesh::Layout& layout) {
  std::vector<SfHaloBlock> blocks;
  for (const auto& [field, nodes, begin] : plan.blocks)
    blocks.push_back({field, static_cast<int>(layout.at(nodes.i0, nodes.j0, nodes.k0)),
                      nodes.along(0).count(), nodes.along(1).count(), static_cast<int>(begin)});
  return blocks;
}

// Numbers of the device as doubles; in a plane the last one stays 0.
Residuals residuals_of(std::span<const std::byte> bytes, const opencl::Numbers& numbers) {
  std::array<double, 5> r{};
  if (numbers.are_doubles()) {
    std::memcpy(r.data(), bytes.data(), bytes.size());
  } else {
    std::array<float, r.size()> floats{};
    std::memcpy(floats.data(), bytes.data(), bytes.size());
    std::copy(floats.begin(), floats.end(), r.begin());
  }
  return {r[0], r[1], r[2], r[3], r[4]};
}
}  // namespace

DeviceHalo::Buffer::Buffer(DeviceCase& device, const cl::CommandQueue& copies,
                           const mesh::HaloBuffer& plan, std::span<std::byte> shared)
    : blocks(device.workspace.buffer(blocks_of(plan, device.c.mesh.layout()))),
      block_count(static_cast<int>(plan.blocks.size())),
      count(static_cast<int>(plan.values())),
      values(device.workspace.array(device.stored, plan.values())),
      staging(device.workspace, copies, device.stored.bytes(plan.values()), shared.data()) {}

DeviceHalo::Largest::Largest(DeviceCase& device, const cl::CommandQueue& copies)
    : values(device.workspace.array(device.reals, residual_count(device.c))),
      staging(device.workspace, copies, device.reals.bytes(residual_count(device.c))) {}

DeviceHalo::DeviceHalo(DeviceCase& device, Advance advance, const opencl::LoopMemory& memory,
                       opencl::Reduction& reduction, StepPlace& at, const mesh::HaloPlan& plan,
                       std::span<std::byte> shared)
    : device_(device),
      advance_(std::move(advance)),
      memory_(memory),
      reduction_(reduction),
      at_(at),
      before_(at),
      from_device_(device.workspace.queue().context, device.workspace.device().handle),
      to_device_(device.workspace.queue().context, device.workspace.device().handle),
      out_(device, from_device_, plan.out, shared),
      in_(device, to_device_, plan.in, {}),
      largest_{{device, from_device_}, {device, from_device_}} {
  const opencl::SizedProgram program = device.build("simple_ts/halo.cl", {.only_fields = true});
  pack_ = {program, "pack_halo"};
  unpack_ = {program, "unpack_halo"};
}

void DeviceHalo::start_iteration() {
  guarded("an inner iteration on " + device_.device_name(), [&] {
    before_ = at_;
    advance_(at_, Part::border);
    pack(at_.rotation.next());
    advance_(at_, Part::inner);
    at_ = at_.after_iteration();
    Largest& largest = largest_[started_++ % 2];
    reduction_.queue_largest(memory_.partial, memory_.partial_count, largest.values);
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
  const mesh::Layout layout = device_.c.mesh.layout();
  opencl::Arguments all = device_.sets[set].named().with(
      {{"blocks", buffer.blocks}, {"block_count", buffer.block_count}, {"pitch", layout.pitch()}});
  if (layout.axes() == 3) all = all.with({{"plane", layout.pitch() * layout.rows()}});
  kernel.set(all.with({{"count", buffer.count}, {"values", buffer.values}}));
  device_.workspace.launch(kernel, buffer.count);
}

}  // namespace slipflow::simple_ts
