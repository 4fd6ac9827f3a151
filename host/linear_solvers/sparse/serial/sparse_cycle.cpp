#include "serial/sparse_cycle.hpp"

#include <algorithm>

#include "linear_solvers/face_levels.h"
#include "linear_solvers/face_rows.h"

namespace slipflow::linear_solvers {

namespace {
SfFaceRow row_at(const SparseRows& rows, std::size_t i) {
  return {rows.starts[i], 1, rows.starts[i + 1] - rows.starts[i]};
}
}  // namespace

SparseCycle::SparseCycle(const std::vector<SparseLevel>& levels, const Choice7& choice)
    : plan_(levels),
      degree_(choice.degree),
      twice_below_(choice.twice_below),
      levels_(levels.size()) {
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    Level& own = levels_[l];
    const auto cells = static_cast<std::size_t>(plan_[l].cells);
    own.entries.resize(plan_[l].rows.columns.size());
    for (auto* values : {&own.diagonal, &own.r, &own.d, &own.product}) values->resize(cells);
    if (l == 0) continue;
    own.f.resize(cells);
    own.x.resize(cells);
  }
}

void SparseCycle::set_coefficients(const FaceMatrix& matrix) {
  levels_[0].matrix = matrix;
  set_rows(0);
  for (std::size_t l = 0; l + 1 < levels_.size(); ++l) {
    sum_coefficients(plan_[l].sums, levels_[l].matrix, levels_[l + 1].matrix);
    set_rows(l + 1);
  }
  if (plan_.size() > 1) invert_coarsest();
}

// Rows that depend on others are left out: their part of the solution is 0.
void SparseCycle::invert_coarsest() {
  const Level& own = levels_.back();
  const SparseRows& rows = plan_.back().rows;
  const std::size_t n = own.diagonal.size();
  if (n > kCoarsest) return;
  inverse_.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    inverse_[i * n + i] = own.diagonal[i];
    const SfFaceRow row = row_at(rows, i);
    for (int k = row.begin; k < row.begin + row.count; ++k)
      inverse_[i * n + static_cast<std::size_t>(rows.columns[static_cast<std::size_t>(k)])] -=
          own.entries[static_cast<std::size_t>(k)];
  }
  std::vector<double> next(n * n);
  for (std::size_t k = 0; k < n; ++k) {
    const double pivot = inverse_[k * n + k];
    const bool is_pivot = sf_is_pivot(pivot, own.diagonal[k]);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        next[i * n + j] = !is_pivot ? (i == k || j == k ? 0.0 : inverse_[i * n + j])
                                    : sf_swept(inverse_[i * n + j], inverse_[i * n + k],
                                               inverse_[k * n + j], pivot, i == k, j == k);
    inverse_.swap(next);
  }
}

void SparseCycle::solve_coarsest(const double* f, double* x) const {
  const Level& own = levels_.back();
  const std::size_t n = own.diagonal.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (inverse_.empty()) {
      x[i] = own.diagonal[i] > 0 ? SF_DIVIDE(f[i], own.diagonal[i]) : 0.0;
      continue;
    }
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += inverse_[i * n + j] * f[j];
    x[i] = -sum;
  }
}

void SparseCycle::set_rows(std::size_t level) {
  Level& own = levels_[level];
  const SparseRows& rows = plan_[level].rows;
  for (std::size_t k = 0; k < own.entries.size(); ++k)
    own.entries[k] = own.matrix.a[static_cast<std::size_t>(rows.faces[k])];
  for (std::size_t i = 0; i < own.diagonal.size(); ++i)
    own.diagonal[i] =
        sf_face_diagonal(rows.columns.data(), own.entries.data(), row_at(rows, i), own.matrix.b[i]);
}

void SparseCycle::multiply(std::size_t level, const double* x, double* y) const {
  const Level& own = levels_[level];
  const SparseRows& rows = plan_[level].rows;
  for (std::size_t i = 0; i < own.diagonal.size(); ++i)
    y[i] = sf_face_times(rows.columns.data(), own.entries.data(), row_at(rows, i), own.diagonal[i],
                         x, static_cast<int>(i));
}

void SparseCycle::run(const double* r, double* z) { cycle(0, r, z); }

void SparseCycle::cycle(std::size_t level, const double* f, double* x) {
  if (level + 1 == levels_.size()) return solve_coarsest(f, x);
  Level &own = levels_[level], &next = levels_[level + 1];
  std::copy_n(f, own.r.size(), own.r.begin());
  smooth(level, x, true);
  const int visits = level > 0 && plan_[level].cells < twice_below_ ? 2 : 1;
  for (int visit = 0; visit < visits; ++visit) {
    restrict_residual(level);
    cycle(level + 1, next.f.data(), next.x.data());
    for (std::size_t i = 0; i < own.r.size(); ++i)
      x[i] += next.x[static_cast<std::size_t>(plan_[level].coarse_of[i])];
    multiply(level, x, own.product.data());
    for (std::size_t i = 0; i < own.r.size(); ++i) own.r[i] = f[i] - own.product[i];
    smooth(level, x, false);
  }
}

// r is the residual before the last direction.
void SparseCycle::restrict_residual(std::size_t level) {
  Level &own = levels_[level], &next = levels_[level + 1];
  const CoarseSums& sums = plan_[level].sums;
  multiply(level, own.d.data(), own.product.data());
  for (std::size_t i = 0; i < own.r.size(); ++i) own.r[i] -= own.product[i];
  for (std::size_t i = 0; i < next.f.size(); ++i)
    next.f[i] = sf_sum_of_members(sums.members.data(), own.r.data(), sums.member_starts[i],
                                  sums.member_starts[i + 1]);
}

void SparseCycle::smooth(std::size_t level, double* x, bool from_zero) {
  Level& own = levels_[level];
  for (int step = 0; step < degree_; ++step) {
    if (step > 0) multiply(level, own.d.data(), own.product.data());
    for (std::size_t i = 0; i < own.r.size(); ++i) {
      if (step > 0) own.r[i] -= own.product[i];
      own.d[i] = sf_face_direction(s7_chebyshev(step), own.r[i], own.diagonal[i],
                                   step > 0 ? own.d[i] : 0.0);
      x[i] = from_zero && step == 0 ? own.d[i] : x[i] + own.d[i];
    }
  }
}

double SparseCycle::bytes() const {
  double values = 0;
  for (const Level& own : levels_)
    for (const auto* part : {&own.matrix.a, &own.matrix.b, &own.entries, &own.diagonal, &own.f,
                             &own.x, &own.r, &own.d, &own.product})
      values += static_cast<double>(part->size());
  return values * sizeof(double);
}

}  // namespace slipflow::linear_solvers
