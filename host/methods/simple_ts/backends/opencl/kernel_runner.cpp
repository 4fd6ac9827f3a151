#include "kernel_runner.hpp"

#include <fmt/format.h>

#include <span>

#include "build_options.hpp"
#include "simple_ts/splitting.h"

namespace slipflow::simple_ts {

namespace {
constexpr InnerKernel kFused = {"simple_ts/advance_inner_iteration.cl", "advance_inner_iteration",
                                Near::walls, kHaloColumns, false};
constexpr InnerKernel kPlain = {"simple_ts/plain_kernels.cl", "advance_inner_iteration_by_rows",
                                Near::walls_and_ends, 0, false};
constexpr InnerKernel kTiles = {"simple_ts/advance_tiles.cl", "advance_inner_iteration_by_tiles",
                                Near::walls_in_tiles, kHaloColumns, true};

const InnerKernel& kernel_of(KernelSet kernels) {
  if (kernels == KernelSet::tiles) return kTiles;
  return kernels == KernelSet::fused ? kFused : kPlain;
}

opencl::SizedProgram build(const DeviceCase& device, const char* file) {
  opencl::SizedProgram built =
      device.build(file, {.smallest = smallest_work_group(device.options.kernels)});
  const int wanted = device.options.work_group_size;
  if (built.group < wanted && !device.options.may_shrink)
    throw Error(
        ExitStatus::bad_input,
        fmt::format("a work-group size of {} is not possible on '{}': the largest in which it "
                    "can run the kernels of this case is {}",
                    wanted, device.device_name(), built.group));
  return built;
}
}  // namespace

KernelRunner::KernelRunner(DeviceCase& device)
    : device_(device),
      kernel_(kernel_of(device.options.kernels)),
      built_(build(device, kernel_.file)) {
  cut_into_shares();
}

std::optional<MarchingKernel> KernelRunner::marching_kernel() const {
  if (kernel_.near != Near::walls) return std::nullopt;
  const Case& c = device_.c;
  const int columns = c.mesh.x.cells() + !c.continues(mesh::east), most = group() - kernel_.halo;
  const int rows = c.mesh.y.cells() + !c.continues(mesh::north);
  // SF_MAY_BE_AWAY_FROM_SIDES of the kernel's file.
  const bool any_away_from_sides = columns > 2 * most;
  return MarchingKernel{.name = kernel_.name,
                        .binary = opencl::binary_of(built_.program),
                        .marches = 1 + c.mesh.any_solid() + any_away_from_sides,
                        .work_items = group(),
                        .columns = height_of_pieces(columns, most, false),
                        .rows = height_of_pieces(rows, device_.options.rows, true),
                        .rows_ahead = 3};
}

int KernelRunner::columns() const {
  const bool tiles = kernel_.near == Near::walls_in_tiles;
  return (tiles ? kTileWidth : group()) - kernel_.halo;
}

void KernelRunner::cut_into_shares() {
  const std::vector<Part> parts = parts_of(device_.c);
  // Each share has a part of one array that begins where the device allows it to.
  const std::size_t step = device_.workspace.alignment(device_.reals.bytes(SF_RESIDUALS));
  std::vector<std::size_t> begin;
  std::size_t groups = 0;
  for (const Part part : parts) {
    const DeviceSubdomains cut = device_.cut(columns(), kernel_.near, Extent::mesh, part);
    if (cut.count == 0) continue;
    shares_.push_back({part, cut, {}});
    begin.push_back((groups + step - 1) / step * step);
    groups = begin.back() + static_cast<std::size_t>(cut.count);
  }
  // The iterations of a piece of a mesh are judged by the host.
  const bool judges_itself = kernel_.is_lean && parts.size() == 1;
  const std::size_t numbers = groups * SF_RESIDUALS;
  // Zeros in the gaps between the parts change no maximum.
  const auto zeros = [&](std::size_t count) {
    return device_.workspace.array(device_.reals, std::vector<double>(count));
  };
  memory_ = {{}, static_cast<int>(groups), device_.progress, device_.progress_bytes, judges_itself};
  if (judges_itself) {
    const std::size_t align = device_.workspace.alignment(device_.reals.bytes(1));
    const std::size_t before = (2 * numbers + align - 1) / align * align;
    const std::size_t progress = groups * device_.progress_bytes / device_.reals.bytes(1);
    memory_.partial = zeros(before + progress);
    memory_.progress = opencl::part_of(memory_.partial, before, progress).buffer;
    progress_at_ = static_cast<int>(before);
    shares_[0].partial = memory_.partial;
  } else {
    memory_.partial = zeros(numbers);
    for (std::size_t k = 0; k < shares_.size(); ++k)
      shares_[k].partial =
          opencl::part_of(memory_.partial, begin[k] * SF_RESIDUALS,
                          static_cast<std::size_t>(shares_[k].subdomains.count) * SF_RESIDUALS);
  }
  if (kernel_.is_lean)
    for (Share& share : shares_) share.constants = device_.constants(share.subdomains);
}

opencl::Arguments KernelRunner::arguments(const Share& share, const FieldRotation& rotation) const {
  opencl::Arguments all = device_.context(rotation)
                              .with(device_.sets[rotation.next()].named(FieldsAs::next))
                              .with(share.subdomains.named());
  if (kernel_.near != Near::walls_and_ends)
    all = all.with({{"near_sides", share.subdomains.near_sides}});
  return all.with({{"partial", share.partial}, {"progress", device_.progress}});
}

opencl::Arguments KernelRunner::lean_arguments(const Share& share,
                                               const FieldRotation& rotation) const {
  return device_.all_fields()
      .with({{"now", rotation.current},
             {"old", rotation.level()},
             {"next_set", rotation.next()},
             {"constants", share.constants.buffer},
             {"at", std::as_bytes(std::span(share.constants.at))}})
      .with(device_.numbers(1, 0))
      .with({{"near_walls", share.subdomains.near_walls},
             {"near_sides", share.subdomains.near_sides},
             {"loop", share.partial},
             {"progress_at", progress_at_},
             {"tolerance", device_.reals.number(0)},
             {"factor", device_.reals.number(0)},
             {"period", relaxation_period(device_.c.splitting, false)},
             {"iteration", -1}})
      .with(device_.of_cut_walls());
}

opencl::Kernel KernelRunner::prepare(const Share& share, const FieldRotation& rotation) const {
  opencl::Kernel kernel(built_.program, kernel_.name,
                        kernel_.near == Near::walls_and_ends ? 1 : group());
  kernel.set(kernel_.is_lean ? lean_arguments(share, rotation) : arguments(share, rotation));
  return kernel;
}

void KernelRunner::set(const InnerControl& control, int iteration, Prepared& prepared) const {
  if (prepared.loop_iteration != iteration) prepared.kernel.set({"iteration", iteration});
  if (prepared.tolerance != control.tolerance)
    prepared.kernel.set({"tolerance", device_.reals.number(control.tolerance)});
  // The first iteration alone takes it over.
  if (iteration == 0 && prepared.factor != control.factor) {
    prepared.kernel.set({"factor", device_.reals.number(control.factor)});
    prepared.factor = control.factor;
  }
  prepared.loop_iteration = iteration;
  prepared.tolerance = control.tolerance;
}

void KernelRunner::launch(Share& share, const StepPlace& at, const InnerControl& control,
                          int iteration) {
  const double relaxation =
      device_.c.splitting.relaxation_cycle ? sf_cycle_relaxation(at.iteration) : 0.0;
  auto& prepared = share.prepared[at.rotation.number()];
  if (!prepared) prepared = Prepared{prepare(share, at.rotation)};
  if (prepared->dt != at.dt || prepared->relaxation != relaxation)
    device_.set_time_step(prepared->kernel, at.dt, relaxation);
  prepared->dt = at.dt;
  prepared->relaxation = relaxation;
  if (kernel_.is_lean) set(control, iteration, *prepared);
  device_.workspace.launch_groups(prepared->kernel, share.subdomains.count);
}

void KernelRunner::advance(const StepPlace& at, const InnerControl& control, int iteration) {
  for (Share& share : shares_) launch(share, at, control, iteration);
}

void KernelRunner::advance(const StepPlace& at, Part part) {
  for (Share& share : shares_)
    if (share.part == part) launch(share, at, kOfNoLoop, -1);
}

}  // namespace slipflow::simple_ts
