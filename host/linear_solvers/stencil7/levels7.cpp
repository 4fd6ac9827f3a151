#include "levels7.hpp"

#include <algorithm>
#include <utility>

namespace slipflow::linear_solvers {

namespace {
constexpr double kWeakest = 0.3;  // of the largest coefficient: cells along it are still paired
constexpr double kLeastRatio = 0.05;

using Widths = std::vector<double>;

// The cells of a level along an axis.
struct CellsAlong {
  Widths widths;
  Widths sides;  // distances from their centres to Dirichlet conditions
};

S7Level level_of(const std::array<CellsAlong, 3>& cells, bool flat) {
  S7Level level{};
  for (int axis = 0; axis < 3; ++axis) level.n[axis] = static_cast<int>(cells[axis].widths.size());
  level.row = level.n[0] + 2;
  level.plane = flat ? 0 : level.row * (level.n[1] + 2);
  return level;
}

// The distance of a side from the centre of the agglomerate that cell k belongs to.
double distance_to_side(const CellsAlong& fine, const Widths& coarse, int shift, std::size_t k) {
  return fine.sides[k] + 0.5 * (coarse[k >> shift] - fine.widths[k]);
}

CellsAlong paired(const CellsAlong& fine) {
  const std::size_t pairs = (fine.widths.size() + 1) / 2;
  CellsAlong coarse{Widths(pairs, 0.0), Widths(pairs, 0.0)};
  for (std::size_t k = 0; k < fine.widths.size(); ++k) coarse.widths[k / 2] += fine.widths[k];
  for (std::size_t k = 0; k < fine.widths.size(); ++k) {
    const bool is_single = (k ^ 1) >= fine.widths.size();
    coarse.sides[k / 2] += (is_single ? 1 : 0.5) * distance_to_side(fine, coarse.widths, 1, k);
  }
  return coarse;
}

// From cell k to the next one; after the last one comes the first one.
double distance(const Widths& widths, std::size_t k) {
  return 0.5 * (widths[k] + widths[(k + 1) % widths.size()]);
}

// Ratios of the faces between cells k and k + 1, then of the boundaries next to cell k.
void add_ratios(const CellsAlong& fine, const Widths& coarse, int shift,
                std::vector<double>& ratios) {
  const std::size_t cells = fine.widths.size();
  const auto add = [&](double ratio) { ratios.push_back(std::clamp(ratio, kLeastRatio, 1.0)); };
  for (std::size_t k = 0; k < cells; ++k) {
    const std::size_t from = k >> shift, to = ((k + 1) % cells) >> shift;
    add(from != to ? distance(fine.widths, k) / distance(coarse, from) : 1.0);
  }
  for (std::size_t k = 0; k < cells; ++k)
    add(fine.sides[k] / distance_to_side(fine, coarse, shift, k));
}

// Pairs the cells along strong axes; scales the strengths as the coefficients are.
std::array<int, 3> pair_cells(const S7Level& level, std::array<double, 3>& strengths) {
  double largest = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (level.n[axis] > 1) largest = std::max(largest, strengths[axis]);
  std::array<int, 3> shift{};
  for (int axis = 0; axis < 3; ++axis)
    shift[axis] = level.n[axis] > 1 && strengths[axis] >= kWeakest * largest ? 1 : 0;
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

Levels7 make_levels7(const Matrix7& matrix, const std::array<double, 3>& strengths) {
  std::array<CellsAlong, 3> at;
  for (int axis = 0; axis < 3; ++axis) {
    Widths& widths = at[axis].widths = matrix.widths[axis];
    if (widths.empty()) widths.assign(static_cast<std::size_t>(matrix.box.cells(axis)), 1.0);
    for (const double width : widths) at[axis].sides.push_back(matrix.side_distance * width);
  }
  std::array<double, 3> strong = strengths;
  Levels7 made;
  while (true) {
    S7Level level = level_of(at, matrix.box.flat());
    if (!made.levels.empty()) {
      level.begin = static_cast<int>(made.places);
      made.places += places_of(level);
    }
    level.ratios = static_cast<int>(made.ratios.size());
    const bool is_last = level.n[0] == 1 && level.n[1] == 1 && level.n[2] == 1;
    const auto shift = pair_cells(level, strong);
    std::copy(shift.begin(), shift.end(), level.shift);
    made.levels.push_back(level);
    if (is_last) return made;
    for (int axis = 0; axis < 3; ++axis) {
      CellsAlong coarse = shift[axis] == 1 ? paired(at[axis]) : at[axis];
      add_ratios(at[axis], coarse.widths, shift[axis], made.ratios);
      at[axis] = std::move(coarse);
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
