#include "serial/serial_coarse.hpp"

namespace slipflow::linear_solvers {

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

}  // namespace slipflow::linear_solvers
