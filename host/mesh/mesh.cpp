#include "slipflow/mesh/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "slipflow/support/error.hpp"

namespace slipflow::mesh {

int Axis::cell_at(double x) const {
  const auto above = std::upper_bound(faces.begin(), faces.end(), x);
  return std::clamp(static_cast<int>(above - faces.begin()) - 1, 0, cells() - 1);
}

Axis uniform_axis(double lo, double hi, int n) {
  Axis axis;
  const double h = (hi - lo) / n;
  axis.uniform = true;
  axis.widths.assign(n, h);
  axis.faces.resize(n + 1);
  for (int k = 0; k <= n; ++k) axis.faces[k] = lo + (hi - lo) * k / n;
  // Rounding of positions is largest at the ends.
  if (!(axis.faces[1] > lo) || !(hi > axis.faces[n - 1]))
    throw Error(ExitStatus::bad_input,
                fmt::format("cells of width {} cannot be told apart between {} and {}", h, lo, hi));
  return axis;
}

Axis geometric_axis(double lo, double hi, int n, double ratio) {
  std::vector<double> faces(n + 1);
  const double sum = ratio == 1.0 ? n : (std::pow(ratio, n) - 1) / (ratio - 1);
  double width = (hi - lo) / sum;
  faces[0] = lo;
  for (int k = 0; k < n; ++k, width *= ratio) faces[k + 1] = faces[k] + width;
  faces[n] = hi;  // the sum of widths misses it by rounding
  return axis_from_faces(std::move(faces));
}

Axis axis_from_faces(std::vector<double> faces) {
  if (faces.size() < 2)
    throw Error(ExitStatus::bad_input, "an axis needs at least two face positions");
  Axis axis;
  for (std::size_t k = 0; k + 1 < faces.size(); ++k) {
    const double width = faces[k + 1] - faces[k];
    if (!(width > 0) || !std::isfinite(width))
      throw Error(
          ExitStatus::bad_input,
          fmt::format("face positions must increase, but number {} is {} and number {} is {}",
                      k + 1, faces[k], k + 2, faces[k + 1]));
    axis.widths.push_back(width);
  }
  axis.faces = std::move(faces);
  return axis;
}

Layout layout_of(const CellBox& cells, int axes) {
  return {cells.along(0).count(), cells.along(1).count(), axes == 3 ? cells.along(2).count() : 0};
}

CellBox cells_of(const Layout& layout) {
  return {0, 0, layout.nx, std::max(layout.ny, 1), 0, std::max(layout.nz, 1)};
}

CellBox padded_cells_of(const Layout& layout) {
  CellBox box = cells_of(layout);
  box.i0 -= kPad, box.i1 += kPad;
  if (layout.ny > 0) box.j0 -= kPad, box.j1 += kPad;
  if (layout.nz > 0) box.k0 -= kPad, box.k1 += kPad;
  return box;
}

CellBox first_ghosts(const Layout& layout, int side) {
  CellBox box = cells_of(layout);
  const bool low = side % 2 == 0;
  const auto place = [low](int& first, int& end) {
    first = low ? -1 : end;
    end = first + 1;
  };
  if (axis_across(side) == 0) place(box.i0, box.i1);
  if (axis_across(side) == 1) place(box.j0, box.j1);
  if (axis_across(side) == 2) place(box.k0, box.k1);
  return box;
}

std::int64_t Mesh::cells() const {
  std::int64_t product = 1;
  for (const Axis* axis : {&x, &y, &z})
    if (axis->cells() > 0) product *= axis->cells();
  return product;
}

bool Mesh::any_solid() const {
  return std::any_of(tags.begin(), tags.end(), [](auto tag) { return tag != 0; });
}

std::string size_text(const Layout& cells) {
  std::string text = fmt::format("{}", cells.nx);
  for (int axis = 1; axis < cells.axes(); ++axis) text += fmt::format(" x {}", cells.cells(axis));
  return text;
}

std::string Mesh::size_text() const { return mesh::size_text(layout()); }

double area_of_face(const Mesh& mesh, const std::array<int, 3>& cell, int side) {
  double area = 1;
  for (const int axis : axes_along(side, mesh.axes()))
    area *= mesh.axis(axis).widths[static_cast<std::size_t>(cell[static_cast<std::size_t>(axis)])];
  return area;
}

Mesh plane_of(const Mesh& mesh, int axis, int cell) {
  const auto [across, along] = axes_of_planes[static_cast<std::size_t>(axis)];
  Mesh plane{mesh.axis(across), mesh.axis(along), {}, {}};
  const auto layout = plane.layout();
  plane.tags.resize(layout.size());
  for (int j = -kPad; j < layout.ny + kPad; ++j)
    for (int i = -kPad; i < layout.nx + kPad; ++i) {
      std::array<int, 3> at{};
      at[static_cast<std::size_t>(axis)] = cell;
      at[static_cast<std::size_t>(across)] = i;
      at[static_cast<std::size_t>(along)] = j;
      plane.tags[layout.at(i, j)] = mesh.tags[mesh.layout().at(at[0], at[1], at[2])];
    }
  return plane;
}

}  // namespace slipflow::mesh
