#include "opencl/device_cycle.hpp"

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

DeviceCycle::DeviceCycle(Kernels7& kernels, const Levels7& plan, int degree,
                         const Arguments& matrix, const DeviceSides& sides,
                         const cl::Buffer& progress)
    : kernels_(kernels),
      plan_(plan),
      degree_(degree),
      matrix_(matrix),
      sides_(sides),
      progress_(progress),
      first_small_(1),
      swapped_(plan.levels.size(), false) {
  kernels_.guarded("preparing", [&] {
    opencl::Workspace& workspace = kernels_.workspace();
    while (first_small_ < plan.levels.size() &&
           cells_of_level(plan.levels[first_small_]) > kSmallLevel)
      ++first_small_;
    const std::vector<double> zeros(std::max<std::size_t>(plan.places, 1));
    for (Array& a : a_) a = workspace.array(kReals7, zeros);
    for (Array& side : coarse_sides_) side = workspace.array(kReals7, zeros);
    for (Array* array : {&coarse_.r, &coarse_.d, &coarse_.d_next, &coarse_.x})
      *array = workspace.array(kReals7, zeros);
    const std::vector<double> finest_zeros(places_of(plan.levels[0]));
    for (Array* array : {&finest_.r, &finest_.d, &finest_.d_next})
      *array = workspace.array(kReals7, finest_zeros);
    ratios_ =
        workspace.array(kReals7, plan.ratios.empty() ? std::vector<double>{1.0} : plan.ratios);
    levels_ = workspace.buffer(plan.levels);
  });
}

Arguments DeviceCycle::matrix(std::size_t level) const {
  if (level == 0) return matrix_;
  const S7Level& own = plan_.levels[level];
  const Arguments arguments =
      kernels_.of_level(own).with({{"a0", a_[0]}, {"a1", a_[1]}, {"a3", a_[2]}});
  return own.plane > 0 ? arguments.with({{"a5", a_[3]}}) : arguments;
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
    const bool given = level > 0 || sides_.given;
    const auto side = [&](int axis) {
      if (level > 0) return coarse_sides_[axis];
      return given && sides_.along[axis].count > 0 ? sides_.along[axis] : ratios_;
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
  if (first_small_ >= last) return;
  kernels_.run(Rows7::small, "coarsen_small_levels", 0,
               Arguments{{"progress", progress_},
                         {"levels", levels_},
                         {"first", static_cast<int>(first_small_)},
                         {"last", static_cast<int>(last)}}
                   .with(coarse_coefficients()),
               1);
}

Arguments arguments_of(S7Smoothing how) {
  const S7Chebyshev factors = s7_chebyshev(how.number);
  return {{"number", how.number},
          {"degree", how.degree},
          {"is_before", how.is_before},
          {"factor_before", kReals7.number(factors.before)},
          {"factor_residual", kReals7.number(factors.residual)}};
}

void DeviceCycle::smooth(std::size_t level, S7Smoothing how, const Array& from, const Array& x) {
  Vectors& v = vectors(level);
  const bool swapped = swapped_[level];
  const int count = static_cast<int>(places_of(plan_.levels[level]));
  // A slot for each step of a level, before and after.
  const std::size_t slot =
      2 * (level * 16 + static_cast<std::size_t>(how.number)) + (how.is_before ? 0 : 1);
  kernels_.run(rows(level), "smooth", slot,
               Arguments{{"progress", progress_}}
                   .with(matrix(level))
                   .with({{"count", count}})
                   .with(arguments_of(how))
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
                        Arguments{{"progress", progress_}}.with(matrix_).with(
                            {{"count", count}, {"r", r}, {"z", z}}),
                        count);
  }
  descend(0, r, z);
  ascend(0, z);
}

void DeviceCycle::descend(std::size_t level, const Array& r, const Array& x) {
  if (is_small(level)) return run_small_levels();
  Vectors& v = vectors(level);
  for (int step = 0; step < degree_; ++step)
    smooth(level, {step, degree_, 1}, step > 1 ? v.r : r, x);
  if (level + 1 == plan_.levels.size()) return;
  const S7Level& next = plan_.levels[level + 1];
  kernels_.run(rows(level), "restrict_residual", level,
               Arguments{{"progress", progress_}}
                   .with(matrix(level))
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
  kernels_.run(rows(level), "prolong", level,
               Arguments{{"progress", progress_}}
                   .with(matrix(level))
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
  kernels_.run(Rows7::small, "cycle_small_levels", 0,
               Arguments{{"progress", progress_}}
                   .with(matrix(plan_.levels.size() - 1))
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
