#include "host_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "slipflow/run/frame_memory.hpp"
#include "slipflow/support/machine.hpp"

namespace slipflow::app {

namespace {
constexpr double kMostOverPredicted = 1.15;  // of what runs take, as tests assert

/// A mesh of the same shape with that part of the cells.
std::string cells_of_part(const mesh::Mesh& mesh, double part) {
  const double along_axis = std::pow(part, 1.0 / mesh.axes());
  std::string text;
  for (int k = 0; k < mesh.axes(); ++k)
    text +=
        fmt::format("{}{:.0f}", k > 0 ? " x " : "", std::floor(along_axis * mesh.axis(k).cells()));
  return text + " cells";
}
}  // namespace

HostUse host_use(const ChosenBackend& backend, const std::optional<opencl::Device>& device) {
  const bool is_cpu = device && device->cpu && !device->gpu;
  return {.serial = !device && backend.threads == 0,
          .device_arrays = is_cpu || backend.threads > 0};
}

HostUse on_hosts(HostUse use, int ranks, int hosts) {
  use.ranks = ranks;
  use.ranks_here = (ranks + hosts - 1) / hosts;
  return use;
}

double host_bytes(const methods::Problem& problem, const HostUse& use) {
  const auto& mesh = problem.mesh();
  const auto averages = static_cast<double>(problem.controls().output.averages.size());
  constexpr double tag = sizeof(mesh.tags[0]), hidden = 1;
  const auto nodes = static_cast<double>(mesh.layout().size());
  const auto cells = static_cast<double>(mesh.cells());
  const double moments = 2.0 * sizeof(double) * averages;
  const double here = static_cast<double>(use.ranks_here) / use.ranks;
  // The arrays of the serial reference, tags included. Each rank reads the whole mesh.
  double backend = use.ranks_here * problem.costs().geometry_bytes();
  if (use.serial) backend += here * (problem.costs().serial_bytes() + cells * moments);
  if (use.device_arrays) backend += here * problem.costs().cpu_device_bytes();
  const double meshes = (use.ranks_here - (use.serial ? here : 0)) * nodes * tag;
  return backend + meshes + methods::state_bytes(problem) + run::bytes_of_frame(problem) +
         cells * hidden;
}

std::string reason_against_memory(const methods::Problem& problem, const HostUse& use) {
  const double need =
      kMostOverPredicted * host_bytes(problem, use) + run::bytes_of_other_frames(problem);
  const auto usable = usable_memory();
  if (need <= usable.bytes) return "";
  const double part = std::max(usable.bytes, 0.0) / need;
  return fmt::format(
      "the case needs {:.3g} GB of this machine's memory, {:.3g} GB can be used ({}): the largest "
      "mesh of this shape that fits has {}",
      need / 1e9, usable.bytes / 1e9, usable.limit, cells_of_part(problem.mesh(), part));
}

void require_host_memory(const methods::Problem& problem, const HostUse& use) {
  const auto reason = reason_against_memory(problem, use);
  if (!reason.empty()) throw Error(ExitStatus::no_device, reason);
}

}  // namespace slipflow::app
