#include "backends/serial/serial_poisson.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "backends/ordered_sum.hpp"

namespace slipflow::psi_omega {

namespace {
double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return ordered_sum(a.size(), [&](std::size_t k) { return a[k] * b[k]; });
}

// Calls f(place) for the nodes of a level.
template <class F>
void for_places(const Level& level, F f) {
  for (int j = 0; j < level.rows; ++j) {
    const int begin = po_place(level.nx, 0, j);
    for (int at = begin; at < begin + level.columns; ++at) f(at);
  }
}
}  // namespace

SerialPoisson::SerialPoisson(const Case& c, const Nodes& nodes)
    : case_(c), nodes_(nodes), levels_(make_levels(c, nodes)) {
  for (const Level& level : levels_.levels) {
    const std::vector<double> zeros(level.size());
    work_.push_back({zeros, zeros, zeros, zeros});
  }
  residual_ = direction_ = product_ = std::vector<double>(levels_.levels[0].size());
}

PoLevel SerialPoisson::view(std::size_t level) const {
  const Level& l = levels_.levels[level];
  return {l.nx, l.west.data(), l.south.data(), l.sum.data(), l.reciprocal.data()};
}

// The right side is omega times the area of the volume, and what nodes of a given psi contribute.
SerialPoisson::Norms SerialPoisson::set_residual(const std::vector<double>& omega,
                                                 const std::vector<double>& psi) {
  const auto& x = case_.mesh.x.widths;
  const auto& y = case_.mesh.y.widths;
  const int nx = case_.mesh.x.cells(), ny = case_.mesh.y.cells();
  std::vector<double> right_side(residual_.size());
  for (int j = 1; j < ny; ++j)
    for (int i = 1; i < nx; ++i) {
      const int at = po_place(nx, i, j);
      if (nodes_.kind[at] != PO_FLOW) continue;
      const PoSource source = po_source(nodes_.kind.data(), psi.data(), omega.data(), nx, at,
                                        x[i - 1], x[i], y[j - 1], y[j]);
      right_side[at] = source.right_side;
      residual_[at] = source.residual;
    }
  return {std::sqrt(dot(right_side, right_side)), std::sqrt(dot(residual_, residual_))};
}

PoissonResult SerialPoisson::solve(const std::vector<double>& omega, std::vector<double>& psi,
                                   double tolerance, int most) {
  const Norms norms = set_residual(omega, psi);
  const double enough = tolerance * norms.right_side;
  PoissonResult result{0, norms.residual <= enough};
  std::fill(direction_.begin(), direction_.end(), 0.0);
  double rho = 1;
  while (!result.converged && result.iterations < most) {
    precondition();
    const auto& z = work_[0].x;
    const double next = dot(residual_, z);
    const double beta = result.iterations == 0 ? 0 : next / rho;
    rho = next;
    for_places(levels_.levels[0], [&](int at) { direction_[at] = z[at] + beta * direction_[at]; });
    const PoLevel level = view(0);
    for_places(levels_.levels[0],
               [&](int at) { product_[at] = po_times(&level, direction_.data(), at); });
    const double alpha = rho / dot(direction_, product_);
    for_places(levels_.levels[0], [&](int at) {
      psi[at] += alpha * direction_[at];
      residual_[at] -= alpha * product_[at];
    });
    ++result.iterations;
    const double norm = std::sqrt(dot(residual_, residual_));
    if (!std::isfinite(norm)) break;
    result.converged = norm <= enough;
  }
  return result;
}

void SerialPoisson::precondition() {
  work_[0].r = residual_;
  const std::size_t last = work_.size() - 1;
  for (std::size_t level = 0; level < last; ++level) {
    smooth(level, true);
    restrict_from(level);
  }
  solve_last();
  for (std::size_t level = last; level-- > 0;) {
    prolong_to(level);
    smooth(level, false);
  }
}

// Equation (15). The residual r is that before the last direction d was added to x.
void SerialPoisson::smooth(std::size_t level, bool from_zero) {
  Work& work = work_[level];
  const PoLevel matrix = view(level);
  if (from_zero) {
    std::fill(work.x.begin(), work.x.end(), 0.0);
    std::fill(work.d.begin(), work.d.end(), 0.0);
  }
  for (int k = 0; k < PO_DEGREE; ++k) {
    const PoChebyshev factors = po_chebyshev(k);
    for_places(levels_.levels[level], [&](int at) {
      work.r[at] = po_next_residual(&matrix, work.r[at], work.d.data(), at);
      work.d_next[at] = po_next_direction(&matrix, factors, work.r[at], work.d[at], at);
      work.x[at] += work.d_next[at];
    });
    std::swap(work.d, work.d_next);
  }
}

void SerialPoisson::restrict_from(std::size_t level) {
  Work& fine = work_[level];
  const PoLevel matrix = view(level);
  const Level& to = levels_.levels[level + 1];
  auto& sums = work_[level + 1].r;
  std::fill(sums.begin(), sums.end(), 0.0);
  for (int j = 0; j < levels_.levels[level].rows; ++j)
    for (int i = 0; i < levels_.levels[level].columns; ++i) {
      const int at = po_place(matrix.nx, i, j);
      fine.r[at] = po_next_residual(&matrix, fine.r[at], fine.d.data(), at);
      sums[po_place(to.nx, i / 2, j / 2)] += fine.r[at];
    }
}

// The correction is the last direction: the next residual takes it into account.
void SerialPoisson::prolong_to(std::size_t level) {
  Work& fine = work_[level];
  const Level& from = levels_.levels[level + 1];
  const Level& to = levels_.levels[level];
  for (int j = 0; j < to.rows; ++j)
    for (int i = 0; i < to.columns; ++i) {
      const int at = po_place(to.nx, i, j);
      fine.d[at] = to.reciprocal[at] > 0 ? work_[level + 1].x[po_place(from.nx, i / 2, j / 2)] : 0;
      fine.x[at] += fine.d[at];
    }
}

void SerialPoisson::solve_last() {
  const auto& places = levels_.coarsest;
  Work& work = work_.back();
  for (std::size_t row = 0; row < places.size(); ++row) {
    double sum = 0;
    for (std::size_t k = 0; k < places.size(); ++k)
      sum += levels_.inverse[row * places.size() + k] * work.r[places[k]];
    work.x[places[row]] = sum;
  }
}

double SerialPoisson::bytes() const {
  double values = 3.0 * static_cast<double>(residual_.size());
  for (const Level& level : levels_.levels) values += 8.0 * static_cast<double>(level.size());
  return values * sizeof(double);
}

}  // namespace slipflow::psi_omega
