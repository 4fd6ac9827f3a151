#include "levels7.hpp"

#include <algorithm>

namespace slipflow::linear_solvers {

namespace {
constexpr double kWeakest = 0.3;  // of the largest coefficient: cells along it are still paired
constexpr double kLeastRatio = 0.05;

using Widths = std::vector<double>;

S7Level level_of(const std::array<Widths, 3>& widths, bool flat) {
  S7Level level{};
  for (int axis = 0; axis < 3; ++axis) level.n[axis] = static_cast<int>(widths[axis].size());
  level.row = level.n[0] + 2;
  level.plane = flat ? 0 : level.row * (level.n[1] + 2);
  return level;
}

Widths paired(const Widths& fine) {
  Widths coarse((fine.size() + 1) / 2, 0.0);
  for (std::size_t k = 0; k < fine.size(); ++k) coarse[k / 2] += fine[k];
  return coarse;
}

// From cell k to the next one; after the last one comes the first one.
double distance(const Widths& widths, std::size_t k) {
  return 0.5 * (widths[k] + widths[(k + 1) % widths.size()]);
}

// Ratios of the faces between cells k and k + 1, then of the boundaries next to cell k.
void add_ratios(const Widths& fine, const Widths& coarse, int shift, std::vector<double>& ratios) {
  for (std::size_t k = 0; k < fine.size(); ++k) {
    const std::size_t from = k >> shift, to = ((k + 1) % fine.size()) >> shift;
    ratios.push_back(from != to
                         ? std::clamp(distance(fine, k) / distance(coarse, from), kLeastRatio, 1.0)
                         : 1.0);
  }
  for (std::size_t k = 0; k < fine.size(); ++k)
    ratios.push_back(std::clamp(fine[k] / coarse[k >> shift], kLeastRatio, 1.0));
}

// Pairs the cells along strong axes; scales the strengths as the coefficients are.
std::array<int, 3> pair_cells(const std::array<Widths, 3>& widths,
                              std::array<double, 3>& strengths) {
  double largest = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (widths[axis].size() > 1) largest = std::max(largest, strengths[axis]);
  std::array<int, 3> shift{};
  for (int axis = 0; axis < 3; ++axis)
    shift[axis] = widths[axis].size() > 1 && strengths[axis] >= kWeakest * largest ? 1 : 0;
  for (int axis = 0; axis < 3; ++axis)
    for (int across = 0; across < 3; ++across)
      if (shift[across] == 1) strengths[axis] *= across == axis ? 0.5 : 2.0;
  return shift;
}
}  // namespace

std::size_t places_of(const S7Level& level) {
  const auto row = static_cast<std::size_t>(level.row);
  return row * (static_cast<std::size_t>(level.n[1]) + 2) *
         (level.plane > 0 ? static_cast<std::size_t>(level.n[2]) + 2 : 1);
}

Levels7 make_levels7(const Box7& box, const std::array<double, 3>& strengths,
                     const std::array<std::vector<double>, 3>& widths) {
  std::array<Widths, 3> at = widths;
  for (int axis = 0; axis < 3; ++axis)
    if (at[axis].empty()) at[axis].assign(static_cast<std::size_t>(box.cells(axis)), 1.0);
  std::array<double, 3> strong = strengths;
  Levels7 made;
  while (true) {
    S7Level level = level_of(at, box.flat());
    if (!made.levels.empty()) {
      level.begin = static_cast<int>(made.places);
      made.places += places_of(level);
    }
    level.ratios = static_cast<int>(made.ratios.size());
    const bool is_last = level.n[0] == 1 && level.n[1] == 1 && level.n[2] == 1;
    const auto shift = pair_cells(at, strong);
    std::copy(shift.begin(), shift.end(), level.shift);
    made.levels.push_back(level);
    if (is_last) return made;
    for (int axis = 0; axis < 3; ++axis) {
      const Widths coarse = shift[axis] == 1 ? paired(at[axis]) : at[axis];
      add_ratios(at[axis], coarse, shift[axis], made.ratios);
      at[axis] = coarse;
    }
  }
}

std::array<double, 3> mean_strengths(const Matrix7& matrix) {
  if (matrix.strengths != std::array<double, 3>{}) return matrix.strengths;
  if (matrix.kind == Coefficients7::free) return matrix.constants;
  std::array<double, 3> means{};
  const Box7& box = matrix.box;
  for (int axis = 0; axis < 3; ++axis) {
    const auto& up = matrix.a[2 * axis + 1];
    double sum = 0;
    long count = 0;
    for (std::size_t p = 0; p < up.size(); ++p)
      if (up[p] != 0) {
        sum += up[p];
        ++count;
      }
    if (count > 0) means[axis] = sum / static_cast<double>(count);
  }
  if (box.flat()) means[2] = 0;
  return means;
}

}  // namespace slipflow::linear_solvers
