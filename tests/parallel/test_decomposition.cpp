// Pieces of a mesh, their neighbours, and the exchange between them.
#include <doctest/doctest.h>

#include <map>
#include <tuple>
#include <vector>

#include "slipflow/mesh/decomposition.hpp"
#include "slipflow/mesh/halo_plan.hpp"

namespace test_decomposition {

using namespace slipflow::mesh;

namespace {
const HaloDepth deep{kPad, kPad};
const std::vector<FieldDepth> one_field = {{deep, deep}};
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

}  // namespace test_decomposition
