#include "plane_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "picture_frame.hpp"
#include "plane_cut.hpp"
#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/mesh/poly_search.hpp"

namespace slipflow::drawing {

namespace {
constexpr int kMostCells = 4000, kMostSamples = 800;  // along an axis of a grid
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

/// Cells of an axis, where they are far smaller than pixels some of them as wide as several.
struct SomeCells {
  std::vector<int> cells;
  CellAxis axis;
};

/// The cells from `first` to `last` and one neighbour on either side; of many, every n-th.
SomeCells some_cells(const mesh::Axis& axis, int first, int last) {
  first = std::max(first - 1, 0), last = std::min(last + 1, axis.cells());
  const int step = std::max((last - first) / kMostCells, 1);
  SomeCells some;
  some.axis.faces.push_back(axis.faces[slot(first)]);
  for (int k = first; k < last; k += step) {
    some.cells.push_back(std::min(k + step / 2, last - 1));
    some.axis.centres.push_back(axis.centre(some.cells.back()));
    some.axis.faces.push_back(axis.faces[slot(std::min(k + step, last))]);
  }
  return some;
}

PointGrid centres_of(const Layer& layer, const std::vector<double>& values, const Window& window) {
  const auto [i0, i1] = cells_between(layer.plane.x, window.x0, window.x1);
  const auto [j0, j1] = cells_between(layer.plane.y, window.y0, window.y1);
  const auto columns = some_cells(layer.plane.x, i0, i1), rows = some_cells(layer.plane.y, j0, j1);
  std::vector<double> cells;
  cells.reserve(columns.cells.size() * rows.cells.size());
  for (const int j : rows.cells)
    for (const int i : columns.cells) cells.push_back(value_at(values, layer.cell(i, j)));
  return grid_of_cells(columns.axis, rows.axis, cells);
}

using ValuesUnder = decltype(PlaneView::values_under);

/// Of polyhedra, which have no rows: points closer than pixels usually are, from end to end.
PointGrid samples_of(const ValuesUnder& values_under, const std::vector<double>& values,
                     const Window& window) {
  const double apart = std::max(window.width(), window.height()) / kMostSamples;
  const int nx = std::max(static_cast<int>(std::lround(window.width() / apart)), 1);
  const int ny = std::max(static_cast<int>(std::lround(window.height() / apart)), 1);
  const double dx = window.width() / nx, dy = window.height() / ny;
  PointGrid grid;
  for (int i = 0; i <= nx; ++i) grid.x.push_back(window.x0 + i * dx);
  for (int j = 0; j <= ny; ++j) grid.y.push_back(window.y0 + j * dy);
  // Pixels with their middles at these points.
  grid.values = values_under(
      values,
      {window.x0 - 0.5 * dx, window.y0 - 0.5 * dy, window.x1 + 0.5 * dx, window.y1 + 0.5 * dy},
      nx + 1, ny + 1);
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
  view.values_under = [layer](const std::vector<double>& values, const Window& window, int width,
                              int height) {
    const PointGrid grid = centres_of(*layer, values, window);
    std::vector<double> pixels;
    for (int j = 0; j < height; ++j)
      for (int i = 0; i < width; ++i)
        pixels.push_back(grid(window.x0 + (i + 0.5) / width * window.width(),
                              window.y0 + (j + 0.5) / height * window.height()));
    return pixels;
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
  const mesh::PolyMesh& mesh = *snapshot.poly;
  const auto geometry = std::make_shared<mesh::PolyGeometry>();  // made when it is needed
  view.values_under = [cut, geometry, &mesh](const std::vector<double>& values,
                                             const Window& window, int width, int height) {
    if (geometry->centres.empty()) *geometry = mesh::geometry_of(mesh);
    return cut->values_under({mesh, *geometry, values}, window, width, height);
  };
  view.grid_of = [values_under = view.values_under](const std::vector<double>& values,
                                                    const Window& window) {
    return samples_of(values_under, values, window);
  };
  return view;
}
}  // namespace

PlaneView view_of(const output::Snapshot& snapshot, const std::optional<Plane>& plane) {
  return snapshot.poly ? view_of_cut(snapshot, plane) : view_of_box(snapshot, plane);
}

}  // namespace slipflow::drawing
