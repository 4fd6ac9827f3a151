#include "serial/serial_vectors.hpp"

#include <algorithm>
#include <limits>

#include "slipflow/linear_solvers/ordered_sum.hpp"

namespace slipflow::linear_solvers {

std::vector<double>& SerialVectors::values(Vector7 name) {
  auto& values = vectors_[static_cast<std::size_t>(name)];
  if (values.empty()) values.resize(size_);
  return values;
}

template <class F>
void SerialVectors::for_entries(F f) {
  if (ended()) return;
  for (std::size_t p = 0; p < size_; ++p) f(p);
}

template <class Value>
void SerialVectors::add_up(Sum7 sum, Value value) {
  if (ended()) return;
  numbers_[sum.number] = ordered_sum(size_, value);
  s7_then(sum.then, numbers_.data(), &progress_);
  if (sum.then == S7_THEN_COUNT && record_.size() < most_recorded_)
    record_.push_back({progress_.last, numbers_[S7_W_USED], numbers_[S7_TAU]});
}

void SerialVectors::begin() { progress_ = {}; }

void SerialVectors::iterate(int max, const std::function<void()>& iteration) {
  for (int k = 0; k < max && !ended(); ++k) iteration();
  most_recorded_ = 0;
}

void SerialVectors::record(int most) {
  record_.clear();
  most_recorded_ = static_cast<std::size_t>(most);
}

void SerialVectors::copy(Vector7 from, Vector7 to) {
  const double* a = at(from);
  double* b = at(to);
  for_entries([&](std::size_t p) { b[p] = a[p]; });
}

void SerialVectors::sum_products(Vector7 a, Vector7 b, Sum7 sum) {
  const double *x = at(a), *y = at(b);
  add_up(sum, [&](std::size_t p) { return x[p] * y[p]; });
}

void SerialVectors::sum_values(Vector7 a, Sum7 sum) {
  const double* x = at(a);
  add_up(sum, [&](std::size_t p) { return x[p]; });
}

void SerialVectors::sum_weighted(Vector7 a, bool inverse, Sum7 sum) {
  const double* x = at(a);
  add_up(sum, [&](std::size_t p) {
    const double own = diagonal(p);
    return own > 0 ? s7_weighted(own, x[p], inverse ? 1 : 0) : 0.0;
  });
}

void SerialVectors::take_mean_out(Vector7 a) {
  double* x = at(a);
  const double mean = SF_DIVIDE(numbers_[S7_SUM], numbers_[S7_CELLS]);
  for_entries([&](std::size_t p) {
    if (diagonal(p) > 0) x[p] -= mean;
  });
}

void SerialVectors::subtract(Vector7 a, Vector7 b, Vector7 r) {
  const double *x = at(a), *y = at(b);
  double* to = at(r);
  for_entries([&](std::size_t p) { to[p] = x[p] - y[p]; });
}

void SerialVectors::set_cg_direction() {
  const double *n = numbers_.data(), *z = at(Vector7::z);
  double* d = at(Vector7::p);
  for_entries([&](std::size_t p) { d[p] = s7_cg_direction(n, z[p], d[p]); });
}

void SerialVectors::advance_cg(Sum7 sum) {
  const double alpha = numbers_[S7_ALPHA], *d = at(Vector7::p), *q = at(Vector7::q);
  double *x = at(Vector7::x), *r = at(Vector7::r);
  for_entries([&](std::size_t p) {
    x[p] += alpha * d[p];
    r[p] -= alpha * q[p];
  });
  sum_products(Vector7::r, Vector7::r, sum);
}

void SerialVectors::set_shadow_direction() {
  const double *n = numbers_.data(), *r = at(Vector7::r), *v = at(Vector7::v);
  double* d = at(Vector7::p);
  for_entries([&](std::size_t p) { d[p] = s7_shadow_direction(n, r[p], d[p], v[p]); });
}

void SerialVectors::set_half_residual() {
  const double *n = numbers_.data(), *r = at(Vector7::r), *v = at(Vector7::v);
  double* s = at(Vector7::s);
  for_entries([&](std::size_t p) { s[p] = s7_half_residual(n, r[p], v[p]); });
}

void SerialVectors::advance_full_step(Sum7 sum) {
  const double *n = numbers_.data(), *y = at(Vector7::y), *z = at(Vector7::z);
  const double *s = at(Vector7::s), *t = at(Vector7::t);
  double *x = at(Vector7::x), *r = at(Vector7::r);
  for_entries([&](std::size_t p) {
    x[p] += s7_full_step(n, y[p], z[p]);
    r[p] = s7_full_residual(n, s[p], t[p]);
  });
  sum_products(Vector7::r, Vector7::r, sum);
}

void SerialVectors::add_scaled(Vector7 q, int number) {
  const double factor = numbers_[number], *d = at(q);
  double* x = at(Vector7::x);
  for_entries([&](std::size_t p) { x[p] += factor * d[p]; });
}

void SerialVectors::add(Vector7 z) {
  const double* d = at(z);
  double* x = at(Vector7::x);
  for_entries([&](std::size_t p) { x[p] += d[p]; });
}

void SerialVectors::queue(int iterations, const std::function<void()>& iteration) {
  iterate(iterations, iteration);
  if (progress_.outcome > S7_CONVERGED)
    std::ranges::fill(values(Vector7::x), std::numeric_limits<double>::quiet_NaN());
}

void SerialVectors::divide_by_diagonal(Vector7 r, Vector7 z) {
  const double* from = at(r);
  double* to = at(z);
  for_entries([&](std::size_t p) {
    if (const double own = diagonal(p); own > 0) to[p] = SF_DIVIDE(from[p], own);
  });
}

double SerialVectors::bytes_of_vectors() const {
  double bytes = 0;
  for (const auto& values : vectors_) bytes += sizeof(double) * static_cast<double>(values.size());
  return bytes;
}

}  // namespace slipflow::linear_solvers
