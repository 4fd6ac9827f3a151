// Cuts of a mesh by the costs of its cells and the weights of the ranks.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "slipflow/mesh/decomposition.hpp"

namespace test_cuts {

using namespace slipflow::mesh;

namespace {
using Costs = std::vector<std::int64_t>;
using Indices = std::vector<int>;

Mesh mesh_of(int nx, int ny, int nz = 0) {
  Mesh mesh;
  mesh.x = uniform_axis(0, nx, nx);
  mesh.y = uniform_axis(0, ny, ny);
  if (nz > 0) mesh.z = uniform_axis(0, nz, nz);
  mesh.tags.assign(mesh.layout().size(), 0);
  return mesh;
}

Indices lengths(const Indices& cuts) {
  Indices lengths(cuts.size());
  std::adjacent_difference(cuts.begin(), cuts.end(), lengths.begin());
  lengths.erase(lengths.begin());
  return lengths;
}

/// The costs of the mesh by their definition.
std::vector<Costs> costs_by_definition(const Mesh& mesh) {
  const Layout layout = mesh.layout();
  const int deep = layout.axes() == 3 ? 4 : 0;
  std::vector<Costs> costs;
  for (int axis = 0; axis < layout.axes(); ++axis) costs.emplace_back(layout.cells(axis), 0);
  for_cells(cells_of(layout), [&](int i, int j, int k) {
    bool near = false;
    for_cells({i - 4, j - 4, i + 5, j + 5, k - deep, k + deep + 1},
              [&](int a, int b, int c) { near = near || mesh.solid(a, b, c); });
    const int at[] = {i, j, k};
    for (int axis = 0; axis < layout.axes(); ++axis) costs[axis][at[axis]] += near ? 5 : 2;
  });
  return costs;
}
}  // namespace

TEST_CASE("without solid cells and weights cuts are even") {
  const Mesh mesh = mesh_of(23, 14);
  const Cuts cuts = cut_mesh(mesh, {3, 2});
  CHECK(cuts.x == Indices{0, 7, 15, 23});
  CHECK(cuts.y == Indices{0, 7, 14});
  CHECK(cuts.grid() == Grid{3, 2});
  CHECK(cut_by_cost(Costs(23, 2), std::vector{1.0, 1.0, 1.0}) == cuts.x);
}

TEST_CASE("cells within reach of solid cells cost more, ghost cells included") {
  Mesh mesh = mesh_of(21, 17);
  const auto layout = mesh.layout();
  for (const auto& [i, j] : {std::pair(9, 8), {10, 8}, {10, 9}, {0, 16}, {-3, 2}, {24, 20}})
    mesh.tags[layout.at(i, j)] = 1;
  const auto costs = layer_costs(mesh);
  CHECK(costs == costs_by_definition(mesh));
  CHECK(*std::ranges::max_element(costs[0]) > 2 * 17);
}

TEST_CASE("cells within reach of solid cells cost more in space too") {
  Mesh mesh = mesh_of(13, 11, 12);
  const auto layout = mesh.layout();
  for (const auto& [i, j, k] :
       {std::array{9, 8, 2}, {10, 8, 2}, {0, 10, 11}, {-3, 2, 5}, {6, 1, -2}})
    mesh.tags[layout.at(i, j, k)] = 1;
  CHECK(layer_costs(mesh) == costs_by_definition(mesh));
  CHECK(cut_mesh(mesh, {1, 2, 2}).grid() == Grid{1, 2, 2});
}

TEST_CASE("a box is cut along each axis") {
  const Cuts cuts = cut_mesh(mesh_of(13, 9, 10), {1, 2, 2});
  CHECK(cuts == Cuts{{0, 13}, {0, 4, 9}, {0, 5, 10}});
  const Mesh mesh = mesh_of(8, 8, 40);
  CHECK(cut_mesh(mesh, {1, 1, 2}, {1, 3}) == Cuts{{0, 8}, {0, 8}, {0, 10, 40}});
}

TEST_CASE("a piece with a body has fewer cells") {
  Mesh mesh = mesh_of(60, 40);
  const auto layout = mesh.layout();
  for (int j = 0; j < 20; ++j)
    for (int i = 5; i < 15; ++i) mesh.tags[layout.at(i, j)] = 1;
  const auto costs = layer_costs(mesh)[0];
  const auto all = std::accumulate(costs.begin(), costs.end(), std::int64_t{});
  const Cuts cuts = cut_mesh(mesh, {2, 1});
  REQUIRE(cuts.x.size() == 3);
  CHECK(cuts.x[1] < 30);
  const auto first = std::accumulate(costs.begin(), costs.begin() + cuts.x[1], std::int64_t{});
  CHECK(2 * first <= all);
  CHECK(2 * (first + costs[cuts.x[1]]) > all);
  CHECK(cut_mesh(mesh, {1, 2}).y[1] < 20);
}

TEST_CASE("pieces are in proportion to the weights, along the axis that is cut") {
  CHECK(lengths(cut_by_cost(Costs(40, 2), std::vector{1.0, 3.0})) == Indices{10, 30});
  CHECK(lengths(cut_by_cost(Costs(70, 3), std::vector{2.0, 4.0, 1.0})) == Indices{20, 40, 10});
  const Mesh mesh = mesh_of(40, 80);
  CHECK(cut_mesh(mesh, {1, 2}, {1, 3}).x == Indices{0, 40});
  CHECK(cut_mesh(mesh, {1, 2}, {1, 3}).y == Indices{0, 20, 80});
  CHECK(cut_mesh(mesh, {2, 1}, {1, 3}).x == Indices{0, 10, 40});
}

TEST_CASE("each piece has at least four lines, whatever the weights are") {
  CHECK(lengths(cut_by_cost(Costs(16, 2), std::vector{1e-300, 1.0, 1e300, 1e-9})) ==
        Indices{4, 4, 4, 4});
  CHECK(lengths(cut_by_cost(Costs(30, 2), std::vector{1e-300, 1e300, 1e300})) ==
        Indices{4, 11, 15});
  const double largest = std::numeric_limits<double>::max();
  CHECK(lengths(cut_by_cost(Costs(30, 2), std::vector{largest, largest})) == Indices{15, 15});
  CHECK(lengths(cut_by_cost(Costs(3, 2), std::vector{5e-324})) == Indices{3});
}

}  // namespace test_cuts
