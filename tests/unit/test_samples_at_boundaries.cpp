// Values at points next to walls and boundaries, against closed forms.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>

#include "slipflow/simple_ts/samples.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_samples_at_boundaries {

namespace {
using Function = std::function<double(double x, double y)>;

const Function one = [](double, double) { return 1.0; };
const Function zero = [](double, double) { return 0.0; };

doctest::Approx close_to(double x) { return doctest::Approx(x).epsilon(1e-12); }

// Gas of the pressure `p` in the cells and ghost cells along periodic axes.
State state_of(const Case& c, double p, const Function& T, const Function& u, const Function& v) {
  State s = initial_state(c);
  const auto &x = c.mesh.x, &y = c.mesh.y;
  for_gas_cells(c, [&](int i, int j, auto at) {
    s.T[at] = T(x.centre(i), y.centre(j));
    s.rho[at] = p / s.T[at];
    s.u[at] = u(x.faces[i], y.centre(j));
    s.v[at] = v(x.centre(i), y.faces[j]);
  });
  update_ghosts(c, s);
  return s;
}

SampleValues at(const Case& c, const State& s, double x, double y) {
  return sample(c, {sample_point(c, {x, y, 0})}, s).at(0);
}

// Between walls, or the faces of a body, at two ends of an axis that move and are heated: linear
// profiles whose ends slip and jump.
struct Channel {
  static constexpr double knudsen = 0.05, p = 1.2, slip = 1.1466 * knudsen, jump = 2.1904 * knudsen;
  double velocity_lo = -0.3, shear = 0.7, T_lo = 1.1, heat = 0.4;  // of the gas at the lower end

  double along(double s) const { return velocity_lo + shear * s; }
  double T(double s) const { return T_lo + heat * s; }
  // "velocity=.. temperature=.." of the wall at s, with the gas on the side of `inwards`, 1 or -1.
  std::string wall(double s, int inwards, bool along_x) const {
    const double rho = p / T(s);
    const double velocity = along(s) - inwards * slip * shear / rho;
    return fmt::format("velocity={:.17g},{:.17g} temperature={:.17g}", along_x ? velocity : 0,
                       along_x ? 0 : velocity, T(s) - inwards * jump * heat / rho);
  }
};
}  // namespace

TEST_CASE("at walls profiles end with the velocity and temperature of the gas, slip and jump in") {
  const Channel flow;
  for (const bool along_x : {true, false}) {
    CAPTURE(along_x);
    const Case c = case_from(fmt::format(
        "[gas]\nknudsen = {}\n[mesh]\n{} = 0 4\n{} = 0 1\ncells = {}\n{}_stretch = geometric 1.2\n"
        "[boundary]\n{} = wall {}\n{} = wall {}\n{} = periodic\n{} = periodic\n"
        "[time]\nstep = 0.1\nmax_steps = 1\n",
        Channel::knudsen, along_x ? "x" : "y", along_x ? "y" : "x", along_x ? "4 7" : "7 4",
        along_x ? "y" : "x", along_x ? "south" : "west", flow.wall(0, 1, along_x),
        along_x ? "north" : "east", flow.wall(1, -1, along_x), along_x ? "west" : "south",
        along_x ? "east" : "north"));
    const auto across = [&](auto f) {
      return Function([=](double x, double y) { return f(along_x ? y : x); });
    };
    const auto velocity = across([&](double s) { return flow.along(s); });
    const State s = state_of(c, Channel::p, across([&](double y) { return flow.T(y); }),
                             along_x ? velocity : zero, along_x ? zero : velocity);
    const auto& axis = along_x ? c.mesh.y : c.mesh.x;
    for (const double y : {0.0, 0.3 * axis.widths[0], 0.5, 1 - 0.1 * axis.widths[6], 1.0})
      for (const double x : {0.0, 1.7, 4.0}) {
        CAPTURE(y);
        const auto v = along_x ? at(c, s, x, y) : at(c, s, y, x);
        CHECK((along_x ? v.u : v.v) == close_to(flow.along(y)));
        CHECK((along_x ? v.v : v.u) == 0);
        CHECK(v.T == close_to(flow.T(y)));
        CHECK(v.p == close_to(Channel::p));
      }
    CHECK(at(c, s, 1, 1).rho == close_to(Channel::p / flow.T(1)));
  }
}

