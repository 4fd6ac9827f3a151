#include "opencl/kernels7.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sums.h"

namespace slipflow::linear_solvers {

namespace {
constexpr int kGroup7 = 64;
// For multigrid on GPUs: beginning a group takes an H200 so long that twice as many cost time.
constexpr int kGroupOfLevels = 128;
// For the group that does all small levels: many work-items, where they run at once.
constexpr int kGroupOfSmallLevels = 512;

int group_of_small_levels(const opencl::Device& device) {
  return device.cpu ? 1 : std::min(kGroupOfSmallLevels, device.largest_work_group);
}

std::string kind_option(Coefficients7 kind) {
  return fmt::format(" -DS7_KIND={}", static_cast<int>(kind));
}
}  // namespace

int Kernels7::blocks_of_rows() const {
  return workspace().device().cpu || kind_ == Coefficients7::free ? blocks_of_vectors() : 1;
}

std::string options_of(const Box7& box) {
  const int periodic = box.periodic_bits();
  return (box.flat() ? std::string(" -DS7_FLAT") : "") +
         (periodic ? fmt::format(" -DS7_PERIODIC={}", periodic) : "");
}

Kernels7::Kernels7(opencl::Workspace& workspace, Coefficients7 kind, const Box7& box, bool parity)
    : VectorKernels(workspace, parity),
      kind_(kind),
      box_options_(options_of(box)),
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
  const opencl::Device& device = workspace().device();
  const int group = is_small                              ? group_of_small_levels(device)
                    : rows == Rows7::system || device.cpu ? kGroup7
                                                          : kGroupOfLevels;
  Program built = build(file, options, group, in_single);
  return of_rows_.emplace(std::pair(rows, in_single), std::move(built)).first->second;
}

void Kernels7::run(Rows7 rows, const char* name, std::size_t slot,
                   const opencl::Arguments& arguments, int nx, int ny) {
  VectorKernels::run(program(rows, false), name, slot, arguments, nx, ny);
}

void Kernels7::run_in_single(Rows7 rows, const char* name, std::size_t slot,
                             const opencl::Arguments& arguments, int nx, int ny) {
  VectorKernels::run(program(rows, true), name, slot, arguments, nx, ny);
}

void Kernels7::run_groups(Rows7 rows, const char* name, std::size_t slot,
                          const opencl::Arguments& arguments, Groups7 groups) {
  VectorKernels::run_groups(program(rows, false), name, slot, arguments, groups);
}

}  // namespace slipflow::linear_solvers
