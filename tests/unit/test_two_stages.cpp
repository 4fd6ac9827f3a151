// The equations of steps of second order in time, by hand; docs/methods/simple-ts.md (87)-(91).
#include <doctest/doctest.h>

#include <vector>

#include "slipflow/simple_ts/host_context.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_two_stages {

namespace {
// Widths 1, 2, 4 along x, so that masses have weights of their own.
Case case_of_cells() {
  Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 3\ny = 0 2\ncells = 3 2\n[boundary]\nwest = symmetry\n"
      "east = symmetry\nsouth = symmetry\nnorth = symmetry\n[time]\nstep = 1\nmax_steps = 1\n");
  c.mesh.x = mesh::axis_from_faces({0, 1, 3, 7});
  return c;
}

struct Levels {
  Levels() {
    for (State* s : {&stage, &before, &combined, &start})
      for (auto* field : s->all()) field->assign(c.mesh.layout().size(), 1.0);
    stage.rho[w] = 2, stage.rho[p] = 3, before.rho[w] = 1, before.rho[p] = 4;
    stage.u[p] = 5, before.u[p] = 2, stage.v[p] = 7, before.v[p] = 4;
    stage.T[p] = 2, before.T[p] = 5;
    combined.u[p] = 1;
  }
  static SfLevel level(const State& s) {
    return {s.u.data(), s.v.data(), s.T.data(), s.rho.data()};
  }
  static SfNewLevel new_level(State& s) {
    return {s.u.data(), s.v.data(), s.T.data(), s.rho.data()};
  }

  Case c = case_of_cells();
  HostContext host{c};
  std::size_t w = c.mesh.layout().at(0, 0), p = c.mesh.layout().at(1, 0);
  State stage, before, combined, start;
};
}  // namespace

TEST_CASE("the combined level conserves mass, momentum and rho T; the start is quadratic") {
  Levels at;
  const SfContext c = at.host.view(at.stage, at.before, 1.0);
  const SfStepShape shape = sf_begin_second_stage(&c, sf_node(1, 0), at.new_level(at.combined),
                                                  at.new_level(at.start), {0.5, 3, -2, 1});
  CHECK(at.start.u[at.p] == 2 + 3 * (5 - 2) - 2 * (2 - 1));
  CHECK(at.start.v[at.p] == 4 + 3 * (7 - 4) - 2 * (4 - 1));
  CHECK(at.start.T[at.p] == 2);    // 5 - 9 - 8: not extrapolated
  CHECK(at.start.rho[at.p] == 3);  // 4 - 3 - 6
  CHECK(at.combined.rho[at.p] == 3 + 0.5 * (3 - 4));
  // rho T: 1.5 x 6 - 0.5 x 20 = -1, over 2.5
  CHECK(at.combined.T[at.p] == doctest::Approx(-1 / 2.5).epsilon(1e-14));
  // m over its volume: (2 x 1 + 3 x 2)/3 of the stage, (1 + 8)/3 before; 1.5 x 40/3 - 0.5 x 18/3
  CHECK(at.combined.u[at.p] == doctest::Approx(17 / (1.5 * 8 / 3 - 0.5 * 3)).epsilon(1e-14));
  // v has cells of one column: 3 and its ghost 1, before 4 and 1: means 2 and 2.5
  CHECK(at.combined.v[at.p] == doctest::Approx((1.5 * 14 - 0.5 * 10) / (3 - 1.25)).epsilon(1e-14));

  CHECK(shape.fall == doctest::Approx(20.0 / 6).epsilon(1e-14));
  CHECK(shape.change == 17);  // of T
  // of v: 3 - (2 + sqrt 2) x 3
  CHECK(shape.curvature == doctest::Approx((2 + std::sqrt(2.0)) * 3 - 3).epsilon(1e-14));
}

TEST_CASE("the first stage follows from the combined level; its end is a start too") {
  Levels at;
  const SfContext c = at.host.view(at.stage, at.before, 1.0);
  const auto begin = [&](int i) {
    return sf_begin_second_stage(&c, sf_node(i, 0), at.new_level(at.combined),
                                 at.new_level(at.start), {0.5, 3, -2, 0});
  };
  CHECK(begin(0).fall == 0.5);
  CHECK(begin(1).change == 17);  // the prediction, whatever the iteration starts from
  CHECK(at.start.u[at.p] == 5);
  CHECK(at.start.T[at.p] == 2);
  CHECK(at.start.rho[at.p] == 3);
  // Ghost cells have no shape.
  CHECK(begin(-1).change == 0);
  sf_restore_first_stage(&c, sf_node(1, 0), at.level(at.combined), at.new_level(at.start), 0.5);
  CHECK(at.start.u[at.p] == doctest::Approx(5).epsilon(1e-14));
  CHECK(at.start.v[at.p] == doctest::Approx(7).epsilon(1e-14));
  CHECK(at.start.T[at.p] == doctest::Approx(2).epsilon(1e-14));
  CHECK(at.start.rho[at.p] == doctest::Approx(3).epsilon(1e-14));
}

}  // namespace slipflow::simple_ts::test_two_stages