TEST_CASE("at the faces of a body profiles end like at a wall") {
  const Channel flow;
  const Case c = case_from(
      fmt::format("[gas]\nknudsen = {}\n[mesh]\nx = 0 4\ny = 0 2\ncells = 4 10\n"
                  "[body]\nrectangle = 0 1 4 2 {}\n[boundary]\nsouth = wall {}\nnorth = wall\n"
                  "west = periodic\neast = periodic\n[time]\nstep = 0.1\nmax_steps = 1\n",
                  Channel::knudsen, flow.wall(1, -1, true), flow.wall(0, 1, true)));
  const State s = state_of(
      c, Channel::p, [&](double, double y) { return flow.T(y); },
      [&](double, double y) { return flow.along(y); }, zero);
  for (const double y : {0.0, 0.93, 1.0}) {
    const auto v = at(c, s, 1.3, y);
    CHECK(v.u == close_to(flow.along(y)));
    CHECK(v.T == close_to(flow.T(y)));
  }
  CHECK(std::isnan(at(c, s, 1.3, 1 + 1e-6).u));
}

TEST_CASE("at open boundaries profiles end with the prescribed values, at symmetry mirrored") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 4\ny = 0 2\ncells = 8 4\n[boundary]\n"
      "west = inflow velocity=0.3 along=0.2 temperature=1.5 density=0.8\neast = pressure p=1.3 "
      "temperature=1.4\n"
      "south = symmetry\nnorth = outflow\n[time]\nstep = 0.05\nmax_steps = 1\n");
  const State s = state_after(c, 3);
  const auto layout = c.mesh.layout();
  const double y = c.mesh.y.centre(2);
  const auto west = at(c, s, 0, y), cell = at(c, s, c.mesh.x.centre(0), y);
  CHECK(west.T == 1.5);
  CHECK(west.rho == 0.8);
  CHECK(west.p == close_to(1.2));
  CHECK(west.u == 0.3);
  CHECK(west.v == 0.2);
  CHECK(cell.T != west.T);
  CHECK(at(c, s, 0.125, y).T == close_to(0.5 * (1.5 + cell.T)));
  const auto east = at(c, s, 4, y);
  CHECK(east.p == close_to(1.3));
  CHECK(east.T == close_to(1.4));
  CHECK(east.rho == close_to(1.3 / 1.4));
  const double x = c.mesh.x.faces[3];
  const auto south = at(c, s, x, 0), north = at(c, s, x, 2);
  CHECK(south.u == s.u[layout.at(3, 0)]);
  CHECK(north.u == s.u[layout.at(3, 3)]);
  const double centre = c.mesh.x.centre(3);
  CHECK(at(c, s, centre, 0).T == close_to(s.T[layout.at(3, 0)]));
  CHECK(at(c, s, centre, 2).T == close_to(s.T[layout.at(3, 3)]));
  CHECK(at(c, s, centre, 0).v == 0);
}

TEST_CASE("in a corner the boundary counts whose value differs more from that of the gas") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 5 5\n[boundary]\n"
      "west = wall slip=off jump=off temperature=1.25\neast = symmetry\n"
      "south = wall slip=off jump=off temperature=0.7\nnorth = wall velocity=1,0 slip=off\n"
      "[time]\nstep = 0.1\nmax_steps = 1\n");
  const State s = state_of(c, 1, one, zero, zero);
  CHECK(at(c, s, 0, 0.5).T == 1.25);
  CHECK(at(c, s, 0, 0).T == 0.7);
  CHECK(at(c, s, 0, 0.05).T == doctest::Approx(0.5 * (0.7 + 1.25)));
  CHECK(at(c, s, 1, 0).T == 0.7);  // the plane of symmetry has the value of the gas
  CHECK(at(c, s, 0.95, 0.05).T == doctest::Approx(0.5 * (0.7 + 1)));
  CHECK(at(c, s, 0.5, 1).u == 1);
  CHECK(at(c, s, 0, 0.5).u == 0);
  CHECK(at(c, s, 0.5, 0.95).u == doctest::Approx(0.5));
}

}  // namespace slipflow::simple_ts::test_samples_at_boundaries
