// Pictures of polyhedra are those of the same box.
#include <doctest/doctest.h>

#include <cmath>

#include "plane_cut.hpp"
#include "slipflow/drawing/picture.hpp"
#include "slipflow/mesh/poly_build.hpp"

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
