#include "serial/serial_cycle.hpp"

#include <numeric>

namespace slipflow::linear_solvers {

SerialCycle::SerialCycle(const Levels7& plan, const SerialLevel& finest, int degree, int periodic)
    : plan_(plan), finest_(finest), degree_(degree), levels_(plan_.levels.size()) {
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    const S7Level& level = plan_.levels[l];
    Level& made = levels_[l];
    const std::vector<double> zeros(places_of(level));
    for (auto* values : {&made.r, &made.d, &made.d_next}) *values = zeros;
    if (l == 0) continue;
    made.x = zeros;
    for (auto& a : made.a) a = zeros;
    for (auto& sides : made.sides) sides = zeros;
    LevelArrays arrays;
    arrays.a = {made.a[0].data(), made.a[1].data(), nullptr, made.a[2].data(),
                nullptr,          made.a[3].data(), nullptr};
    for (int axis = 0; axis < 3; ++axis) arrays.sides[axis] = made.sides[axis].data();
    arrays.periodic = periodic;
    made.rows = make_serial_level(Coefficients7::symmetric, level, arrays);
  }
}

const SerialLevel& SerialCycle::rows(std::size_t level) const {
  return level == 0 ? finest_ : *levels_[level].rows;
}

void SerialCycle::set_coefficients() {
  for (std::size_t l = 0; l + 1 < levels_.size(); ++l) {
    Level& to = levels_[l + 1];
    CoarseArrays arrays;
    for (int k = 0; k < 4; ++k) arrays.a[k] = to.a[k].data();
    for (int axis = 0; axis < 3; ++axis) arrays.sides[axis] = to.sides[axis].data();
    rows(l).coarsen(plan_.ratios.data(), plan_.levels[l + 1], arrays);
  }
}

void SerialCycle::run(const double* r, double* z) {
  descend(0, r, z);
  ascend(0, z);
}

// Smooths, and leaves the residual to the next level.
void SerialCycle::descend(std::size_t level, const double* r, double* x) {
  Level& own = levels_[level];
  if (level + 1 == levels_.size()) {
    const auto p = static_cast<std::size_t>(s7_place(plan_.levels[level], 0, 0, 0));
    const double diagonal = rows(level).diagonal(p);
    x[p] = diagonal > 0 ? SF_DIVIDE(r[p], diagonal) : 0;
    return;
  }
  const double* from = r;
  for (int k = 0; k < degree_; ++k) {
    rows(level).smooth({from, own.r.data(), own.d.data(), own.d_next.data(), x}, {k, degree_, 1});
    if (k > 0) from = own.r.data();
    own.d.swap(own.d_next);
  }
  Level& next = levels_[level + 1];
  rows(level).restrict_to(plan_.levels[level + 1],
                          {from, own.r.data(), own.d.data(), nullptr, nullptr}, next.r.data());
  descend(level + 1, next.r.data(), next.x.data());
}

void SerialCycle::ascend(std::size_t level, double* x) {
  if (level + 1 == levels_.size()) return;
  Level &own = levels_[level], &next = levels_[level + 1];
  ascend(level + 1, next.x.data());
  rows(level).prolong_from(plan_.levels[level + 1], next.x.data(),
                           {nullptr, own.r.data(), nullptr, own.d_next.data(), x});
  own.d.swap(own.d_next);
  for (int k = 1; k < degree_; ++k) {
    rows(level).smooth({own.r.data(), own.r.data(), own.d.data(), own.d_next.data(), x},
                       {k, degree_, 0});
    own.d.swap(own.d_next);
  }
}

double SerialCycle::bytes() const {
  double values = 0;
  for (std::size_t l = 0; l < levels_.size(); ++l)
    values += (l == 0 ? 3.0 : 11.0) * static_cast<double>(places_of(plan_.levels[l]));
  return values * sizeof(double);
}

}  // namespace slipflow::linear_solvers
