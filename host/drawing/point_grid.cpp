#include "point_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipflow::drawing {

namespace {
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The interval of the axis that holds the position, and where in it; false outside.
bool locate(const std::vector<double>& axis, double position, std::size_t& low, double& part) {
  if (axis.size() < 2 || !(position >= axis.front() && position <= axis.back())) return false;
  const auto above = std::upper_bound(axis.begin() + 1, axis.end() - 1, position);
  low = static_cast<std::size_t>(above - axis.begin()) - 1;
  part = (position - axis[low]) / (axis[low + 1] - axis[low]);
  return true;
}
}  // namespace

double PointGrid::operator()(double px, double py) const {
  std::size_t i = 0, j = 0;
  double a = 0, b = 0;
  if (!locate(x, px, i, a) || !locate(y, py, j, b)) return kNone;
  return (1 - b) * ((1 - a) * at(i, j) + a * at(i + 1, j)) +
         b * ((1 - a) * at(i, j + 1) + a * at(i + 1, j + 1));
}

void smooth(PointGrid& grid, int passes) {
  const std::size_t nx = grid.x.size(), ny = grid.y.size();
  for (int pass = 0; pass < passes; ++pass) {
    const PointGrid before = grid;
    for (std::size_t j = 0; j < ny; ++j)
      for (std::size_t i = 0; i < nx; ++i) {
        if (std::isnan(before.at(i, j))) continue;
        double sum = 0, weight = 0;
        for (std::size_t y = j > 0 ? j - 1 : 0; y <= std::min(j + 1, ny - 1); ++y)
          for (std::size_t x = i > 0 ? i - 1 : 0; x <= std::min(i + 1, nx - 1); ++x) {
            const double value = before.at(x, y);
            if (std::isnan(value)) continue;
            const double part = (x == i ? 2.0 : 1.0) * (y == j ? 2.0 : 1.0);
            sum += part * value;
            weight += part;
          }
        grid.values[j * nx + i] = sum / weight;
      }
  }
}

}  // namespace slipflow::drawing
