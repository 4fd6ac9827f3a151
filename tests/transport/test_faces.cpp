// What passes the faces of a cell, computed by hand: a box of 2 x 2 x 2 cells of the widths 1/2, 2
// and 3.
#include "cases.hpp"
#include "state/box.hpp"
#include "test_folder.hpp"

namespace test_faces {

using namespace transport_tests;
using namespace slipflow::transport;

namespace {
Case case_with(const std::string& equation, const std::string& boundary = kInsulated + kInsulatedZ,
               const Overrides& overrides = {}, const std::string& name = "case.cfg") {
  return case_from("[equation]\ndiffusion = 2\n" + equation +
                       "\n[mesh]\nx = 0 1\ny = 0 4\nz = 0 6\ncells = 2 2 2\n" + boundary,
                   overrides, name);
}

/// A case's arrays at a time, and the view of them.
struct Box {
  explicit Box(const Case& c, double time = 0)
      : arrays(make_box(c)), values(values_at(c, time)), view(arrays.view(c, values)) {}
  TrCell cell(int i, int j, int k) const { return tr_cell(&view, i, j, k); }
  int wall(const TrCell& at, int side) const { return view.tag[tr_beyond(&view, &at, side)]; }
  TrFace outer(const TrCell& at, int side) const {
    return tr_outer_face(&view, &at, side, wall(at, side), tr_flow(&view, &at, side));
  }
  BoxArrays arrays;
  StepValues values;
  TrBox view;
};
}  // namespace

TEST_CASE("a cell has the area of each face, its volume and the flow through its own two faces") {
  const auto c = case_with("velocity = constant 1 2 3");
  Box box(c);
  const auto cell = box.cell(0, 1, 0);
  CHECK(tr_area(&box.view, &cell, 0) == 6);
  CHECK(tr_area(&box.view, &cell, 1) == 1.5);
  CHECK(tr_area(&box.view, &cell, 2) == 1);
  CHECK(tr_volume(&box.view, &cell) == 3);
  box.arrays.u[static_cast<std::size_t>(cell.p)] = 7;
  CHECK(tr_flow(&box.view, &cell, 0) == -6);
  CHECK(tr_flow(&box.view, &cell, 1) == 42);
}

TEST_CASE("the Courant number adds the axes, the cell Peclet numbers have the width of a cell") {
  const auto c = case_with("velocity = constant 1 2 3");
  const auto arrays = make_box(c);
  CHECK(courant_rate(c, arrays) == doctest::Approx(1 / 0.5 + 2 / 2.0 + 3 / 3.0));
  const auto peclet = cell_peclet_numbers(c, arrays);
  CHECK(peclet[0] == doctest::Approx(1 * 0.5 / 2));
  CHECK(peclet[1] == doctest::Approx(2 * 2 / 2.0));
  CHECK(peclet[2] == doctest::Approx(3 * 3 / 2.0));
}

TEST_CASE(
    "convection takes phi on a face with a flux or an exchange from (6) and (7), upwind (8)") {
  // r = 1/8; west phi_P + 3/8; east 4/(1 + 4/8) = 8/3, phi_P 2/3 + 5/3. 6 per time passes both.
  const std::string boundary =
      "[boundary]\nwest = flux 3\neast = exchange 4 5\nsouth = flux 0\nnorth = flux 0\n"
      "bottom = flux 0\ntop = flux 0\n";
  for (const bool upwind : {true, false}) {
    CAPTURE(upwind);
    const Box box(case_with("velocity = constant 1 0 0", boundary,
                            {std::string("scheme.convection=") + (upwind ? "upwind" : "central")}));
    const TrFace west = box.outer(box.cell(0, 0, 0), 0), east = box.outer(box.cell(1, 0, 0), 1);
    CHECK(west.own == doctest::Approx(-6));
    CHECK(west.prescribed == doctest::Approx(6 * 3 + 6 * 0.375));
    CHECK(east.own == doctest::Approx(16 + (upwind ? 6 : 6 * 2 / 3.0)));
    CHECK(east.prescribed == doctest::Approx(80 - (upwind ? 0 : 6 * 5 / 3.0)));
  }
}

TEST_CASE("factors are those of the face before, the cell and the face behind, and of the time") {
  const test_support::Folder folder;
  folder.write("f.csv", "x,factor\n0,10\n0.25,11\n0.5,12\n0.75,13\n1,14\n");
  folder.write("ramp.csv", "t,factor\n0,1\n1,3\n");
  const auto c =
      case_with("source = 1 over_x=f.csv",
                "[boundary]\nwest = value 2 over_time=ramp.csv\neast = flux 0\nsouth = flux 0\n"
                "north = flux 0\nbottom = flux 0\ntop = flux 0\n[scheme]\ntime = euler\n"
                "[time]\nstep = 1\nend = 1\n",
                {}, (folder / "case.cfg").string());
  const Box box(c, 0.5);
  const auto cell = box.cell(1, 0, 0);
  const auto& over = box.arrays.sources[0].over;
  CHECK(tr_factor(&box.view, over, &cell, 0) == 12);
  CHECK(tr_factor(&box.view, over, &cell, 1) == 14);
  CHECK(tr_factor(&box.view, over, &cell, 2) == 13);
  CHECK(tr_factor(&box.view, over, &cell, -1) == 13);
  const auto first = box.cell(0, 0, 0);
  CHECK(box.values.walls[static_cast<std::size_t>(box.wall(first, 0) - 1)] == 4);
}

TEST_CASE("a rotation goes about its point, anticlockwise seen against its axis") {
  const auto c = case_with("velocity = rotation 5 0.25 1.5");
  const auto about_z = make_box(c);
  const auto about_y = make_box(case_with("velocity = rotation 5 0.25 1.5 axis=y"));
  const auto at = [&](int i, int j, int k) {
    return static_cast<std::size_t>(about_z.box.at(i, j, k));
  };
  for (const int k : {0, 1}) {  // u = -5 (y - 3/2), v = 5 (x - 1/4)
    CHECK(about_z.u[at(0, k, 0)] == doctest::Approx(-5 * (1 + 2 * k - 1.5)));
    CHECK(about_z.v[at(k, 0, 0)] == doctest::Approx(5 * (0.25 + 0.5 * k - 0.25)));
    // u = 5 (z - 3/2), w = -5 (x - 1/4)
    CHECK(about_y.u[at(0, 0, k)] == doctest::Approx(5 * (1.5 + 3 * k - 1.5)));
    CHECK(about_y.w[at(k, 0, 0)] == doctest::Approx(-5 * (0.25 + 0.5 * k - 0.25)));
  }
}

}  // namespace test_faces
