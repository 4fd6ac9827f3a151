#include "device_case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "../precisions.hpp"
#include "build_options.hpp"
#include "indexing.h"
#include "shared_types.h"
#include "slipflow/opencl/wait.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr double kFields = 4;
constexpr double kSets = 3;
constexpr double kExplicitSums = 3;
// dt, 1/dt and the relaxation end SF_CONTEXT_PARAMETERS.
constexpr cl_uint kTimeStepIndex = 15, kTimeStepArguments = 3;
// Some devices launch no more work-groups along the second dimension: CUDA's limit of a grid.
constexpr int kMostGroupsAlongY = 65535;

// A mean of a field, or its fluctuation: without ghosts, in the precision of the sums.
double bytes_of_average(const Case& c) {
  return c.output.averages.empty()
             ? 0
             : static_cast<double>(c.cells()) * bytes_computed(c.run.precision);
}

// The largest array of the case: a field, or in mixed precision the mean of one.
double bytes_of_array(const Case& c) {
  return std::max(static_cast<double>(c.mesh.layout().size()) * bytes_stored(c.run.precision),
                  bytes_of_average(c));
}

bool fits(const Case& c, const opencl::Device& device) {
  return device_bytes(c) <= device.memory && bytes_of_array(c) <= device.largest_buffer;
}

// As much of a case as its memory depends on, with a part of its cells along each axis.
Case coarser(const Case& c, double part) {
  const auto cells = [&](const mesh::Axis& axis) {
    return mesh::uniform_axis(0, 1, std::max(1, static_cast<int>(part * axis.cells())));
  };
  Case other;
  other.run = c.run;
  other.scheme = c.scheme;
  other.output.averages = c.output.averages;
  other.mesh.x = cells(c.mesh.x);
  other.mesh.y = cells(c.mesh.y);
  return other;
}

// "NX x NY cells": the largest mesh of the shape of the case's that fits.
std::string largest_mesh(const Case& c, const opencl::Device& device) {
  double fitting = 0, too_much = 1;
  for (int k = 0; k < 30; ++k) {
    const double part = 0.5 * (fitting + too_much);
    (fits(coarser(c, part), device) ? fitting : too_much) = part;
  }
  const Case largest = coarser(c, fitting);
  return fmt::format("{} x {} cells", largest.mesh.x.cells(), largest.mesh.y.cells());
}

void check_fits(const Case& c, const opencl::Device& device) {
  if (fits(c, device)) return;
  const double needed = device_bytes(c), array = bytes_of_array(c);
  const auto what =
      needed > device.memory
          ? fmt::format("the case needs {:.3g} GB, '{}' has {:.3g} GB", needed / 1e9, device.name,
                        device.memory / 1e9)
          : fmt::format("an array of the case needs {:.3g} GB, '{}' allows {:.3g} GB in one buffer",
                        array / 1e9, device.name, device.largest_buffer / 1e9);
  throw Error(ExitStatus::no_device,
              fmt::format("{}: the largest mesh of this shape that fits has {}; take that, another "
                          "device or --backend serial",
                          what, largest_mesh(c, device)));
}
}  // namespace

// Enough that small meshes keep all cores of a device busy, few enough that it takes neither memory
// nor time to reduce them.
int pieces_of_column(const Case& c) {
  return std::clamp(std::max(16384 / (c.mesh.x.cells() + 1), c.mesh.y.cells() / 512), 1, 16);
}

int pieces(const Case& c) { return pieces_of_column(c) * (c.mesh.x.cells() + 1); }

int partial_values(const Case& c) {
  return std::max(SF_RESIDUALS * pieces(c), 5 * (std::max(c.mesh.x.cells(), c.mesh.y.cells()) + 1));
}

double device_bytes(const Case& c) {
  const double arrays = kFields * kSets + (c.scheme.explicit_convection ? kExplicitSums : 0);
  const Precision precision = c.run.precision;
  const double averages = 2.0 * static_cast<double>(c.output.averages.size()) * bytes_of_average(c);
  const double axes = c.mesh.x.cells() + c.mesh.y.cells() + 4.0 * SF_PAD;
  return static_cast<double>(c.mesh.layout().size()) *
             (arrays * bytes_stored(precision) + sizeof(SfTag)) +
         (partial_values(c) + axes * SF_AXIS_VALUES) * bytes_computed(precision) + averages;
}

DeviceCase::DeviceCase(const Case& the_case, const opencl::Queue& the_queue,
                       const OpenClOptions& chosen)
    : c(the_case),
      options(chosen),
      reals(bytes_computed(c.run.precision)),
      stored(bytes_stored(c.run.precision)),
      queue(the_queue) {
  check_fits(c, queue.device);
  const std::size_t size = c.mesh.layout().size();
  for (DeviceFields& set : sets)
    set = {buffer(stored, size), buffer(stored, size), buffer(stored, size), buffer(stored, size)};
  // Zeros beyond the sides, where the march reads them and no kernel writes.
  for (cl::Buffer* sums : {&C_u, &C_v, &C_T})
    *sums = filled_buffer(stored, std::vector<double>(c.scheme.explicit_convection ? size : 1));
  const auto walls = device_structs(c.run.precision).walls(c);
  tag_ = filled_buffer(c.mesh.tags.data(), c.mesh.tags.size());
  wall_ = filled_buffer(walls.data(), walls.size());
  axis_x_ = filled_buffer(reals, axis_metrics(c.mesh.x, c.periodic_x()));
  axis_y_ = filled_buffer(reals, axis_metrics(c.mesh.y, c.periodic_y()));
  const std::vector<std::byte> nothing_done(inner_iterations(c.run.precision).progress_bytes);
  progress = filled_buffer(nothing_done.data(), nothing_done.size(), CL_MEM_READ_WRITE);
  no_progress = filled_buffer(nothing_done.data(), nothing_done.size());
}

