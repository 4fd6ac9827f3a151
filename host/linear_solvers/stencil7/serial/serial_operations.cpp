#include "serial/serial_operations.hpp"

#include <algorithm>
#include <limits>

#include "matrix7.hpp"
#include "serial/line_systems7.hpp"
#include "slipflow/linear_solvers/ordered_sum.hpp"

namespace slipflow::linear_solvers {

namespace {
LevelArrays<double> arrays_of(const Matrix7& matrix, const std::vector<double>& diagonals) {
  LevelArrays<double> arrays;
  for (std::size_t k = 0; k < 7; ++k)
    if (!matrix.a[k].empty()) arrays.a[k] = matrix.a[k].data();
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!matrix.sides[axis].empty()) arrays.sides[axis] = matrix.sides[axis].data();
  arrays.constants = matrix.constants;
  arrays.periodic = matrix.box.periodic_bits();
  arrays.codes = matrix.codes.data();
  arrays.diagonals = diagonals.data();
  return arrays;
}
}  // namespace

SerialOperations::SerialOperations(const Matrix7& matrix, const Choice7& choice)
    : matrix_(matrix),
      choice_(choice),
      size_(matrix.box.size()),
      diagonals_(diagonals_of_codes(matrix.constants)),
      plan_(make_levels7(matrix, mean_strengths(matrix))),
      rows_(make_serial_level(matrix.kind, plan_.levels[0], arrays_of(matrix, diagonals_))) {}

std::vector<double>& SerialOperations::values(Vector7 name) {
  auto& values = vectors_[static_cast<std::size_t>(name)];
  if (values.empty()) values.resize(size_);
  return values;
}

double SerialOperations::bytes() const {
  double bytes = coarse_ ? coarse_->bytes() : 0;
  if (cycle_) bytes += cycle_->bytes();
  if (cycle_in_single_) bytes += cycle_in_single_->bytes();
  for (const auto& values : vectors_) bytes += sizeof(double) * static_cast<double>(values.size());
  for (const auto& values : matrix_.a) bytes += sizeof(double) * static_cast<double>(values.size());
  return bytes + static_cast<double>(matrix_.codes.size());
}

template <class F>
void SerialOperations::for_entries(F f) {
  if (ended()) return;
  for (std::size_t p = 0; p < size_; ++p) f(p);
}

template <class Value>
void SerialOperations::add_up(Sum7 sum, Value value) {
  if (ended()) return;
  numbers_[sum.number] = ordered_sum(size_, value);
  s7_then(sum.then, numbers_.data(), &progress_);
  if (sum.then == S7_THEN_COUNT && record_.size() < most_recorded_)
    record_.push_back({progress_.last, numbers_[S7_W_USED], numbers_[S7_TAU]});
}

void SerialOperations::begin() { progress_ = {}; }

void SerialOperations::iterate(int max, const std::function<void()>& iteration) {
  for (int k = 0; k < max && !ended(); ++k) iteration();
  most_recorded_ = 0;
}

void SerialOperations::record(int most) {
  record_.clear();
  most_recorded_ = static_cast<std::size_t>(most);
}

void SerialOperations::copy(Vector7 from, Vector7 to) {
  const double* a = at(from);
  double* b = at(to);
  for_entries([&](std::size_t p) { b[p] = a[p]; });
}

void SerialOperations::sum_products(Vector7 a, Vector7 b, Sum7 sum) {
  const double *x = at(a), *y = at(b);
  add_up(sum, [&](std::size_t p) { return x[p] * y[p]; });
}

void SerialOperations::sum_values(Vector7 a, Sum7 sum) {
  const double* x = at(a);
  add_up(sum, [&](std::size_t p) { return x[p]; });
}

void SerialOperations::sum_weighted(Vector7 a, bool inverse, Sum7 sum) {
  const double* x = at(a);
  add_up(sum, [&](std::size_t p) {
    const double diagonal = rows_->diagonal(p);
    return diagonal > 0 ? s7_weighted(diagonal, x[p], inverse ? 1 : 0) : 0.0;
  });
}

void SerialOperations::take_mean_out(Vector7 a) {
  double* x = at(a);
  const double mean = SF_DIVIDE(numbers_[S7_SUM], numbers_[S7_CELLS]);
  for_entries([&](std::size_t p) {
    if (rows_->diagonal(p) > 0) x[p] -= mean;
  });
}

void SerialOperations::subtract(Vector7 a, Vector7 b, Vector7 r) {
  const double *x = at(a), *y = at(b);
  double* to = at(r);
  for_entries([&](std::size_t p) { to[p] = x[p] - y[p]; });
}

void SerialOperations::set_cg_direction() {
  const double *n = numbers_.data(), *z = at(Vector7::z);
  double* d = at(Vector7::p);
  for_entries([&](std::size_t p) { d[p] = s7_cg_direction(n, z[p], d[p]); });
}

