#include "plane_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "picture_frame.hpp"
#include "plane_cut.hpp"
#include "slipflow/mesh/poly_search.hpp"

namespace slipflow::drawing {

namespace {
constexpr std::array<char, 3> kNames = {'x', 'y', 'z'};

std::size_t slot(int k) { return static_cast<std::size_t>(k); }

void name_axes(PlaneView& view, const output::Snapshot& snapshot, int axis) {
  const auto [across, along] = mesh::axes_of_planes[slot(axis)];
  view.axes = {across, along};
  const auto unit = snapshot.length_unit.empty() ? "" : " / " + snapshot.length_unit;
  view.x_label = kNames[slot(across)] + unit;
  view.y_label = kNames[slot(along)] + unit;
}

void name_place(PlaneView& view, int axis, double position) {
  view.place = fmt::format("{} = {:.6g}", kNames[slot(axis)], position);
}

/// Cells of an axis that begin before `hi` and end after `lo`.
std::array<int, 2> cells_between(const mesh::Axis& axis, double lo, double hi) {
  int first = 0, last = axis.cells();
  while (first + 1 < last && axis.faces[slot(first + 1)] <= lo) ++first;
  while (last - 1 > first && axis.faces[slot(last - 1)] >= hi) --last;
  return {first, last};
}

/// A layer of a box; the values of its cells begin at `first`, with these strides.
struct Layer {
  mesh::Mesh plane;
  int first = 0, across = 1, along = 1;

  int cell(int i, int j) const { return plane.solid(i, j) ? -1 : first + i * across + j * along; }
};

Layer layer_of(const mesh::Mesh& mesh, const std::optional<Plane>& plane) {
  if (mesh.axes() < 3) return {mesh, 0, 1, mesh.x.cells()};
  const std::array<int, 3> strides = {1, mesh.x.cells(), mesh.x.cells() * mesh.y.cells()};
  const int axis = plane ? plane->axis : 2;
  const int cell = plane ? plane->cell : mesh.z.cells() / 2;
  const auto [across, along] = mesh::axes_of_planes[slot(axis)];
  return {mesh::plane_of(mesh, axis, cell), cell * strides[slot(axis)], strides[slot(across)],
          strides[slot(along)]};
}

double value_at(const std::vector<double>& values, int cell) {
  return cell < 0 ? std::numeric_limits<double>::quiet_NaN() : values[slot(cell)];
}

/// Centres of cells first - 1 to last, and the ends of the axis where it ends there, each with its
/// cell.
std::vector<std::pair<double, int>> points_on(const mesh::Axis& axis, int first, int last) {
  std::vector<std::pair<double, int>> points;
  if (first == 0) points.emplace_back(axis.faces.front(), 0);
  for (int k = std::max(first - 1, 0); k < std::min(last + 1, axis.cells()); ++k)
    points.emplace_back(axis.centre(k), k);
  if (last == axis.cells()) points.emplace_back(axis.faces.back(), last - 1);
  return points;
}

PointGrid centres_of(const Layer& layer, const std::vector<double>& values, const Window& window) {
  const auto [i0, i1] = cells_between(layer.plane.x, window.x0, window.x1);
  const auto [j0, j1] = cells_between(layer.plane.y, window.y0, window.y1);
  const auto columns = points_on(layer.plane.x, i0, i1), rows = points_on(layer.plane.y, j0, j1);
  PointGrid grid;
  for (const auto& [x, i] : columns) grid.x.push_back(x);
  for (const auto& [y, j] : rows) {
    grid.y.push_back(y);
    for (const auto& [x, i] : columns) grid.values.push_back(value_at(values, layer.cell(i, j)));
  }
  return grid;
}

/// Of polyhedra, which have no rows: about two points for each cell in each direction, smoothed.
PointGrid samples_of(const PlaneCut& cut, const std::vector<double>& values, const Window& window) {
  const auto cells = static_cast<double>(cut.cells_in(window).size());
  const double shape = window.height() / window.width();
  const auto count = [](double points) {
    return static_cast<int>(std::lround(std::clamp(points, 12.0, 500.0)));
  };
  const int nx = count(2 * std::sqrt(cells / shape)), ny = count(2 * std::sqrt(cells * shape));
  PointGrid grid;
  for (int i = 0; i < nx; ++i) grid.x.push_back(window.x0 + window.width() * (i + 0.5) / nx);
  for (int j = 0; j < ny; ++j) grid.y.push_back(window.y0 + window.height() * (j + 0.5) / ny);
  for (const int cell : cut.cells_under(window, nx, ny))
    grid.values.push_back(value_at(values, cell));
  smooth(grid, 2);
  return grid;
}

PlaneView view_of_box(const output::Snapshot& snapshot, const std::optional<Plane>& plane) {
  const mesh::Mesh& mesh = *snapshot.mesh;
  const auto layer = std::make_shared<const Layer>(layer_of(mesh, plane));
  PlaneView view;
  view.whole = window_of(layer->plane);
  name_axes(view, snapshot, plane ? plane->axis : 2);
  if (plane && mesh.axes() > 2)
    name_place(view, plane->axis, mesh.axis(plane->axis).centre(plane->cell));
  view.cells_in = [layer](const Window& window) {
    const auto [i0, i1] = cells_between(layer->plane.x, window.x0, window.x1);
    const auto [j0, j1] = cells_between(layer->plane.y, window.y0, window.y1);
    std::vector<int> cells;
    for (int j = j0; j < j1; ++j)
      for (int i = i0; i < i1; ++i)
        if (const int cell = layer->cell(i, j); cell >= 0) cells.push_back(cell);
    return cells;
  };
  view.cells_under = [layer](const Window& window, int width, int height) {
    const auto columns = cells_under_pixels(layer->plane.x, window.x0, window.x1, width);
    const auto rows = cells_under_pixels(layer->plane.y, window.y0, window.y1, height);
    std::vector<int> cells;
    cells.reserve(columns.size() * rows.size());
    for (const int j : rows)
      for (const int i : columns) cells.push_back(layer->cell(i, j));
    return cells;
  };
  view.grid_of = [layer](const std::vector<double>& values, const Window& window) {
    return centres_of(*layer, values, window);
  };
  return view;
}

PlaneView view_of_cut(const output::Snapshot& snapshot, const std::optional<Plane>& plane) {
  const auto z = mesh::extent_of(*snapshot.poly)[2];
  const int axis = plane ? plane->axis : 2;
  const double position = plane ? plane->position : 0.5 * (z[0] + z[1]);
  const auto cut = std::make_shared<const PlaneCut>(*snapshot.poly, axis, position);
  PlaneView view;
  view.whole = cut->window();
  name_axes(view, snapshot, axis);
  if (plane) name_place(view, axis, position);
  view.cells_in = [cut](const Window& window) { return cut->cells_in(window); };
  view.cells_under = [cut](const Window& window, int width, int height) {
    return cut->cells_under(window, width, height);
  };
  view.grid_of = [cut](const std::vector<double>& values, const Window& window) {
    return samples_of(*cut, values, window);
  };
  return view;
}
}  // namespace

PlaneView view_of(const output::Snapshot& snapshot, const std::optional<Plane>& plane) {
  return snapshot.poly ? view_of_cut(snapshot, plane) : view_of_box(snapshot, plane);
}

}  // namespace slipflow::drawing
