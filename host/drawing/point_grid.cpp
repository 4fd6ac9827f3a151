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

/// The value at face k, between cells k - 1 and k.
double value_at_face(const CellAxis& axis, const std::vector<double>& cells, int k) {
  const auto value = [&](int cell) {
    return cell < 0 || cell >= static_cast<int>(cells.size()) ? kNone : cells[cell];
  };
  const auto on_line = [&](int a, int b) {
    const double part = (axis.faces[k] - axis.centres[a]) / (axis.centres[b] - axis.centres[a]);
    return value(a) + part * (value(b) - value(a));
  };
  const bool has_low = std::isfinite(value(k - 1)), has_high = std::isfinite(value(k));
  if (has_low && has_high) return on_line(k - 1, k);
  const int near = has_high ? k : k - 1, next = has_high ? k + 1 : k - 2;
  return std::isfinite(value(next)) ? on_line(near, next) : value(near);
}

/// Values at face 0, centre 0, face 1 and so on.
std::vector<double> with_faces(const CellAxis& axis, const std::vector<double>& cells) {
  std::vector<double> values;
  values.reserve(2 * cells.size() + 1);
  for (std::size_t k = 0; k < cells.size(); ++k) {
    values.push_back(value_at_face(axis, cells, static_cast<int>(k)));
    values.push_back(cells[k]);
  }
  values.push_back(value_at_face(axis, cells, static_cast<int>(cells.size())));
  return values;
}

std::vector<double> points_of(const CellAxis& axis) {
  std::vector<double> points = {axis.faces[0]};
  for (std::size_t k = 0; k < axis.centres.size(); ++k)
    points.insert(points.end(), {axis.centres[k], axis.faces[k + 1]});
  return points;
}
}  // namespace

PointGrid grid_of_cells(const CellAxis& x, const CellAxis& y, const std::vector<double>& cells) {
  const std::size_t columns = x.centres.size(), rows = y.centres.size();
  PointGrid grid{points_of(x), points_of(y), {}};
  std::vector<std::vector<double>> along_x;
  for (std::size_t j = 0; j < rows; ++j) {
    const auto row = cells.begin() + static_cast<std::ptrdiff_t>(j * columns);
    along_x.push_back(with_faces(x, {row, row + static_cast<std::ptrdiff_t>(columns)}));
  }
  grid.values.resize(grid.x.size() * grid.y.size());
  std::vector<double> column(rows);
  for (std::size_t i = 0; i < grid.x.size(); ++i) {
    for (std::size_t j = 0; j < rows; ++j) column[j] = along_x[j][i];
    const auto values = with_faces(y, column);
    for (std::size_t j = 0; j < values.size(); ++j) grid.values[j * grid.x.size() + i] = values[j];
  }
  return grid;
}

double PointGrid::operator()(double px, double py) const {
  std::size_t i = 0, j = 0;
  double a = 0, b = 0;
  if (!locate(x, px, i, a) || !locate(y, py, j, b)) return kNone;
  return (1 - b) * ((1 - a) * at(i, j) + a * at(i + 1, j)) +
         b * ((1 - a) * at(i, j + 1) + a * at(i + 1, j + 1));
}

}  // namespace slipflow::drawing