void SerialOperations::advance_cg(Sum7 sum) {
  const double alpha = numbers_[S7_ALPHA], *d = at(Vector7::p), *q = at(Vector7::q);
  double *x = at(Vector7::x), *r = at(Vector7::r);
  for_entries([&](std::size_t p) {
    x[p] += alpha * d[p];
    r[p] -= alpha * q[p];
  });
  sum_products(Vector7::r, Vector7::r, sum);
}

void SerialOperations::set_shadow_direction() {
  const double *n = numbers_.data(), *r = at(Vector7::r), *v = at(Vector7::v);
  double* d = at(Vector7::p);
  for_entries([&](std::size_t p) { d[p] = s7_shadow_direction(n, r[p], d[p], v[p]); });
}

void SerialOperations::set_half_residual() {
  const double *n = numbers_.data(), *r = at(Vector7::r), *v = at(Vector7::v);
  double* s = at(Vector7::s);
  for_entries([&](std::size_t p) { s[p] = s7_half_residual(n, r[p], v[p]); });
}

void SerialOperations::advance_full_step(Sum7 sum) {
  const double *n = numbers_.data(), *y = at(Vector7::y), *z = at(Vector7::z);
  const double *s = at(Vector7::s), *t = at(Vector7::t);
  double *x = at(Vector7::x), *r = at(Vector7::r);
  for_entries([&](std::size_t p) {
    x[p] += s7_full_step(n, y[p], z[p]);
    r[p] = s7_full_residual(n, s[p], t[p]);
  });
  sum_products(Vector7::r, Vector7::r, sum);
}

void SerialOperations::add_scaled(Vector7 q, int number) {
  const double factor = numbers_[number], *d = at(q);
  double* x = at(Vector7::x);
  for_entries([&](std::size_t p) { x[p] += factor * d[p]; });
}

void SerialOperations::add(Vector7 z) {
  const double* d = at(z);
  double* x = at(Vector7::x);
  for_entries([&](std::size_t p) { x[p] += d[p]; });
}

void SerialOperations::discard_broken_solution() {
  if (progress_.outcome > S7_CONVERGED)
    std::ranges::fill(values(Vector7::x), std::numeric_limits<double>::quiet_NaN());
}

void SerialOperations::find_residual(Sum7 sum) {
  if (ended()) return;
  rows_->residual(at(Vector7::f), at(Vector7::x), at(Vector7::r));
  sum_products(Vector7::r, Vector7::r, sum);
}

void SerialOperations::multiply(Part7 part, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) {
  if (ended()) return;
  if (part == Part7::all)
    rows_->multiply(at(x), at(y));
  else
    rows_->multiply_symmetric(at(x), at(y));
  sum_products(y, with, sum);
}

void SerialOperations::multiply_upper(Vector7 x, Vector7 y) {
  if (!ended()) rows_->multiply_upper(at(x), at(y));
}

void SerialOperations::divide_by_diagonal(Vector7 r, Vector7 z) {
  const double* from = at(r);
  double* to = at(z);
  for_entries([&](std::size_t p) {
    if (const double diagonal = rows_->diagonal(p); diagonal > 0)
      to[p] = SF_DIVIDE(from[p], diagonal);
  });
}

void SerialOperations::sweep_lower(Vector7 r, Vector7 y) {
  if (!ended()) rows_->sweep_lower(numbers_[S7_W], at(r), at(y));
}

void SerialOperations::sweep_upper(Vector7 y, Vector7 q) {
  if (!ended()) rows_->sweep_upper(numbers_[S7_W], at(y), at(q));
}

void SerialOperations::solve_lines(Vector7 r, Vector7 z) {
  if (!ended()) solve_lines_of(*rows_, matrix_.box, choice_.line_axes, at(r), at(z));
}

void SerialOperations::cycle(Vector7 r, Vector7 z) {
  if (ended()) return;
  if (cycle_in_single_)
    cycle_in_single_->run(at(r), progress_.last, at(z));
  else
    cycle_->run(at(r), at(z));
}

void SerialOperations::set_coarse_levels() {
  if (!coarse_) {
    coarse_ = std::make_unique<SerialCoarse>(plan_, *rows_, matrix_.box.periodic_bits());
    if (choice_.single_multigrid && plan_.levels.size() > 1)
      cycle_in_single_ =
          std::make_unique<SerialCycleInSingle>(matrix_, plan_, *coarse_, choice_.degree);
    else
      cycle_ = std::make_unique<SerialCycle<double>>(plan_, coarse_->rows(), choice_.degree);
  }
  coarse_->set_coefficients();
  if (cycle_in_single_) cycle_in_single_->set_coefficients();
}

}  // namespace slipflow::linear_solvers
