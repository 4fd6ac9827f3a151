#include "opencl/kernels7.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sums.h"

namespace slipflow::linear_solvers {

namespace {
constexpr int kGroup7 = 64;
// Of the group that does all small levels: many work-items, where they run at once.
constexpr int kGroupOfSmallLevels = 512;

int group_of_small_levels(const opencl::Device& device) {
  return device.cpu ? 1 : std::min(kGroupOfSmallLevels, device.largest_work_group);
}

std::string sums_options(int blocks, int items) {
  return fmt::format(" -DSF_SUM_BLOCKS={} -DSF_SUM_ITEMS={}", blocks, items);
}

std::string kind_option(Coefficients7 kind) {
  return fmt::format(" -DS7_KIND={}", static_cast<int>(kind));
}
}  // namespace

// On a processor one item has all values, which the compiler makes vectors of.
int Kernels7::items_of_sums() const { return workspace_.device().cpu ? 1 : SF_SUM_BLOCK; }
int Kernels7::blocks_of_vectors() const { return workspace_.device().cpu ? 16 : 4; }
int Kernels7::blocks_of_rows() const {
  return workspace_.device().cpu || kind_ == Coefficients7::free ? blocks_of_vectors() : 1;
}

std::string options_of(const Box7& box) {
  const int periodic = box.periodic_bits();
  return (box.flat() ? std::string(" -DS7_FLAT") : "") +
         (periodic ? fmt::format(" -DS7_PERIODIC={}", periodic) : "");
}

Kernels7::Kernels7(opencl::Workspace& workspace, Coefficients7 kind, const Box7& box, bool parity)
    : workspace_(workspace),
      parity_(parity),
      kind_(kind),
      vectors_(build("linear_solvers/krylov.cl", sums_options(blocks_of_vectors(), items_of_sums()),
                     kGroup7)),
      system_(build(
          "linear_solvers/stencil7.cl",
          kind_option(kind) + options_of(box) + sums_options(blocks_of_rows(), items_of_sums()),
          kGroup7)),
      box_options_(options_of(box)),
      is_periodic_(box.periodic_bits() != 0) {}

opencl::Arguments Kernels7::of_level(const S7Level& level) const {
  const opencl::Arguments box = {
      {"begin", level.begin}, {"row", level.row}, {"plane", level.plane}};
  return is_periodic_ ? box.with({{"cells_of_last", level.plane > 0 ? level.n[2] : level.n[1]}})
                      : box;
}

Kernels7::Program& Kernels7::program(Rows7 rows) {
  const auto made = [&](std::optional<Program>& program, const char* file, int group) -> Program& {
    if (!program)
      program = build(file, kind_option(Coefficients7::symmetric) + box_options_, group);
    return *program;
  };
  if (rows == Rows7::small)
    return made(small_, "linear_solvers/small_levels7.cl",
                group_of_small_levels(workspace_.device()));
  if (rows == Rows7::system || kind_ == Coefficients7::symmetric) return system_;
  return made(coarse_, "linear_solvers/stencil7.cl", kGroup7);
}

Kernels7::Program Kernels7::build(const char* file, const std::string& options, int group) const {
  const std::string all = "-cl-std=CL1.2" +
                          opencl::precision_options(setup::Precision::in_double, false) +
                          (parity_ ? " -DSF_PARITY" : "") + options;
  return {opencl::build_for_groups(workspace_.queue(), file, all, group), {}};
}

opencl::Kernel& Kernels7::kernel(Program& program, const char* name, std::size_t slot,
                                 const opencl::Arguments& arguments, int group) {
  auto& kernels = program.kernels[name];
  while (kernels.size() <= slot) {
    kernels.emplace_back(program.built, name);
    if (group > 0) kernels.back().set_group(group);
  }
  kernels[slot].set_changed(arguments);
  return kernels[slot];
}

void Kernels7::launch(const Launch& launch) {
  if (recording_) recording_->push_back(launch);
  if (launch.groups > 0)
    workspace_.launch_groups(*launch.kernel, launch.groups);
  else
    workspace_.launch(*launch.kernel, launch.nx, launch.ny);
}

void Kernels7::repeat(const std::string& key, const std::function<void()>& action) {
  if (const auto known = recorded_.find(key); known != recorded_.end()) {
    guarded("running", [&] {
      for (const Launch& again : known->second) launch(again);
    });
    return;
  }
  recording_.emplace();
  action();
  recorded_.emplace(key, *std::exchange(recording_, std::nullopt));
}

void Kernels7::run(Rows7 rows, const char* name, std::size_t slot,
                   const opencl::Arguments& arguments, int nx, int ny) {
  guarded("running", [&] {
    launch({&kernel(program(rows), name, slot, arguments, 0), nx, ny, 0});
  });
}

void Kernels7::run_groups(Rows7 rows, const char* name, std::size_t slot,
                          const opencl::Arguments& arguments, Groups7 groups) {
  guarded("running", [&] {
    launch({&kernel(program(rows), name, slot, arguments, groups.items), 0, 0, groups.count});
  });
}

void Kernels7::run(const char* name, std::size_t slot, const opencl::Arguments& arguments, int nx) {
  guarded("running", [&] { launch({&kernel(vectors_, name, slot, arguments, 0), nx, 1, 0}); });
}

void Kernels7::run_groups(const char* name, std::size_t slot, const opencl::Arguments& arguments,
                          Groups7 groups) {
  guarded("running", [&] {
    launch({&kernel(vectors_, name, slot, arguments, groups.items), 0, 0, groups.count});
  });
}

}  // namespace slipflow::linear_solvers
