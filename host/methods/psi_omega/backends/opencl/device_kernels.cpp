#include "backends/opencl/device_kernels.hpp"

#include <algorithm>
#include <cstring>

#include "psi_omega/numbers.h"
#include "slipflow/methods/machines.hpp"
#include "slipflow/opencl/wait.hpp"
#include "sums.h"

namespace slipflow::psi_omega {

namespace {
using opencl::Arguments;
using opencl::Array;
using opencl::Kernel;

// Work-items along y of kernels that find a maximum; each loops over the rows that are as many
// apart.
constexpr int kMostRowsOfMaxima = 64;
const opencl::Numbers kReals(sizeof(double));
}  // namespace

DeviceKernels::DeviceKernels(const opencl::Queue& queue, const methods::Launch& launch,
                             const mesh::Layout& layout)
    : workspace_(queue),
      group_(launch.work_group_size),
      numbers_(workspace_.array(kReals, std::vector<double>(PO_NUMBERS))),
      read_(queue.context, workspace_.queue().queue, kReals.bytes(PO_NUMBERS)) {
  group_ = build("psi_omega/flow.cl", launch,
                 {"set_velocities", "find_courant_rate", "set_wall_vorticity", "add_kick",
                  "find_outlet_omega", "store_outlet_omega", "copy_to_outlet", "copy_values",
                  "find_largest_change", "find_largest"});
  build("psi_omega/psi.cl", launch,
        {"set_system", "store_psi", "add_response", "find_circulations", "advance_circulations"});
  // Maxima of all columns or of a list of nodes.
  const auto group = static_cast<std::size_t>(group_);
  const std::size_t columns = (static_cast<std::size_t>(layout.nx) / group + 1) * kMostRowsOfMaxima;
  partial_ = workspace_.array(kReals, std::max(columns, layout.size() / group + 1));
  for (const char* name : {"find_circulations", "advance_circulations"})
    kernels_[name].kernel.set_group(SF_PARTIAL_LANES);
}

int DeviceKernels::build(const char* file, const methods::Launch& launch,
                         const std::vector<const char*>& names) {
  methods::Launch own = launch;
  own.work_group_size = group_;
  const auto built =
      methods::build_kernels(workspace_.queue(), file, setup::Precision::in_double, own);
  for (const char* name : names) kernels_[name] = {built, Kernel(built, name)};
  return built.group;
}

void DeviceKernels::run(const char* name, const Arguments& arguments, int nx, int ny) {
  methods::on_device(workspace_, "running the kernels of psi_omega on", [&] {
    Kernel& kernel = kernels_.at(name).kernel;
    kernel.set_changed(arguments);
    workspace_.launch(kernel, nx, ny);
  });
}

void DeviceKernels::run_groups(const char* name, const Arguments& arguments, int count) {
  methods::on_device(workspace_, "running the kernels of psi_omega on", [&] {
    Kernel& kernel = kernels_.at(name).kernel;
    kernel.set_changed(arguments);
    workspace_.launch_groups(kernel, count);
  });
}

void DeviceKernels::copy(const Array& from, const Array& to) {
  const int count = static_cast<int>(from.count);
  run("copy_values", {{"count", count}, {"from", from}, {"to", to}}, count);
}

void DeviceKernels::find_largest(int number, const char* name, const Arguments& arguments, int nx,
                                 int ny) {
  const int rows = std::min(ny, kMostRowsOfMaxima);
  const int groups = (nx + group_ - 1) / group_ * rows;
  run(name, arguments.with({{"largest", partial_}}), nx, rows);
  run_groups("find_largest",
             {{"count", groups}, {"values", partial_}, {"number", number}, {"numbers", numbers_}},
             1);
}

// Several times a step: into pinned memory it takes one event.
std::vector<double> DeviceKernels::read_numbers() const {
  return methods::on_device(workspace_, "reading numbers from", [&] {
    const auto& commands = workspace_.queue().queue;
    std::vector<double> numbers(PO_NUMBERS);
    cl::Event done;
    commands.enqueueReadBuffer(numbers_.buffer, CL_FALSE, 0, kReals.bytes(PO_NUMBERS), read_.data(),
                               nullptr, &done);
    commands.flush();
    opencl::wait_asleep(done, {});
    std::memcpy(numbers.data(), read_.data(), kReals.bytes(PO_NUMBERS));
    return numbers;
  });
}

void DeviceKernels::write(const Array& to, const std::vector<double>& values) const {
  methods::on_device(workspace_, "writing fields to", [&] { workspace_.write(to, values); });
}

std::vector<double> DeviceKernels::read(const Array& from) const {
  return methods::on_device(workspace_, "reading fields from",
                            [&] { return workspace_.read(from); });
}

}  // namespace slipflow::psi_omega
