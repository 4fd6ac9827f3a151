#include "opencl/kernels7.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sums.h"

namespace slipflow::linear_solvers {

namespace {
constexpr int kGroup7 = 64;
// Of multigrid on GPUs: beginning a group takes an H200 so long that twice as many cost time.
constexpr int kGroupOfLevels = 128;
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
      box_options_(options_of(box)),
      vectors_(build("linear_solvers/krylov.cl", sums_options(blocks_of_vectors(), items_of_sums()),
                     kGroup7)),
      is_periodic_(box.periodic_bits() != 0) {
  program(Rows7::system, false);
}

opencl::Arguments Kernels7::of_level(const S7Level& level) const {
  const opencl::Arguments box = {
      {"begin", level.begin}, {"row", level.row}, {"plane", level.plane}};
  return is_periodic_ ? box.with({{"cells_of_last", level.plane > 0 ? level.n[2] : level.n[1]}})
                      : box;
}

opencl::Arguments Kernels7::of_symmetric(const S7Level& level, const opencl::Array (&a)[4]) const {
  const opencl::Arguments flat = of_level(level).with({{"a0", a[0]}, {"a1", a[1]}, {"a3", a[2]}});
  return level.plane > 0 ? flat.with({{"a5", a[3]}}) : flat;
}

opencl::Arguments Kernels7::of_free(const S7Level& level, opencl::Numbers reals,
                                    const std::array<double, 3>& constants, const cl::Buffer& codes,
                                    const opencl::Array& diagonals) const {
  return of_level(level).with({{"c1", reals.number(constants[0])},
                               {"c3", reals.number(constants[1])},
                               {"c5", reals.number(constants[2])},
                               {"codes", codes},
                               {"diagonals", diagonals}});
}

Kernels7::Program& Kernels7::program(Rows7 rows, bool in_single) {
  const Coefficients7 finest =
      in_single && kind_ == Coefficients7::general ? Coefficients7::symmetric : kind_;
  if (rows == Rows7::coarse && finest == Coefficients7::symmetric) rows = Rows7::finest;
  const auto known = of_rows_.find({rows, in_single});
  if (known != of_rows_.end()) return known->second;
  const bool is_small = rows == Rows7::small;
  const char* const file = rows == Rows7::system ? "linear_solvers/stencil7.cl"
                           : is_small            ? "linear_solvers/small_levels7.cl"
                                                 : "linear_solvers/levels7.cl";
  const Coefficients7 kind = rows == Rows7::system   ? kind_
                             : rows == Rows7::finest ? finest
                                                     : Coefficients7::symmetric;
  std::string options = kind_option(kind) + box_options_;
  if (rows == Rows7::system) options += sums_options(blocks_of_rows(), items_of_sums());
  const opencl::Device& device = workspace_.device();
  const int group = is_small                              ? group_of_small_levels(device)
                    : rows == Rows7::system || device.cpu ? kGroup7
                                                          : kGroupOfLevels;
  Program built = build(file, options, group, in_single);
  return of_rows_.emplace(std::pair(rows, in_single), std::move(built)).first->second;
}

Kernels7::Program Kernels7::build(const char* file, const std::string& options, int group,
                                  bool in_single) const {
  const auto precision = in_single ? setup::Precision::in_single : setup::Precision::in_double;
  const std::string all = "-cl-std=CL1.2" +
                          opencl::precision_options(precision, workspace_.device().exact_single) +
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
    launch({&kernel(program(rows, false), name, slot, arguments, 0), nx, ny, 0});
  });
}

void Kernels7::run_in_single(Rows7 rows, const char* name, std::size_t slot,
                             const opencl::Arguments& arguments, int nx, int ny) {
  guarded("running", [&] {
    launch({&kernel(program(rows, true), name, slot, arguments, 0), nx, ny, 0});
  });
}

void Kernels7::run_groups(Rows7 rows, const char* name, std::size_t slot,
                          const opencl::Arguments& arguments, Groups7 groups) {
  guarded("running", [&] {
    launch(
        {&kernel(program(rows, false), name, slot, arguments, groups.items), 0, 0, groups.count});
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
