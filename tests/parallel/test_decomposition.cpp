// Pieces of a mesh, their neighbours, and the exchange between them.
#include <doctest/doctest.h>

#include <map>
#include <tuple>
#include <vector>

#include "failure.hpp"
#include "slipflow/mesh/decomposition.hpp"
#include "slipflow/mesh/halo_plan.hpp"

namespace test_decomposition {

using namespace slipflow::mesh;

namespace {
const HaloDepth deep{kPad, kPad};
const std::vector<FieldDepth> one_field = {{deep, deep, deep}};
}  // namespace

TEST_CASE("pieces cover the mesh once, and know their neighbours") {
  const Decomposition pieces({{0, 5, 11, 20}, false}, {{0, 7, 14}, true});
  CHECK(pieces.grid() == Grid{3, 2});
  REQUIRE(pieces.size() == 6);
  std::map<std::pair<int, int>, int> owners;
  for (int rank = 0; rank < pieces.size(); ++rank) {
    const CellBox box = pieces.cells(rank);
    for (int j = box.j0; j < box.j1; ++j)
      for (int i = box.i0; i < box.i1; ++i) ++owners[{i, j}];
  }
  CHECK(owners.size() == 20 * 14);
  for (const auto& [cell, count] : owners) CHECK(count == 1);
  CHECK(pieces.neighbour(0, 1, 0) == 1);
  CHECK(pieces.neighbour(0, 1, 1) == 4);
  CHECK(pieces.neighbour(0, 0, -1) == 3);  // around the periodic axis
  CHECK(!pieces.neighbour(0, -1, 0));
  CHECK(!pieces.neighbour(2, 1, 1));
  CHECK(pieces.owned(0).i0 == -kPad);
  CHECK(pieces.owned(0).i1 == 5);
  CHECK(pieces.owned(0).j0 == 0);
  CHECK(pieces.owned(2).i1 == 9 + kPad);
}

TEST_CASE("an axis of one piece has no neighbours, even if it is periodic") {
  const Decomposition pieces({{0, 9}, true}, {{0, 7}, true});
  CHECK(!pieces.neighbour(0, 1, 0));
  CHECK(halo_plan(pieces, 0, one_field).messages.empty());
}

TEST_CASE("cuts are even") {
  CHECK(even_cuts(10, 3) == std::vector<int>{0, 3, 6, 10});
  CHECK(even_cuts(4, 1) == std::vector<int>{0, 4});
}

TEST_CASE("what one rank sends is what another one receives") {
  for (const bool periodic : {false, true}) {
    const Decomposition pieces({{0, 5, 10}, periodic}, {{0, 4, 9, 15}, periodic});
    const std::vector<FieldDepth> fields = {{HaloDepth{2, 1}, HaloDepth{3, 2}},
                                            {HaloDepth{4, 3}, HaloDepth{0, 1}}};
    std::map<std::tuple<int, int, int>, std::size_t> sent;
    std::size_t received = 0;
    for (int rank = 0; rank < pieces.size(); ++rank) {
      const HaloPlan plan = halo_plan(pieces, rank, fields);
      CHECK(plan.messages.size() == (periodic ? 8 : 3 + 2 * (rank / 2 == 1)));
      for (const auto& m : plan.messages) sent[{rank, m.peer, m.direction_out}] = m.values_out;
      received += plan.in.values();
    }
    std::size_t all = 0;
    for (int rank = 0; rank < pieces.size(); ++rank)
      for (const auto& m : halo_plan(pieces, rank, fields).messages) {
        CHECK(sent.at({m.peer, rank, m.direction_in}) == m.values_in);
        all += m.values_out;
      }
    CHECK(all == received);
    CHECK(all > 0);
  }
}

TEST_CASE("the nodes of a plan are those around the piece") {
  const Decomposition pieces({{0, 5, 10}, false}, {{0, 8}, false});
  const HaloPlan plan = halo_plan(pieces, 0, {{HaloDepth{2, 1}, HaloDepth{3, 2}}});
  REQUIRE(plan.messages.size() == 1);
  REQUIRE(plan.in.blocks.size() == 1);
  const CellBox in = plan.in.blocks[0].nodes, out = plan.out.blocks[0].nodes;
  CHECK(in.i0 == 5);
  CHECK(in.i1 == 6);
  CHECK(in.j0 == -kPad);  // with the ghosts outside both boundaries
  CHECK(in.j1 == 8 + kPad);
  CHECK(out.i0 == 3);  // two layers below the first cell of the other piece
  CHECK(out.i1 == 5);
}

TEST_CASE("pieces of a box cover it once and have up to 26 neighbours") {
  const Decomposition pieces({{0, 5, 11}, false}, {{0, 7, 14, 20}, true}, {{0, 4, 9, 13}, false});
  CHECK(pieces.grid() == Grid{2, 3, 3});
  CHECK(pieces.grid().text(3) == "2 x 3 x 3");
  REQUIRE(pieces.size() == 18);
  std::map<std::tuple<int, int, int>, int> owners;
  for (int rank = 0; rank < pieces.size(); ++rank)
    for_cells(pieces.cells(rank), [&](int i, int j, int k) { ++owners[{i, j, k}]; });
  CHECK(owners.size() == 11 * 20 * 13);
  for (const auto& [cell, count] : owners) CHECK(count == 1);
  CHECK(pieces.neighbour(0, 1, 0, 1) == 7);
  CHECK(pieces.neighbour(0, 1, -1, 1) == 11);  // around the periodic axis
  CHECK(!pieces.neighbour(0, 0, 0, -1));
  CHECK(pieces.owned(0).k0 == -kPad);
  CHECK(pieces.owned(0).k1 == 4);
  CHECK(pieces.owned(0).j0 == 0);
  CHECK(pieces.layout(6).nz == 5);
  // At the bottom of the box, a low end of x: two pieces along x and z, three along y.
  CHECK(halo_plan(pieces, 0, one_field).messages.size() == 2 * 3 * 2 - 1);
  CHECK(halo_plan(pieces, 6, one_field).messages.size() == 2 * 3 * 3 - 1);
  const Decomposition periodic({{0, 4, 8, 12}, true}, {{0, 4, 8}, true}, {{0, 5, 10}, true});
  for (int rank = 0; rank < periodic.size(); ++rank)
    CHECK(halo_plan(periodic, rank, one_field).messages.size() == 26);
}

TEST_CASE("a plan of a box has the depths of each field along each axis") {
  const std::vector<FieldDepth> fields = {{HaloDepth{2, 2}, HaloDepth{2, 1}, HaloDepth{4, 3}},
                                          {HaloDepth{3, 2}, HaloDepth{0, 1}, HaloDepth{1, 0}}};
  const Decomposition pieces({{0, 6, 12}, true}, {{0, 9}, true}, {{0, 4, 9}, false});
  const HaloPlan plan = halo_plan(pieces, 0, fields);
  // Both ends of x and the top, with the edges between them; y is not cut.
  REQUIRE(plan.messages.size() == 5);
  REQUIRE(plan.in.blocks.size() == 10);
  std::map<std::tuple<int, int, int>, std::size_t> values;
  for (const HaloBlock& b : plan.in.blocks) {
    CHECK(b.nodes.j0 == -kPad);
    CHECK(b.nodes.j1 == 9 + kPad);
    values[{b.field, b.nodes.i0, b.nodes.k0}] = b.values();
  }
  const std::size_t rows = 9 + 2 * kPad;
  CHECK(values.at({0, -2, -kPad}) == 2 * rows * (4 + kPad));  // from the west
  CHECK(values.at({0, 6, -kPad}) == 2 * rows * (4 + kPad));
  CHECK(values.at({0, 0, 4}) == 6 * rows * 3);  // from the top
  CHECK(values.at({0, -2, 4}) == 2 * rows * 3);
  CHECK(values.at({1, -3, -kPad}) == 3 * rows * (4 + kPad));
  CHECK(values.at({1, 6, 4}) == 0);
}

TEST_CASE("what one rank of a box sends is what another one receives") {
  const std::vector<FieldDepth> fields = {{HaloDepth{2, 1}, HaloDepth{3, 2}, HaloDepth{2, 2}},
                                          {HaloDepth{4, 3}, HaloDepth{0, 1}, HaloDepth{1, 0}}};
  for (const bool periodic : {false, true}) {
    const Decomposition pieces({{0, 5, 10}, periodic}, {{0, 4, 9, 15}, periodic},
                               {{0, 4, 8}, periodic});
    std::map<std::tuple<int, int, int>, std::size_t> sent;
    for (int rank = 0; rank < pieces.size(); ++rank)
      for (const auto& m : halo_plan(pieces, rank, fields).messages)
        sent[{rank, m.peer, m.direction_out}] = m.values_out;
    std::size_t received = 0;
    for (int rank = 0; rank < pieces.size(); ++rank)
      for (const auto& m : halo_plan(pieces, rank, fields).messages) {
        CHECK(sent.at({m.peer, rank, m.direction_in}) == m.values_in);
        ++received;
      }
    CHECK(received == sent.size());
    CHECK(received == (periodic ? 12 * 26 : 4 * (7 + 11 + 7)));
  }
}

TEST_CASE("the grid of a box cuts the last axis first, and x as the last resort") {
  CHECK(choose_grid({100, 100, 100}, 2) == Grid{1, 1, 2});
  CHECK(choose_grid({100, 100, 100}, 8) == Grid{1, 2, 4});
  CHECK(choose_grid({100, 100, 400}, 4) == Grid{1, 1, 4});
  CHECK(choose_grid({100, 400, 100}, 4) == Grid{1, 4, 1});
  CHECK(choose_grid({64, 7, 7}, 4) == Grid{4, 1, 1});
  CHECK(choose_grid({40, 20}, 4) == Grid{1, 4, 1});
}

TEST_CASE("a grid that is too fine is refused with the axis and its fewest cells") {
  using test_support::failure;
  CHECK(failure([] {
          choose_grid({9, 8, 7}, 8);
        }).second ==
        "8 ranks cannot share 9 x 8 x 7 cells in a grid of pieces of at least 4 cells along each "
        "axis that is cut, at most 2 along x, 2 along y, 1 along z: take fewer ranks");
  CHECK(failure([] {
          check_grid({1, 1, 3}, {20, 20, 11}, 3);
        }) ==
        std::pair(slipflow::ExitStatus::bad_input,
                  std::string("a grid of 1 x 1 x 3 pieces is too fine for 20 x 20 x 11 cells: 3 "
                              "pieces along z need at least 12 cells, 4 each")));
  CHECK(failure([] {
          check_grid({1, 2, 2}, {20, 20, 20}, 3);
        }).second == "a grid of 1 x 2 x 2 pieces is not one of 3 ranks");
  CHECK(failure([] {
          check_grid({1, -2, -2}, {20, 20, 20}, 4);
        }).second == "a grid of 1 x -2 x -2 pieces is not one of 4 ranks");
  check_grid({5, 1, 1}, {20, 3, 3}, 5);
}

}  // namespace test_decomposition
