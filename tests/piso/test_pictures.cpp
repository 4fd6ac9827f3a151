// Pictures of polyhedra are those of the same box.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "plane_cut.hpp"
#include "slipflow/drawing/picture.hpp"
#include "slipflow/mesh/mesh.hpp"
#include "slipflow/mesh/poly_build.hpp"
#include "slipflow/mesh/poly_search.hpp"

namespace test_pictures {

using namespace slipflow;

namespace {
mesh::Mesh with_body(int layers) {
  mesh::Mesh box{mesh::geometric_axis(0, 2, 9, 1.2), mesh::uniform_axis(-1, 0, 7), {}, {}};
  if (layers > 0) box.z = mesh::uniform_axis(3, 4, layers);
  box.tags.assign(box.layout().size(), 0);
  for (int k = 0; k < std::max(layers, 1); ++k)
    for (int j = 2; j < 4; ++j) box.tags[box.layout().at(4, j, k)] = 1;
  return box;
}

/// A field of the box, and the same of its fluid cells.
struct Fields {
  std::vector<double> of_box, of_cells;

  explicit Fields(const mesh::Mesh& box) {
    for (int k = 0; k < std::max(box.z.cells(), 1); ++k)
      for (int j = 0; j < box.y.cells(); ++j)
        for (int i = 0; i < box.x.cells(); ++i) {
          of_box.push_back(std::sin(1.0 + i) + j * j - 3 * k);
          if (!box.solid(i, j, k)) of_cells.push_back(of_box.back());
        }
  }
};

output::Snapshot snapshot_of(const mesh::Mesh& mesh, const std::vector<double>& values,
                             const mesh::PolyMesh* poly = nullptr) {
  return {3, 0.5, &mesh, {{"p", "pressure p", values}}, poly};
}

mesh::Mesh line_of(int cells) { return {mesh::uniform_axis(0, cells, cells), {}, {}, {}}; }

const drawing::PictureStyle kStyle{"Title", 400};
}  // namespace

TEST_CASE("a layer of polyhedra") {
  const auto box = with_body(0);
  const auto poly = mesh::poly_mesh_of(box);
  const Fields fields(box);
  const auto line = line_of(poly.cells);
  CHECK(drawing::draw_picture(snapshot_of(box, fields.of_box), "p", kStyle) ==
        drawing::draw_picture(snapshot_of(line, fields.of_cells, &poly), "p", kStyle));
}

TEST_CASE("a plane through polyhedra") {
  const auto box = with_body(4);
  const auto poly = mesh::poly_mesh_of(box);
  const Fields fields(box);
  const auto line = line_of(poly.cells);
  const auto of_box = snapshot_of(box, fields.of_box);
  const auto of_poly = snapshot_of(line, fields.of_cells, &poly);
  const auto cut = [&](int axis, double position) {
    return drawing::draw_picture(of_poly, "p", kStyle, drawing::Plane{axis, 0, position});
  };
  const auto slice = [&](int axis, int cell) {
    return drawing::draw_picture(of_box, "p", kStyle, drawing::Plane{axis, cell, 0});
  };
  CHECK(cut(2, 3.375) == slice(2, 1));
  CHECK(cut(1, box.y.centre(3)) == slice(1, 3));
  CHECK(cut(0, box.x.centre(4)) == slice(0, 4));
}

TEST_CASE("smooth shading of polyhedra is exact for linear fields, up to walls") {
  auto poly = mesh::poly_mesh_of(with_body(4));
  // Cells of no regular shape, with faces that are not plane.
  for (auto& [x, y, z] : poly.points) {
    const double bend = 0.02 * std::sin(7 * x + 5 * y + 3 * z);
    x += bend, y -= 0.5 * bend, z += bend;
  }
  const auto geometry = mesh::geometry_of(poly);
  const auto linear = [](const mesh::Vector3& at) { return 2 * at[0] - 3 * at[1] + 5 * at[2]; };
  std::vector<double> cells;
  for (const auto& centre : geometry.centres) cells.push_back(linear(centre));
  const drawing::PointValues values(poly, geometry, cells);
  const auto whole = mesh::extent_of(poly);
  for (int axis = 0; axis < 3; ++axis) {
    CAPTURE(axis);
    const auto k = static_cast<std::size_t>(axis);
    const auto [across, along] = mesh::axes_of_planes[k];
    const double position = 0.45 * whole[k][0] + 0.55 * whole[k][1];
    const drawing::PlaneCut cut(poly, axis, position);
    const auto window = cut.window();
    const auto under = cut.cells_under(window, 90, 60);
    const auto shades = cut.values_under(values, window, 90, 60);
    int shown = 0;
    for (std::size_t pixel = 0; pixel < under.size(); ++pixel) {
      if (under[pixel] < 0 || std::isnan(shades[pixel])) continue;
      mesh::Vector3 at{};
      at[k] = position;
      at[static_cast<std::size_t>(across)] =
          window.x0 + (static_cast<double>(pixel % 90) + 0.5) / 90 * window.width();
      at[static_cast<std::size_t>(along)] =
          window.y0 + (static_cast<double>(pixel / 90) + 0.5) / 60 * window.height();
      CHECK(std::abs(shades[pixel] - linear(at)) < 1e-6);
      ++shown;
    }
    CHECK(shown > 0.995 * static_cast<double>(
                              std::ranges::count_if(under, [](int cell) { return cell >= 0; })));
  }
}

TEST_CASE("a plane that lies on faces shows the cells below it, the lowest one those above it") {
  const auto poly = mesh::poly_mesh_of(with_body(4));
  const auto cells = [&](double z) {
    const drawing::PlaneCut cut(poly, 2, z);
    return cut.cells_under(cut.window(), 60, 40);
  };
  CHECK(cells(3) == cells(3.125));
  CHECK(cells(3.25) == cells(3.125));
  CHECK(cells(3.26) == cells(3.375));
  CHECK(cells(4) == cells(3.875));
  CHECK(cells(3.125) != cells(3.375));
}

}  // namespace test_pictures
