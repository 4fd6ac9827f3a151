// Rows of the steady equation and of the outlet at one node, computed by hand.
#include <array>

#include "flows.hpp"
#include "psi_omega/rows.h"

namespace test_rows {

namespace {
/// 3 x 3 nodes at x = 0, 1, 3 and y = 0, 2, 6.
struct NineNodes {
  NineNodes() {
    nodes.nx = nodes.ny = 2;
    nodes.x = x.data(), nodes.y = y.data(), nodes.kind = kind.data();
    nodes.u = u.data(), nodes.v = v.data(), nodes.psi = psi.data(), nodes.omega = omega.data();
    set(u, {5, 3, 7}, SF_X), set(v, {6, 12, 18}, SF_Y);
    set(omega, {0, 1, 9}, SF_X), set(omega, {24, 1, 48}, SF_Y);
  }
  /// Values of the three nodes along an axis through the middle.
  void set(std::vector<double>& of, const std::array<double, 3>& values, int axis) {
    for (int k = 0; k < 3; ++k)
      of[po_at(&nodes, axis == SF_X ? k : 1, axis == SF_X ? 1 : k)] = values[k];
  }
  // 2/(l(l+r)), 2/(r(l+r)) and 1/(l+r) in the middle, each with 0 at both ends.
  std::vector<double> x = {0, 2 / 3.0, 0, 0, 1 / 3.0, 0, 0, 1 / 3.0, 0};
  std::vector<double> y = {0, 1 / 6.0, 0, 0, 1 / 12.0, 0, 0, 1 / 6.0, 0};
  std::vector<SfTag> kind = std::vector<SfTag>(100, PO_FLOW);
  std::vector<double> u = std::vector<double>(100), v = u, psi = u, omega = u;
  PoNodes nodes{};
};
}  // namespace

TEST_CASE("the weights of a node have the velocity that each convection scheme takes, (4)") {
  const NineNodes at;
  // 1/3 and 1/6 of diffusion; the velocity times 1/3 of convection.
  const std::array<std::array<double, 2>, 3> expected = {
      {{-5 / 3.0, 3 / 2.0}, {-4 / 3.0, 5 / 6.0}, {-2, 13 / 6.0}}};
  for (const int scheme : {PO_SKEW, PO_ADVECTIVE, PO_CONSERVATIVE}) {
    CAPTURE(scheme);
    const PoScheme s = {scheme, 0, 2, 0.1};
    const auto t = po_transport(&at.nodes, SF_X, &s, 1, 1);
    CHECK(t.low == doctest::Approx(expected[scheme][0]));
    CHECK(t.own == doctest::Approx(1 / 2.0));
    CHECK(t.high == doctest::Approx(expected[scheme][1]));
  }
}

TEST_CASE("a steady row has the neighbours across the line on its right-hand side, (8)") {
  const NineNodes at;
  const PoScheme s = {PO_ADVECTIVE, 0, 2, 0.1};
  const SfRow row = po_steady_row(&at.nodes, SF_X, &s, 1, 1);
  CHECK(row.a == doctest::Approx(-4 / 3.0));
  CHECK(row.b == doctest::Approx(1 / 2.0 + 1 / 8.0));
  CHECK(row.c == doctest::Approx(5 / 6.0));
  CHECK(row.d == doctest::Approx(25 / 12.0 * 24 - 47 / 24.0 * 48));
}

TEST_CASE("psi at the outlet follows from its vorticity, (12), which only leaves, (11)") {
  NineNodes at;
  const SfRow row = po_outlet_row(&at.nodes, 2, 1);
  CHECK(row.a == doctest::Approx(-1 / 6.0));
  CHECK(row.b == doctest::Approx(1 / 4.0));
  CHECK(row.c == doctest::Approx(-1 / 12.0));
  CHECK(row.d == 9);
  // Courant number 7 * 0.5/2.
  CHECK(po_outlet_omega(&at.nodes, 0.5, 2, 2, 1) == doctest::Approx(9 - 1.75 * (9 - 1)));
  at.set(at.u, {5, 3, -7}, SF_X);
  CHECK(po_outlet_omega(&at.nodes, 0.5, 2, 2, 1) == 9);
}

TEST_CASE("the Courant rate has the widths of each axis") {
  const NineNodes at;
  CHECK(po_courant_rate(&at.nodes, 1, 1) == doctest::Approx(2 * (3 / 3.0 + 12 / 6.0)));
}

}  // namespace test_rows
