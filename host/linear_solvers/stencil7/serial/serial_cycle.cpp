#include "serial/serial_cycle.hpp"

#include <utility>

namespace slipflow::linear_solvers {

template <class Real>
SerialCycle<Real>::SerialCycle(const Levels7& plan, std::vector<const SerialLevel<Real>*> rows,
                               int degree)
    : plan_(plan), rows_(std::move(rows)), degree_(degree), levels_(plan_.levels.size()) {
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    Level& made = levels_[l];
    const std::vector<Real> zeros(places_of(plan_.levels[l]));
    for (auto* values : {&made.r, &made.d, &made.d_next}) *values = zeros;
    if (l > 0) made.x = zeros;
  }
}

template <class Real>
void SerialCycle<Real>::run(const Real* r, Real* z) {
  descend(0, r, z);
  ascend(0, z);
}

// Smooths, and leaves the residual to the next level.
template <class Real>
void SerialCycle<Real>::descend(std::size_t level, const Real* r, Real* x) {
  Level& own = levels_[level];
  if (level + 1 == levels_.size()) {
    const auto p = static_cast<std::size_t>(s7_place(plan_.levels[level], 0, 0, 0));
    const Real diagonal = rows_[level]->diagonal(p);
    x[p] = diagonal > 0 ? SF_DIVIDE(r[p], diagonal) : 0;
    return;
  }
  const Real* from = r;
  for (int k = 0; k < degree_; ++k) {
    rows_[level]->smooth({from, own.r.data(), own.d.data(), own.d_next.data(), x}, {k, degree_, 1});
    if (k > 0) from = own.r.data();
    own.d.swap(own.d_next);
  }
  Level& next = levels_[level + 1];
  rows_[level]->restrict_to(plan_.levels[level + 1],
                            {from, own.r.data(), own.d.data(), nullptr, nullptr}, next.r.data());
  descend(level + 1, next.r.data(), next.x.data());
}

template <class Real>
void SerialCycle<Real>::ascend(std::size_t level, Real* x) {
  if (level + 1 == levels_.size()) return;
  Level &own = levels_[level], &next = levels_[level + 1];
  ascend(level + 1, next.x.data());
  rows_[level]->prolong_from(plan_.levels[level + 1], next.x.data(),
                             {nullptr, own.r.data(), nullptr, own.d_next.data(), x});
  own.d.swap(own.d_next);
  for (int k = 1; k < degree_; ++k) {
    rows_[level]->smooth({own.r.data(), own.r.data(), own.d.data(), own.d_next.data(), x},
                         {k, degree_, 0});
    own.d.swap(own.d_next);
  }
}

template <class Real>
double SerialCycle<Real>::bytes() const {
  double values = 0;
  for (std::size_t l = 0; l < levels_.size(); ++l)
    values += (l == 0 ? 3.0 : 4.0) * static_cast<double>(places_of(plan_.levels[l]));
  return values * sizeof(Real);
}

template class SerialCycle<double>;
template class SerialCycle<float>;

}  // namespace slipflow::linear_solvers
