#include "opencl/device_cycle.hpp"

#include <algorithm>

#include "matrix7.hpp"

namespace slipflow::linear_solvers {

namespace {
using opencl::Arguments;
using opencl::Array;

// Levels with up to this many cells run in one launch.
constexpr long kSmallLevel = 4096;

long cells_of_level(const S7Level& level) {
  return static_cast<long>(level.n[0]) * level.n[1] * level.n[2];
}
}  // namespace

DeviceCycle::DeviceCycle(Kernels7& kernels, const Levels7& plan, const Choice7& choice,
                         const DeviceMatrix7& matrix, const cl::Buffer& progress,
                         const Array& numbers)
    : kernels_(kernels),
      plan_(plan),
      degree_(choice.degree),
      is_single_(choice.single_multigrid && plan.levels.size() > 1),
      reals_(is_single_ ? sizeof(float) : sizeof(double)),
      matrix_(matrix),
      progress_(progress),
      numbers_(numbers),
      first_small_(1),
      swapped_(plan.levels.size(), false) {
  while (first_small_ < plan.levels.size() &&
         cells_of_level(plan.levels[first_small_]) > kSmallLevel)
    ++first_small_;
  kernels_.guarded("preparing", [&] {
    opencl::Workspace& workspace = kernels_.workspace();
    const std::vector<double> zeros(std::max<std::size_t>(plan.places, 1));
    for (Array& a : a_) a = workspace.array(kReals7, zeros);
    for (Array& side : coarse_sides_) side = workspace.array(kReals7, zeros);
    ratios_ =
        workspace.array(kReals7, plan.ratios.empty() ? std::vector<double>{1.0} : plan.ratios);
    levels_ = workspace.buffer(plan.levels);
    make_vectors();
  });
}

void DeviceCycle::make_vectors() {
  opencl::Workspace& workspace = kernels_.workspace();
  const std::vector<double> zeros(std::max<std::size_t>(plan_.places, 1)),
      finest_zeros(places_of(plan_.levels[0]));
  for (Array* array : {&coarse_.r, &coarse_.d, &coarse_.d_next, &coarse_.x})
    *array = workspace.array(reals_, zeros);
  for (Array* array : {&finest_.r, &finest_.d, &finest_.d_next})
    *array = workspace.array(reals_, finest_zeros);
  if (!is_single_) return;
  for (Array* array : {&finest_.x, &residual_}) *array = workspace.array(reals_, finest_zeros);
  for (Array& a : rounded_) a = workspace.array(reals_, zeros);
  if (matrix_.kind == Coefficients7::free)
    diagonals_ = workspace.array(reals_, diagonals_of_codes(matrix_.constants));
  else
    for (Array& a : finest_rounded_) a = workspace.array(reals_, finest_zeros);
}

Arguments DeviceCycle::matrix(std::size_t level) const {
  if (level == 0) return matrix_.arguments;
  return kernels_.of_symmetric(plan_.levels[level], a_);
}

Arguments DeviceCycle::matrix_of_cycle(std::size_t level) const {
  if (!is_single_) return matrix(level);
  if (level > 0) return kernels_.of_symmetric(plan_.levels[level], rounded_);
  if (matrix_.kind == Coefficients7::free)
    return kernels_.of_free(plan_.levels[0], reals_, matrix_.constants, matrix_.codes, diagonals_);
  return kernels_.of_symmetric(plan_.levels[0], finest_rounded_);
}

void DeviceCycle::run_in_cycle(Rows7 rows, const char* name, std::size_t slot,
                               const Arguments& arguments, int nx, int ny) {
  is_single_ ? kernels_.run_in_single(rows, name, slot, arguments, nx, ny)
             : kernels_.run(rows, name, slot, arguments, nx, ny);
}

void DeviceCycle::run_on_vectors(const char* name, std::size_t slot, int count,
                                 const Arguments& more) {
  kernels_.run(
      name, slot,
      Arguments{{"progress", progress_}, {"numbers", numbers_}, {"count", count}}.with(more),
      (count + kEntriesOfItem7 - 1) / kEntriesOfItem7);
}

Arguments DeviceCycle::coarse_coefficients() const {
  return {{"ratios", ratios_},
          {"to_a0", a_[0]},
          {"to_a1", a_[1]},
          {"to_a3", a_[2]},
          {"to_a5", a_[3]},
          {"to_side1", coarse_sides_[0]},
          {"to_side2", coarse_sides_[1]},
          {"to_side3", coarse_sides_[2]}};
}

void DeviceCycle::set_coefficients() {
  const std::size_t last = plan_.levels.size() - 1;
  for (std::size_t level = 0; level < last && !is_small(level); ++level) {
    const S7Level& next = plan_.levels[level + 1];
    const bool given = level > 0 || matrix_.has_sides;
    const auto side = [&](int axis) {
      if (level > 0) return coarse_sides_[axis];
      return given && matrix_.sides[axis].count > 0 ? matrix_.sides[axis] : ratios_;
    };
    kernels_.run(rows(level), "coarsen", level,
                 Arguments{{"progress", progress_}}
                     .with(matrix(level))
                     .with({{"levels", levels_},
                            {"level", static_cast<int>(level)},
                            {"with_sides", given ? 1 : 0},
                            {"side1", side(0)},
                            {"side2", side(1)},
                            {"side3", side(2)}})
                     .with(coarse_coefficients()),
                 next.n[0], next.n[1] * next.n[2]);
  }
  if (first_small_ < last)
    kernels_.run(Rows7::small, "coarsen_small_levels", 0,
                 Arguments{{"progress", progress_},
                           {"levels", levels_},
                           {"first", static_cast<int>(first_small_)},
                           {"last", static_cast<int>(last)}}
                     .with(coarse_coefficients()),
                 1);
  if (is_single_) round_coefficients();
}

// Coefficients are summed in double precision, so that a singular matrix stays singular.
void DeviceCycle::round_coefficients() {
  const auto places = static_cast<int>(plan_.places);
  for (std::size_t k = 0; k < 4 && places > 0; ++k)
    run_on_vectors("round_vector", k, places, {{"from", a_[k]}, {"to", rounded_[k]}});
  if (matrix_.kind == Coefficients7::free) return;
  const int count = static_cast<int>(places_of(plan_.levels[0]));
  kernels_.run(
      Rows7::system, "round_coefficients", 0,
      Arguments{{"progress", progress_}}.with(matrix(0)).with({{"count", count},
                                                               {"to_a0", finest_rounded_[0]},
                                                               {"to_a1", finest_rounded_[1]},
                                                               {"to_a3", finest_rounded_[2]},
                                                               {"to_a5", finest_rounded_[3]}}),
      count);
}

Arguments arguments_of(S7Smoothing how, opencl::Numbers reals) {
  const S7Chebyshev factors = s7_chebyshev(how.number);
  return {{"number", how.number},
          {"degree", how.degree},
          {"is_before", how.is_before},
          {"factor_before", reals.number(factors.before)},
          {"factor_residual", reals.number(factors.residual)}};
}

void DeviceCycle::smooth(std::size_t level, S7Smoothing how, const Array& from, const Array& x) {
  Vectors& v = vectors(level);
  const bool swapped = swapped_[level];
  const int count = static_cast<int>(places_of(plan_.levels[level]));
  // A slot for each step of a level, before and after.
  const std::size_t slot =
      2 * (level * 16 + static_cast<std::size_t>(how.number)) + (how.is_before ? 0 : 1);
  run_in_cycle(rows(level), "smooth", slot,
               Arguments{{"progress", progress_}}
                   .with(matrix_of_cycle(level))
                   .with({{"count", count}})
                   .with(arguments_of(how, reals_))
                   .with({{"from", from},
                          {"d", swapped ? v.d_next : v.d},
                          {"r", v.r},
                          {"d_next", swapped ? v.d : v.d_next},
                          {"x", x}}),
               count);
  swapped_[level] = !swapped;
}

void DeviceCycle::run(const Array& r, const Array& z) {
  if (plan_.levels.size() == 1) {  // of one cell
    const int count = static_cast<int>(places_of(plan_.levels[0]));
    return kernels_.run(Rows7::system, "divide_by_diagonal", 1,
                        Arguments{{"progress", progress_}}.with(matrix(0)).with(
                            {{"count", count}, {"r", r}, {"z", z}}),
                        count);
  }
  if (!is_single_) {
    descend(0, r, z);
    return ascend(0, z);
  }
  const int count = static_cast<int>(places_of(plan_.levels[0]));
  run_on_vectors("round_residual", 0, count, {{"r", r}, {"to", residual_}});
  descend(0, residual_, finest_.x);
  ascend(0, finest_.x);
  run_on_vectors("take_correction", 0, count, {{"from", finest_.x}, {"z", z}});
}

void DeviceCycle::descend(std::size_t level, const Array& r, const Array& x) {
  if (is_small(level)) return run_small_levels();
  Vectors& v = vectors(level);
  for (int step = 0; step < degree_; ++step)
    smooth(level, {step, degree_, 1}, step > 1 ? v.r : r, x);
  if (level + 1 == plan_.levels.size()) return;
  const S7Level& next = plan_.levels[level + 1];
  run_in_cycle(rows(level), "restrict_residual", level,
               Arguments{{"progress", progress_}}
                   .with(matrix_of_cycle(level))
                   .with({{"levels", levels_},
                          {"level", static_cast<int>(level)},
                          {"from", degree_ > 1 ? v.r : r},
                          {"d", swapped_[level] ? v.d_next : v.d},
                          {"r", v.r},
                          {"coarse", coarse_.r}}),
               plan_.levels[level].n[0], next.n[1] * next.n[2]);
  descend(level + 1, coarse_.r, coarse_.x);
}

void DeviceCycle::ascend(std::size_t level, const Array& x) {
  if (is_small(level) || level + 1 == plan_.levels.size()) return;
  ascend(level + 1, coarse_.x);
  Vectors& v = vectors(level);
  const S7Level& own = plan_.levels[level];
  run_in_cycle(rows(level), "prolong", level,
               Arguments{{"progress", progress_}}
                   .with(matrix_of_cycle(level))
                   .with({{"levels", levels_},
                          {"level", static_cast<int>(level)},
                          {"coarse", coarse_.x},
                          {"r", v.r},
                          {"d_next", swapped_[level] ? v.d : v.d_next},
                          {"x", x}}),
               own.n[0], own.n[1] * own.n[2]);
  swapped_[level] = !swapped_[level];
  for (int step = 1; step < degree_; ++step) smooth(level, {step, degree_, 0}, v.r, x);
}

void DeviceCycle::run_small_levels() {
  run_in_cycle(Rows7::small, "cycle_small_levels", 0,
               Arguments{{"progress", progress_}}
                   .with(matrix_of_cycle(plan_.levels.size() - 1))
                   .with({{"levels", levels_},
                          {"first", static_cast<int>(first_small_)},
                          {"last", static_cast<int>(plan_.levels.size()) - 1},
                          {"degree", degree_},
                          {"r", coarse_.r},
                          {"d", coarse_.d},
                          {"d_next", coarse_.d_next},
                          {"x", coarse_.x}}),
               1);
}

}  // namespace slipflow::linear_solvers
