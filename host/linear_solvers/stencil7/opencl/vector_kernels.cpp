#include "opencl/vector_kernels.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "slipflow/setup/precision.hpp"
#include "sums.h"

namespace slipflow::linear_solvers {

namespace {
constexpr int kGroupOfVectors = 64;
}  // namespace

VectorKernels::VectorKernels(opencl::Workspace& workspace, bool parity)
    : workspace_(workspace),
      parity_(parity),
      vectors_(build("linear_solvers/krylov.cl", sums_options(blocks_of_vectors(), items_of_sums()),
                     kGroupOfVectors)) {}

// On a processor one item has all values, which the compiler makes vectors of.
int VectorKernels::items_of_sums() const { return workspace_.device().cpu ? 1 : SF_SUM_BLOCK; }
int VectorKernels::blocks_of_vectors() const { return workspace_.device().cpu ? 16 : 4; }

std::string VectorKernels::sums_options(int blocks, int items) {
  return fmt::format(" -DSF_SUM_BLOCKS={} -DSF_SUM_ITEMS={}", blocks, items);
}

VectorKernels::Program VectorKernels::build(const char* file, const std::string& options, int group,
                                            bool in_single) const {
  const auto precision = in_single ? setup::Precision::in_single : setup::Precision::in_double;
  const std::string all = "-cl-std=CL1.2" +
                          opencl::precision_options(precision, workspace_.device().exact_single) +
                          (parity_ ? " -DSF_PARITY" : "") + options;
  return {opencl::build_for_groups(workspace_.queue(), file, all, group), {}};
}

opencl::Kernel& VectorKernels::kernel(Program& program, const char* name, std::size_t slot,
                                      const opencl::Arguments& arguments, int group) {
  auto found = program.kernels.find(std::string_view(name));
  if (found == program.kernels.end()) found = program.kernels.try_emplace(name).first;
  auto& kernels = found->second;
  while (kernels.size() <= slot) {
    kernels.emplace_back(program.built, name);
    if (group > 0) kernels.back().set_group(group);
  }
  kernels[slot].set_changed(arguments);
  return kernels[slot];
}

void VectorKernels::launch(const Launch& launch) {
  if (recording_) recording_->push_back(launch);
  if (launch.groups > 0)
    workspace_.launch_groups(*launch.kernel, launch.groups);
  else
    workspace_.launch(*launch.kernel, launch.nx, launch.ny);
}

void VectorKernels::repeat(const std::string& key, const std::function<void()>& action) {
  if (const auto known = recorded_.find(key); known != recorded_.end()) {
    guarded("running", [&] {
      for (const Launch& again : known->second) launch(again);
    });
    return;
  }
  recording_.emplace();
  try {
    action();
  } catch (...) {
    recording_.reset();
    throw;
  }
  recorded_.emplace(key, *std::exchange(recording_, std::nullopt));
}

void VectorKernels::run(Program& program, const char* name, std::size_t slot,
                        const opencl::Arguments& arguments, int nx, int ny) {
  guarded("running", [&] { launch({&kernel(program, name, slot, arguments, 0), nx, ny, 0}); });
}

void VectorKernels::run_groups(Program& program, const char* name, std::size_t slot,
                               const opencl::Arguments& arguments, Groups7 groups) {
  guarded("running", [&] {
    launch({&kernel(program, name, slot, arguments, groups.items), 0, 0, groups.count});
  });
}

void VectorKernels::run(const char* name, std::size_t slot, const opencl::Arguments& arguments,
                        int nx) {
  run(vectors_, name, slot, arguments, nx, 1);
}

void VectorKernels::run_groups(const char* name, std::size_t slot,
                               const opencl::Arguments& arguments, Groups7 groups) {
  run_groups(vectors_, name, slot, arguments, groups);
}

}  // namespace slipflow::linear_solvers
