// Gaps between walls on three axes, and bodies thinner than the cells.
#include <doctest/doctest.h>

#include "slipflow/setup/gaps.hpp"
#include "test_cases.hpp"

namespace slipflow::setup::test_gaps {

namespace {
using enum GapSide;
using mesh::CellBox;

// A channel along x of 8 cells along each axis.
constexpr std::array<GapSide, 6> kChannel = {open, open, wall, wall, wall, wall};

/// Width of the narrowest gap next to the boxes, from i0 j0 k0 to i1 j1 k1; 0: there is none.
double narrowest(const std::vector<std::array<int, 6>>& boxes,
                 const std::array<GapSide, 6>& sides = kChannel) {
  mesh::Mesh mesh{
      mesh::uniform_axis(0, 8, 8), mesh::uniform_axis(0, 8, 8), mesh::uniform_axis(0, 8, 8), {}};
  mesh.tags.assign(mesh.layout().size(), 0);
  for (const auto& [i0, j0, k0, i1, j1, k1] : boxes)
    for (int k = k0; k < k1; ++k)
      for (int j = j0; j < j1; ++j)
        for (int i = i0; i < i1; ++i) mesh.tags[mesh.layout().at(i, j, k)] = 1;
  const std::vector<Body> bodies = {{.name = "box 1", .wall = 1, .cells = {}}};
  const auto gap = narrowest_gap_in_space({mesh, bodies, sides});
  return gap ? gap->cells : 0;
}
}  // namespace

TEST_CASE("on three axes a gap is found across each of them") {
  CHECK(narrowest({{2, 1, 0, 5, 8, 8}}) == 1);
  CHECK(narrowest({{2, 0, 1, 5, 8, 8}}) == 1);
  CHECK(narrowest({{2, 0, 2, 5, 8, 8}}) == 2);
  CHECK(narrowest({{2, 3, 0, 5, 8, 8}}) == 3);
  CHECK(narrowest({{2, 0, 0, 5, 4, 8}}) == 0);
  CHECK(narrowest({{2, 0, 0, 3, 8, 4}, {4, 0, 2, 5, 8, 8}}) == 1);  // across x
  CHECK(narrowest({{2, 3, 0, 4, 8, 8}, {5, 1, 0, 7, 8, 8}}) == 1);  // the narrowest of several
  CHECK(narrowest({{2, 1, 2, 5, 2, 4}}) == 1);                      // open all around
  CHECK(narrowest({{2, 1, 0, 3, 8, 4}}) == 1);  // attached to a side, and longer than wide
}

TEST_CASE("on three axes dead ends and planes of symmetry leave no gap") {
  CHECK(narrowest({{2, 0, 0, 3, 3, 8}, {4, 0, 0, 7, 3, 8}}) == 0);  // a groove across the channel
  auto sides = kChannel;
  sides[mesh::bottom] = sides[mesh::top] = periodic;
  CHECK(narrowest({{2, 0, 0, 3, 3, 8}, {4, 0, 0, 7, 3, 8}}, sides) == 0);
  CHECK(narrowest({{0, 0, 0, 8, 3, 2}, {0, 0, 3, 8, 3, 8}}) == 0);  // one along it
  CHECK(narrowest({{2, 1, 0, 5, 8, 8}, {4, 0, 0, 5, 1, 8}}) == 0);  // closed at one end
  sides = kChannel;
  sides[mesh::south] = frictionless;
  CHECK(narrowest({{2, 1, 0, 5, 8, 8}}, sides) == 0);
  sides = kChannel;
  sides[mesh::bottom] = frictionless;  // at the end of a gap it is no wall
  CHECK(narrowest({{2, 1, 0, 6, 2, 3}}, sides) == 1);
  CHECK(narrowest({{2, 1, 0, 6, 2, 3}}) == 0);
}

TEST_CASE("a plate thinner than the cells is several pieces, one of stairs is not") {
  const auto warning = [](const std::string& body) {
    const auto c = simple_ts::case_from(
        "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 24\ny = 0 12\ncells = 24 12\n[body]\n" + body +
        "\n[boundary]\nwest = pressure p=1.1\neast = pressure p=1\nsouth = wall\nnorth = wall\n"
        "[initial]\nstate = rest\n[time]\nstep = 0.01\nmax_steps = 1\n");
    return warning_of_pieces(c.bodies);
  };
  CHECK(warning("polygon = 4 4.1 16 7.1 16 7.5 4 4.5") ==
        "polygon 1 is thinner than the cells: the cells it covers are 3 pieces with gaps between "
        "them; make it thicker, or take smaller cells");
  CHECK(warning("polygon = 4 4 9 9 9 9.2 4 4.2") == "");  // from corner to corner
  CHECK(warning("polygon = 4 4.1 16 7.1 16 8.3 4 5.3") == "");
  // The mesh cuts off what joins the legs.
  CHECK(warning("polygon = 4 4 4 14 16 14 16 4 12 4 12 13 8 13 8 4") == "");
}

}  // namespace slipflow::setup::test_gaps