opencl::SizedProgram DeviceCase::build(const std::string& file, int smallest) const {
  return opencl::build_for_groups(queue, file, build_options(c, options), options.work_group_size,
                                  smallest);
}

SizedKernel DeviceCase::build_kernel(const std::string& file, const char* name) const {
  const opencl::SizedProgram built = build(file);
  return {cl::Kernel(built.program, name), built.group};
}

cl::Buffer DeviceCase::buffer(const DeviceNumbers& numbers, std::size_t count) {
  bytes += static_cast<double>(numbers.bytes(count));
  return {queue.context, CL_MEM_READ_WRITE, numbers.bytes(count)};
}

cl::Buffer DeviceCase::filled_buffer(const DeviceNumbers& numbers,
                                     const std::vector<double>& values) {
  const cl::Buffer filled = buffer(numbers, values.size());
  numbers.write(queue.queue, filled, values);
  return filled;
}

cl::Buffer DeviceCase::filled_buffer(const void* data, std::size_t size, cl_mem_flags access) {
  bytes += static_cast<double>(size);
  cl::Buffer buffer(queue.context, access, size);
  opencl::transfer_asleep(queue.queue, [&](cl::Event* done) {
    queue.queue.enqueueWriteBuffer(buffer, CL_FALSE, 0, size, data, nullptr, done);
  });
  return buffer;
}

cl_uint DeviceCase::set_context(cl::Kernel& kernel, const FieldRotation& rotation) const {
  const DeviceFields& current = sets[rotation.current];
  const DeviceFields& old = sets[rotation.old];
  return kTimeStepArguments + set_arguments(kernel, 0, current.u, current.v, current.T, current.rho,
                                            old.u, old.v, old.T, old.rho, tag_, wall_, axis_x_,
                                            axis_y_, C_u, C_v, C_T);
}

void DeviceCase::set_time_step(cl::Kernel& kernel, double dt, double relaxation) const {
  reals.set_argument(kernel, kTimeStepIndex, dt);
  reals.set_argument(kernel, kTimeStepIndex + 1, 1 / dt);
  reals.set_argument(kernel, kTimeStepIndex + 2, relaxation);
}

void DeviceCase::launch(const SizedKernel& kernel, int nx, int ny) const {
  const int whole = (nx + kernel.group - 1) / kernel.group * kernel.group;
  for (int j = 0; j < ny; j += kMostGroupsAlongY)
    launch(kernel.kernel, cl::NDRange(0, j),
           cl::NDRange(whole, std::min(ny - j, kMostGroupsAlongY)), cl::NDRange(kernel.group, 1));
}

void DeviceCase::launch_groups(const cl::Kernel& kernel, int groups, int group_size) const {
  launch(kernel, cl::NullRange, cl::NDRange(groups * group_size), cl::NDRange(group_size));
}

void DeviceCase::launch(const cl::Kernel& kernel, const cl::NDRange& first, const cl::NDRange& all,
                        const cl::NDRange& group) const {
  queue.queue.enqueueNDRangeKernel(kernel, first, all, group, nullptr,
                                   timed_ ? &launches_.emplace_back() : nullptr);
}

void DeviceCase::time_launches(bool on) {
  queue.queue.finish();
  launches_.clear();
  timed_ = on;
  queue.queue = cl::CommandQueue(queue.context, queue.device.handle,
                                 on ? cl::QueueProperties::Profiling : cl::QueueProperties::None);
}

double DeviceCase::launch_seconds() {
  queue.queue.finish();
  double nanoseconds = 0;
  for (const cl::Event& event : launches_)
    nanoseconds += static_cast<double>(event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                                       event.getProfilingInfo<CL_PROFILING_COMMAND_START>());
  launches_.clear();
  return 1e-9 * nanoseconds;
}

void DeviceCase::write(const DeviceFields& fields, const State& s) const {
  stored.write(queue.queue, fields.u, s.u);
  stored.write(queue.queue, fields.v, s.v);
  stored.write(queue.queue, fields.T, s.T);
  stored.write(queue.queue, fields.rho, s.rho);
}

void DeviceCase::write(const ImposedVelocities& v) const {
  const auto layout = c.mesh.layout();
  for (const DeviceFields& set : sets)
    stored.write(queue.queue, v.field == &State::u ? set.u : set.v, v.values,
                 {static_cast<std::size_t>(v.i0 + SF_PAD), static_cast<std::size_t>(v.j0 + SF_PAD),
                  static_cast<std::size_t>(v.columns), static_cast<std::size_t>(v.rows),
                  static_cast<std::size_t>(layout.pitch())});
}

State DeviceCase::read(const DeviceFields& fields) const {
  const auto get = [&](const cl::Buffer& from) {
    return stored.read(queue.queue, from, c.mesh.layout().size());
  };
  return {get(fields.u), get(fields.v), get(fields.T), get(fields.rho)};
}

}  // namespace slipflow::simple_ts
