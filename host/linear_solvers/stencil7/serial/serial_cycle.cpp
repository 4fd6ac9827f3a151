#include "serial/serial_cycle.hpp"

#include <algorithm>
#include <utility>

#include "language.h"
#include "matrix7.hpp"

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

SerialCoarse::SerialCoarse(const Levels7& plan, const SerialLevel<double>& finest, int periodic)
    : plan_(plan), finest_(finest), levels_(plan_.levels.size()) {
  for (std::size_t l = 1; l < levels_.size(); ++l) {
    const S7Level& level = plan_.levels[l];
    Level& made = levels_[l];
    const std::vector<double> zeros(places_of(level));
    for (auto& a : made.a) a = zeros;
    for (auto& sides : made.sides) sides = zeros;
    LevelArrays<double> arrays;
    arrays.a = {made.a[0].data(), made.a[1].data(), nullptr, made.a[2].data(),
                nullptr,          made.a[3].data(), nullptr};
    for (int axis = 0; axis < 3; ++axis) arrays.sides[axis] = made.sides[axis].data();
    arrays.periodic = periodic;
    made.rows = make_serial_level(Coefficients7::symmetric, level, arrays);
  }
}

void SerialCoarse::set_coefficients() {
  const auto all = rows();
  for (std::size_t l = 0; l + 1 < levels_.size(); ++l) {
    Level& to = levels_[l + 1];
    CoarseArrays<double> arrays;
    for (int k = 0; k < 4; ++k) arrays.a[k] = to.a[k].data();
    for (int axis = 0; axis < 3; ++axis) arrays.sides[axis] = to.sides[axis].data();
    all[l]->coarsen(plan_.ratios.data(), plan_.levels[l + 1], arrays);
  }
}

std::vector<const SerialLevel<double>*> SerialCoarse::rows() const {
  std::vector<const SerialLevel<double>*> rows = {&finest_};
  for (std::size_t l = 1; l < levels_.size(); ++l) rows.push_back(levels_[l].rows.get());
  return rows;
}

double SerialCoarse::bytes() const {
  return 7.0 * static_cast<double>(plan_.places) * sizeof(double);
}

SerialCycleInSingle::SerialCycleInSingle(const Matrix7& matrix, const Levels7& plan,
                                         const SerialCoarse& coarse, int degree)
    : matrix_(matrix),
      plan_(plan),
      coarse_(coarse),
      levels_(plan.levels.size()),
      r_(matrix.box.size()),
      z_(matrix.box.size()) {
  for (const double diagonal : diagonals_of_codes(matrix.constants))
    diagonals_.push_back(static_cast<float>(diagonal));
  std::vector<const SerialLevel<float>*> rows;
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    Level& made = levels_[l];
    LevelArrays<float> arrays;
    arrays.periodic = matrix.box.periodic_bits();
    const bool is_free = l == 0 && matrix.kind == Coefficients7::free;
    if (is_free) {
      std::ranges::transform(matrix.constants, arrays.constants.begin(),
                             [](double c) { return static_cast<float>(c); });
      arrays.codes = matrix.codes.data();
      arrays.diagonals = diagonals_.data();
    } else {
      for (auto& a : made.a) a.resize(places_of(plan.levels[l]));
      arrays.a = {made.a[0].data(), made.a[1].data(), nullptr, made.a[2].data(),
                  nullptr,          made.a[3].data(), nullptr};
    }
    made.rows = make_serial_level(is_free ? Coefficients7::free : Coefficients7::symmetric,
                                  plan.levels[l], arrays);
    rows.push_back(made.rows.get());
  }
  cycle_ = std::make_unique<SerialCycle<float>>(plan, std::move(rows), degree);
}

void SerialCycleInSingle::set_coefficients() {
  for (std::size_t l = 1; l < levels_.size(); ++l)
    for (int k = 0; k < 4; ++k)
      std::ranges::transform(coarse_.a(l, k), levels_[l].a[k].begin(),
                             [](double a) { return static_cast<float>(a); });
  if (matrix_.kind == Coefficients7::free) return;
  const SerialLevel<double>& finest = *coarse_.rows()[0];
  const Box7& box = matrix_.box;
  for (int k = 0; k < box.n3; ++k)
    for (int j = 0; j < box.n2; ++j)
      for (int i = 0; i < box.n1; ++i) {
        const auto p = static_cast<std::size_t>(box.at(i, j, k));
        auto& a = levels_[0].a;
        a[0][p] = static_cast<float>(finest.diagonal(p));
        if (!(finest.diagonal(p) > 0)) continue;
        for (int axis = 0; axis < (box.flat() ? 2 : 3); ++axis)
          a[axis + 1][p] = static_cast<float>(finest.line_coefficient(axis, true, p));
      }
}

void SerialCycleInSingle::run(const double* r, double norm, double* z) {
  for (std::size_t p = 0; p < r_.size(); ++p) r_[p] = static_cast<float>(SF_DIVIDE(r[p], norm));
  cycle_->run(r_.data(), z_.data());
  for (std::size_t p = 0; p < z_.size(); ++p) z[p] = static_cast<double>(z_[p]) * norm;
}

double SerialCycleInSingle::bytes() const {
  double values = static_cast<double>(r_.size() + z_.size());
  for (const Level& level : levels_)
    for (const auto& a : level.a) values += static_cast<double>(a.size());
  return cycle_->bytes() + values * sizeof(float);
}

}  // namespace slipflow::linear_solvers
