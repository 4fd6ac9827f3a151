#include "serial/serial_cycle_in_single.hpp"

#include <algorithm>
#include <utility>

#include "language.h"
#include "matrix7.hpp"

namespace slipflow::linear_solvers {

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
