#include "march_in_space.hpp"

#include "build_options.hpp"
#include "simple_ts/march_layout.h"
#include "simple_ts/splitting.h"

namespace slipflow::simple_ts {

MarchInSpace::MarchInSpace(DeviceCase& device)
    : device_(device),
      built_(device.build(
          "simple_ts/march_in_space.cl",
          {.smallest = device.options.work_group_size, .group = device.options.work_group_size})),
      cut_(cut_for_march(device.c, SF_MARCH_COLUMNS, SF_MARCH_ROWS, device.options.rows)) {
  if (!cut_.near.empty()) near_.emplace(device, cut_.near);
  // Both store residuals in parts of one array. That of the march begins where a device allows it.
  const auto residuals = static_cast<std::size_t>(residual_count(device.c));
  const std::size_t step = device.workspace.alignment(device.reals.bytes(residuals));
  const std::size_t near_groups =
      near_ ? static_cast<std::size_t>(near_->memory().partial_count) : 0;
  const std::size_t before = (near_groups + step - 1) / step * step;
  const std::size_t groups = before + cut_.away.size();
  memory_ = {device.workspace.array(device.reals, std::vector<double>(groups * residuals)),
             static_cast<int>(groups), device.progress, device.progress_bytes};
  if (!cut_.away.empty()) {
    blocks_ = device.workspace.buffer(cut_.away);
    partial_ = opencl::part_of(memory_.partial, before * residuals, cut_.away.size() * residuals);
  }
  if (near_) near_->store_in(opencl::part_of(memory_.partial, 0, near_groups * residuals));
  ghosts_ = device.build_kernel("simple_ts/periodic_ghosts.cl", "copy_periodic_ghosts");
}

opencl::Kernel MarchInSpace::prepare(const FieldRotation& rotation) const {
  opencl::Kernel kernel(built_.program, "march_in_space", group());
  kernel.set(device_.context(rotation)
                 .with(device_.sets[rotation.next()].named(FieldsAs::next))
                 .with({{"blocks", blocks_},
                        {"first_block", 0},
                        {"partial", partial_},
                        {"progress", device_.progress}}));
  return kernel;
}

// The plain kernels read the ghosts of the iteration before, the march wraps around.
void MarchInSpace::advance(const StepPlace& at, Part part) {
  if (near_ && part != Part::inner) {
    fill_ghosts(at.rotation);
    near_->advance(at);
  }
  march(at, part == Part::inner ? cut_.border : 0,
        part == Part::border ? cut_.border : static_cast<int>(cut_.away.size()));
}

void MarchInSpace::march(const StepPlace& at, int first, int end) {
  if (first == end) return;
  auto& prepared = prepared_[at.rotation.number()];
  if (!prepared) prepared = prepare(at.rotation);
  const bool relaxes = device_.c.splitting.relaxation_cycle;
  device_.set_time_step(*prepared, at.dt, relaxes ? sf_cycle_relaxation(at.iteration) : 0.0);
  prepared->set({"first_block", first});
  device_.workspace.launch_groups(*prepared, end - first);
}

// First those along x; those along y and z have corners that follow from the ones before.
void MarchInSpace::fill_ghosts(const FieldRotation& rotation) {
  const DeviceFields& fields = device_.sets[rotation.current];
  const auto layout = device_.c.mesh.layout();
  const int ghosts = 2 * mesh::kPad;
  const int columns[] = {layout.rows(), layout.pitch(), layout.pitch()};
  const int lines[] = {layout.planes(), layout.planes(), layout.rows()};
  for (int axis = 0; axis < 3; ++axis) {
    if (!device_.c.periodic(axis)) continue;
    ghosts_.set(fields.named().with({{"axis", axis}}));
    device_.workspace.launch(ghosts_, columns[axis], ghosts * lines[axis]);
  }
}

}  // namespace slipflow::simple_ts
