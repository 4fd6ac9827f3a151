#include "opencl/kernels7.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sums.h"

namespace slipflow::linear_solvers {

namespace {
constexpr int kGroup7 = 64;
// Of the group that does all small levels: many work-items, where they run at once.
constexpr int kGroupOfSmallLevels = 512;

int group_of_small_levels(const opencl::Device& device) {
  return device.cpu ? 1 : std::min(kGroupOfSmallLevels, device.largest_work_group);
}

std::string rows_options(Coefficients7 kind, bool flat) {
  return fmt::format(" -DS7_KIND={}{}", static_cast<int>(kind), flat ? " -DS7_FLAT" : "");
}
}  // namespace

Kernels7::Kernels7(opencl::Workspace& workspace, Coefficients7 kind, bool flat, bool parity)
    : workspace_(workspace),
      parity_(parity),
      coarse_differs_(kind != Coefficients7::symmetric),
      vectors_(build("linear_solvers/krylov.cl", "", kGroup7)),
      system_(build("linear_solvers/stencil7.cl", rows_options(kind, flat), kGroup7)),
      flat_(flat) {}

Kernels7::Program& Kernels7::program(Rows7 rows) {
  const auto made = [&](std::optional<Program>& program, const char* file, int group) -> Program& {
    if (!program) program = build(file, rows_options(Coefficients7::symmetric, flat_), group);
    return *program;
  };
  if (rows == Rows7::small)
    return made(small_, "linear_solvers/small_levels7.cl",
                group_of_small_levels(workspace_.device()));
  if (rows == Rows7::system || !coarse_differs_) return system_;
  return made(coarse_, "linear_solvers/stencil7.cl", kGroup7);
}

Kernels7::Program Kernels7::build(const char* file, const std::string& options, int group) const {
  const std::string all = "-cl-std=CL1.2" +
                          opencl::precision_options(setup::Precision::in_double, false) +
                          (parity_ ? " -DSF_PARITY" : "") + options;
  return {opencl::build_for_groups(workspace_.queue(), file, all, group), {}};
}

opencl::Kernel& Kernels7::kernel(Program& program, const char* name, std::size_t slot,
                                 const opencl::Arguments& arguments, bool of_blocks) {
  auto& kernels = program.kernels[name];
  while (kernels.size() <= slot) {
    kernels.emplace_back(program.built, name);
    if (of_blocks) kernels.back().set_group(SF_SUM_LANES);
  }
  kernels[slot].set_changed(arguments);
  return kernels[slot];
}

void Kernels7::run(Rows7 rows, const char* name, std::size_t slot,
                   const opencl::Arguments& arguments, int nx, int ny) {
  guarded("running",
          [&] { workspace_.launch(kernel(program(rows), name, slot, arguments, false), nx, ny); });
}

void Kernels7::run_groups(Rows7 rows, const char* name, std::size_t slot,
                          const opencl::Arguments& arguments, int groups) {
  guarded("running", [&] {
    workspace_.launch_groups(kernel(program(rows), name, slot, arguments, true), groups);
  });
}

void Kernels7::run(const char* name, std::size_t slot, const opencl::Arguments& arguments, int nx) {
  guarded("running",
          [&] { workspace_.launch(kernel(vectors_, name, slot, arguments, false), nx); });
}

void Kernels7::run_groups(const char* name, std::size_t slot, const opencl::Arguments& arguments,
                          int groups) {
  guarded("running",
          [&] { workspace_.launch_groups(kernel(vectors_, name, slot, arguments, true), groups); });
}

}  // namespace slipflow::linear_solvers
