#include "sweep_system.hpp"

#include <algorithm>
#include <cmath>

#include "language.h"
#include "linear_solvers/krylov.h"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::bench::studies {

namespace rows_of_sweep {
// In a namespace: other kinds of coefficients have functions of the same names.
#include "linear_solvers/stencil7.h"
}  // namespace rows_of_sweep

namespace {
using linear_solvers::Box7;
using rows_of_sweep::S7Matrix;

constexpr double kOmegaOfSweep = 5;
constexpr int kArraysOfSystem = 6, kArraysOfSystemOnHost = 8;

template <class Action>
void for_rows(const Box7& box, Action action) {
  for (int k = 0; k < box.n3; ++k)
    for (int j = 0; j < box.n2; ++j) action(box.at(0, j, k));
}

// 0 in the ghosts.
std::vector<double> numbers_of(const Box7& box, double first, double step, int period) {
  std::vector<double> numbers(box.size());
  for_rows(box, [&](int row) {
    for (int p = row; p < row + box.n1; ++p) numbers[p] = first + step * (p % period);
  });
  return numbers;
}
}  // namespace

SweepBytes bytes_of_sweep(const Box7& box) {
  const double array = sizeof(double) * static_cast<double>(box.size());
  return {kArraysOfSystem * array, array, kArraysOfSystemOnHost * array};
}

SweepSystem::SweepSystem(opencl::Workspace& workspace, const Box7& box)
    : workspace_(workspace),
      box_(box),
      a_{numbers_of(box, 6, 1e-2, 97), numbers_of(box, 1, 1e-3, 89), numbers_of(box, 1, 2e-3, 83),
         numbers_of(box, 1, 3e-3, 79)},
      right_(numbers_of(box, 0.5, 1e-2, 73)),
      expected_(box.size()) {
  const opencl::Numbers doubles(sizeof(double));
  for (int n = 0; n < 4; ++n) device_a_[n] = workspace.array(doubles, a_[n]);
  device_right_ = workspace.array(doubles, right_);
  solution_ = workspace.array(doubles, expected_);
  std::vector<double> numbers(S7_NUMBERS);
  numbers[S7_W] = kOmegaOfSweep;
  numbers_ = workspace.array(doubles, numbers);
  progress_ = workspace.buffer(std::vector<S7Progress>(1));
}

double SweepSystem::serial_seconds(int repeats) {
  const S7Matrix m = {box_.row(),   box_.plane(), a_[0].data(),
                      a_[1].data(), a_[2].data(), a_[3].data()};
  std::vector<double> seconds;
  double* y = expected_.data();
  for (int r = 0; r < repeats; ++r)
    seconds.push_back(seconds_of([&] {
      for_rows(box_, [&](int row) {
        for (int p = row; p < row + box_.n1; ++p)
          y[p] =
              s7_lower_row(&m, kOmegaOfSweep, right_[p], y[p - 1], y[p - m.row], y[p - m.plane], p);
      });
    }));
  return median(seconds);
}

void SweepSystem::forget() {
  std::vector<double> nothing(box_.size());
  for_rows(box_, [&](int row) { std::fill_n(nothing.begin() + row, box_.n1, kUnknown); });
  workspace_.write(solution_, nothing);
}

double SweepSystem::difference() const {
  const auto y = workspace_.read(solution_);
  double difference = 0, scale = 0;
  for (std::size_t p = 0; p < y.size(); ++p) {
    if (std::isnan(y[p])) return kUnknown;
    difference = std::max(difference, std::abs(y[p] - expected_[p]));
    scale = std::max(scale, std::abs(expected_[p]));
  }
  return difference / scale;
}

opencl::Arguments SweepSystem::matrix() const {
  return {{"begin", 0},         {"row", box_.row()},  {"plane", box_.plane()}, {"a0", device_a_[0]},
          {"a1", device_a_[1]}, {"a3", device_a_[2]}, {"a5", device_a_[3]}};
}

void SweepSystem::lower(linear_solvers::Sweeps& sweeps) const {
  sweeps.sweep(false, matrix(), numbers_, progress_, device_right_, solution_);
}

opencl::Arguments SweepSystem::arguments() const {
  return matrix().with({{"progress", progress_},
                        {"numbers", numbers_},
                        {"right", device_right_},
                        {"solution", solution_},
                        {"first", box_.at(0, 0, 0)},
                        {"n1", box_.n1},
                        {"n2", box_.n2},
                        {"n3", box_.n3}});
}

}  // namespace slipflow::bench::studies
