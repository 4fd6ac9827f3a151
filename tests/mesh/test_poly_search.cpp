// The search of the cell in which a point lies.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "slipflow/mesh/poly_build.hpp"
#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/mesh/poly_search.hpp"

namespace test_poly_search {

using namespace slipflow;

namespace {
mesh::PolyMesh unit_box(int nx, int ny, int nz) {
  mesh::Mesh box{mesh::geometric_axis(0, 1, nx, 1.3), mesh::uniform_axis(0, 1, ny), {}, {}};
  if (nz > 0) box.z = mesh::uniform_axis(0, 1, nz);
  box.tags.assign(box.layout().size(), 0);
  return mesh::poly_mesh_of(box);
}

/// With points inside of it moved, so that faces are warped.
std::shared_ptr<const mesh::PolyMesh> warped_box() {
  auto made = std::make_shared<mesh::PolyMesh>(unit_box(6, 5, 4));
  for (std::size_t k = 0; k < made->points.size(); ++k) {
    auto& point = made->points[k];
    const double to_boundary =
        64 * point[0] * (1 - point[0]) * point[1] * (1 - point[1]) * point[2] * (1 - point[2]);
    for (std::size_t axis = 0; axis < 3; ++axis)
      point[axis] += 0.06 * to_boundary * std::sin(37.0 * static_cast<double>(3 * k + axis));
  }
  return made;
}

double fraction(double x) { return x - std::floor(x); }
}  // namespace

TEST_CASE("a search finds the cell of every centre, and a cell near any point of the mesh") {
  const auto box = warped_box();
  const auto geometry = mesh::geometry_of(*box);
  const mesh::PolySearch search(box, 3);
  for (int cell = 0; cell < box->cells; ++cell)
    CHECK(search.cell_at(geometry.centres[static_cast<std::size_t>(cell)]) == cell);
  // No gaps between warped faces.
  for (int k = 1; k <= 2000; ++k)
    CHECK(
        search.cell_at({fraction(0.8191725 * k), fraction(0.6710436 * k), fraction(0.549700 * k)}));
}

TEST_CASE("a point on the boundary, or a hair outside, is in the cell there; others in none") {
  const auto box = warped_box();
  const mesh::PolySearch search(box, 3);
  CHECK(search.cell_at({0, 0, 0}) == 0);
  CHECK(search.cell_at({1, 1, 1}) == box->cells - 1);
  CHECK(search.cell_at({1 + 1e-4, 0.5, 0.5}));
  CHECK(!search.cell_at({1.1, 0.5, 0.5}));
  CHECK(!search.cell_at({0.5, -0.02, 0.5}));
  CHECK(!search.cell_at({0.5, std::nan(""), 0.5}));
}

TEST_CASE("in a layer of cells z does not count") {
  const mesh::PolySearch search(std::make_shared<mesh::PolyMesh>(unit_box(6, 5, 0)), 2);
  CHECK(search.cell_at({0.001, 0.3, 17}) == 6);
  CHECK(search.cell_at({0.999, 0.99, 0}) == 29);
  CHECK(!search.cell_at({0.5, 1.1, 0}));
}

}  // namespace test_poly_search
