// What a case becomes before the equations see it: factors, metrics, tags, copies, forces, time
// steps.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "shared_types.h"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/simple_ts/fields.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "test_cases.hpp"
#include "time_loop.hpp"

namespace slipflow::simple_ts::test_case_layer {

namespace {
const char* const kBox =
    "[gas]\nknudsen = 0.05\nmach = 1.5\ngravity = 0.3 -0.2\n[mesh]\nx = 0 8\ny = 0 4\n"
    "cells = 16 8\n[boundary]\nwest = pressure p=2\neast = outflow\nsouth = wall\n"
    "north = wall temperature=1.5\n[time]\nstep = 0.01\nmax_steps = 1\n";

doctest::Approx close_to(double x) { return doctest::Approx(x).epsilon(1e-13); }

int tag(const Case& c, int i, int j) { return c.mesh.tags[c.mesh.layout().at(i, j)]; }
}  // namespace

TEST_CASE("factors of the equations are (6), the stream has the speed Ma sqrt(gamma/2)") {
  const Case c = case_from(kBox, {"gas.gamma=1.4", "gas.prandtl=0.7"});
  const GasFactors f = c.gas.factors();
  const double B = 5 * std::sqrt(std::numbers::pi) / 16 * 0.05;
  CHECK(f.A == 0.5);
  CHECK(f.B == close_to(B));
  CHECK(f.CT1 == close_to(1.4 * B / 0.7));
  CHECK(f.CT2 == close_to(0.8 * B));
  CHECK(f.CT3 == close_to(-0.4));
  CHECK(f.gravity_x == 0.3);
  CHECK(f.gravity_y == -0.2);
  CHECK(f.sound2 == 0.7);
  CHECK(c.gas.u_stream == close_to(1.5 * std::sqrt(0.7)));
  CHECK(c.gas.reynolds() == close_to(1.5 * std::sqrt(0.7) / B));
}

TEST_CASE("accommodation of the gas: momentum in the slip, energy in the jump, (48)") {
  const Case c = case_from(kBox, {"gas.accommodation=0.8 0.5"});
  CHECK(c.walls.at(0).values.slip == close_to(1.5 * 1.1466 * 0.05));
  CHECK(c.walls.at(0).values.jump == close_to(3 * 2.1904 * 0.05));
}

TEST_CASE("what the options of a wall make of slip, jump, velocity and heat flow") {
  const auto south = [](const std::string& options) {
    return case_from(kBox, {"boundary.south=wall " + options}).walls.at(0).values;
  };
  CHECK(south("slip=off").slip == 0);
  CHECK(south("slip=free").slip == -1);
  CHECK(south("slip=creep").slip_law == 1);
  CHECK(south("jump=off").jump == 0);
  CHECK(south("jump=adiabatic").jump == -1);
  CHECK(south("flux=0.1").heat_flow == 0.1);
  CHECK(south("flux=0.1").jump == -1);
  const double jump = south("accommodation=0.9").jump;
  CHECK(south("flux=0.1 accommodation=0.9").jump_of_heat_flow == jump);
  CHECK(south("flux=0.1 slip=off accommodation=0.9").jump_of_heat_flow == jump);
  CHECK(south("jump=adiabatic").jump_of_heat_flow == south("").jump);
  CHECK(south("velocity=0.3,0").velocity[0] == 0.3);
  CHECK(south("velocity=free_stream").velocity[0] == close_to(1.5 * std::sqrt(5.0 / 6)));
  const Case west = case_from(kBox, {"boundary.west=wall velocity=0,0.2"});
  CHECK(west.walls.at(0).values.velocity[1] == 0.2);
  CHECK(west.walls.at(0).values.velocity[0] == 0);
}

TEST_CASE("slip and jump take the density at the wall, unless the case says that of the cell") {
  CHECK(case_from(kBox).scheme.density_at_wall);
  CHECK_FALSE(case_from(kBox, {"scheme.wall_density=cell"}).scheme.density_at_wall);
}

TEST_CASE(
    "the metrics of an axis: widths, distances and weights, ghosts as wide as the last cell") {
  mesh::Axis axis;
  axis.faces = {0, 1, 3, 7};
  axis.widths = {1, 2, 4};
  const auto metrics = setup::axis_metrics(axis, false);
  const auto at = [](const std::vector<double>& m, int which, int k) {
    return m[static_cast<std::size_t>(which * 11 + k + 4)];
  };
  CHECK(at(metrics, 0, 1) == 2);
  CHECK(at(metrics, 1, 2) == 0.25);
  CHECK(at(metrics, 2, 1) == 1.5);
  CHECK(at(metrics, 3, 2) == close_to(1.0 / 3));
  CHECK(at(metrics, 4, 2) == close_to(4.0 / 6));  // the lower cell counts by the width of the upper
  CHECK(at(metrics, 5, 2) == close_to(2.0 / 6));
  CHECK(at(metrics, 0, -3) == 1);
  CHECK(at(metrics, 0, 5) == 4);
  CHECK(at(metrics, 2, 0) == 1);
  const auto periodic = setup::axis_metrics(axis, true);
  CHECK(at(periodic, 0, -1) == 4);
  CHECK(at(periodic, 0, 3) == 1);
  CHECK(at(periodic, 2, 0) == 2.5);
  CHECK(at(periodic, 2, 3) == 2.5);
}

TEST_CASE("ghost cells: walls through the ghost columns, copies outside open boundaries") {
  const Case c = case_from(kBox, {"body.rectangle=7 1 8 2", "body.circle=0.2 2.4 0.5"});
  CHECK(tag(c, 3, -1) == 1);
  CHECK(tag(c, -2, -3) == 1);
  CHECK(tag(c, 17, 9) == 2);
  CHECK(tag(c, 16, 3) == 3);  // the body extends into the ghost cells of the outflow
  CHECK(tag(c, 19, 2) == 3);
  CHECK(tag(c, 16, 4) == 0);
  CHECK(tag(c, -1, 5) == 4);  // and beyond the pressure
  CHECK(tag(c, -1, 3) == 0);
  const Case p = case_from(
      kBox, {"body.rectangle=7 1 8 2", "boundary.west=periodic", "boundary.east=periodic"});
  CHECK(tag(p, -1, 3) == 3);
  CHECK(tag(p, -3, 3) == 0);
  CHECK(tag(p, 16, 3) == 0);
}

TEST_CASE("copies of a body: a row along its spacing, a grid, a ring the whole way round") {
  const auto boxes = [](const std::string& body) {
    std::vector<std::vector<int>> cells;
    for (const Body& b : case_from(kBox, {"body.rectangle=" + body}).bodies)
      cells.push_back({b.cells.i0, b.cells.j0, b.cells.i1, b.cells.j1});
    return cells;
  };
  using Boxes = std::vector<std::vector<int>>;
  CHECK(boxes("1 1 1.5 1.5 count=2 spacing=2,1") == Boxes{{2, 2, 3, 3}, {6, 4, 7, 5}});
  CHECK(boxes("1 1 1.5 1.5 count=2,2 spacing=2,1.5") ==
        Boxes{{2, 2, 3, 3}, {6, 2, 7, 3}, {2, 5, 3, 6}, {6, 5, 7, 6}});
  CHECK(boxes("5 1.75 5.5 2.25 count=2 around=4,2").size() == 2);
  CHECK(boxes("5.5 1.5 6 2.5 count=2 around=4,2") == Boxes{{11, 3, 12, 5}, {4, 3, 5, 5}});
}

TEST_CASE("a gap of one cell is refused, one of two is not") {
  CHECK_THROWS_AS(case_from(kBox, {"body.rectangle=3 0.5 4 1"}), Error);
  CHECK(case_from(kBox, {"body.rectangle=3 1 4 1.5"}).bodies.size() == 1);
  CHECK_THROWS_AS(case_from(kBox, {"body.rectangle=3 3 4 3.5"}), Error);
}

TEST_CASE("a body moves along its faces only, and its box is that of its cells") {
  CHECK_THROWS_AS(case_from(kBox, {"body.rectangle=3 1.5 4 2.5 velocity=0.1,0"}), Error);
  CHECK_THROWS_AS(case_from(kBox, {"boundary.south=wall velocity=0,0.1"}), Error);
  const Case c = case_from(kBox, {"body.rectangle=3 1.5 4 2.5 velocity=0,0"});
  const auto& box = c.bodies.at(0).cells;
  CHECK(box.i0 == 6);
  CHECK(box.i1 == 8);
  CHECK(box.j0 == 3);
  CHECK(box.j1 == 5);
  CHECK(c.bodies[0].cell_count == 4);
}

TEST_CASE("loads become forces (57), (58), (59), (60), away from the wall") {
  const Case c = case_from(kBox, {"body.rectangle=3 1.5 4 3"});
  const double B = c.gas.factors().B, u2 = c.gas.u_stream * c.gas.u_stream;
  WallLoads loads(3);
  auto& [west, east, south, north, bottom, top] = loads[2];
  west.pressure = 5, east.pressure = 2, south.pressure = 7, north.pressure = 3;
  west.friction = 0.5, east.friction = 0.25, south.friction = 0.125, north.friction = 1;
  west.conduction = 6, west.friction_heat = 3, north.work = 4, south.normal = 8;
  const SideForces front = side_forces(c, west, mesh::west);
  CHECK(front.pressure == 2.5);
  CHECK(side_forces(c, east, mesh::east).pressure == -1);
  CHECK(front.friction == close_to(0.5 * B));
  CHECK(front.heat() == close_to(0.5 / (2.0 / 3) * 6 + B * 3));
  const WallForces sum = wall_forces(c, loads[2]);
  CHECK(sum.force[0] == close_to(0.5 * 3 + B * 1.125));
  CHECK(sum.force[1] == close_to(0.5 * 4 + B * (8 + 0.75)));
  CHECK(sum.conduction == close_to(0.5 / (2.0 / 3) * 6));
  CHECK(sum.friction_heat == close_to(B * 3));
  CHECK(sum.work == close_to(B * 4));
  const BodyForces body = body_forces(c, loads).at(0);
  CHECK(body.drag_pressure == close_to(3 / (1.5 * u2)));
  CHECK(body.drag_friction == close_to(2 * B / u2 * 1.125 / 1.5));
  CHECK(body.lift_pressure == close_to(4 / (1.5 * u2)));
  CHECK(body.lift_friction == close_to(2 * B / u2 * 0.75 / 1.5));
}

TEST_CASE("one length is that of all coefficients of a body: its extent along y, or a given one") {
  const Case c = case_from(kBox, {"body.rectangle=3 1.5 4 3"});
  CHECK(c.bodies[0].reference_length == 1.5);
  const Case given = case_from(kBox, {"body.rectangle=3 1.5 4 3 reference_length=0.25"});
  CHECK(given.bodies[0].reference_length == 0.25);
  WallLoads loads(3);
  auto& [west, east, south, north, bottom, top] = loads[2];
  west.pressure = 5, south.pressure = 7, west.friction = 3, south.friction = 2;
  const BodyForces by_height = body_forces(c, loads).at(0),
                   by_length = body_forces(given, loads)[0];
  for (const auto part : {&BodyForces::drag_pressure, &BodyForces::drag_friction,
                          &BodyForces::lift_pressure, &BodyForces::lift_friction})
    CHECK(by_length.*part == close_to(6 * by_height.*part));
  CHECK_THROWS_AS(case_from(kBox, {"body.rectangle=3 1.5 4 3 reference_length=0"}), Error);
}

TEST_CASE(
    "fields of a state: velocities are means of two faces, the Mach number by the local sound") {
  const Case c = case_from(kBox);
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  s.u[layout.at(2, 3)] = 0.3, s.u[layout.at(3, 3)] = 0.5;
  s.v[layout.at(2, 3)] = 0.1, s.v[layout.at(2, 4)] = 0.5;
  s.T[layout.at(2, 3)] = 1.2, s.rho[layout.at(2, 3)] = 1.5;
  const auto value = [&](const char* name) { return cell_field(c, s, name).values[3 * 16 + 2]; };
  CHECK(value("u") == close_to(0.4));
  CHECK(value("v") == close_to(0.3));
  CHECK(value("p") == close_to(1.8));
  CHECK(value("mach") == close_to(0.5));  // sound: sqrt(5/6 1.2) = 1
}

TEST_CASE("the safe time step is 0.8 of the limit of the iteration over the convective rate") {
  const Case c = case_from(kBox);
  CHECK(convergence_limit(c) == 1);
  CHECK(safe_time_step(c, {100, 4}) == 0.2);
  const Case plain = case_from(kBox, {"inner.diagonal=plain"});
  CHECK(safe_time_step(plain, {100, 4}) == 0.1);
  const Case tvd = case_from(kBox, {"scheme.convection=tvd", "scheme.time=explicit"});
  CHECK(safe_time_step(tvd, {100, 4}) == close_to(0.8 / 12));
}

TEST_CASE("a courant number gives the time step, which lands on outputs and the end") {
  Case c = case_from(kBox);
  c.time.step.reset();
  c.time.courant = 0.25, c.time.end = 0.5, c.time.max_steps = 0;
  c.output.every_time = 0.3;
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  const double first = 0.25 / backend->step_limits().signal;
  CHECK(first < safe_time_step(c, backend->step_limits()));
  std::vector<double> times, steps, outputs;
  TimeLoopEvents events;
  events.step = [&](const auto& step) { times.push_back(step.time), steps.push_back(step.dt); };
  events.output = [&](long, double time, bool) { outputs.push_back(time); };
  run_time_loop(c, *backend, events);
  CHECK(steps.at(0) == first);
  CHECK(outputs == std::vector<double>{0, 0.3, 0.5});
  CHECK(times.back() == 0.5);
}

TEST_CASE("boundaries that prescribe their velocity, and how the others fill their ghosts") {
  const Case c =
      case_from(kBox, {"boundary.west=inflow velocity=0.2", "boundary.north=inflow velocity=0.1"});
  CHECK(prescribed_sides(c) == (SF_PRESCRIBED_WEST | SF_PRESCRIBED_NORTH));
  CHECK(side_code(BoundaryKind::outflow) == SF_SIDE_COPY);
  CHECK(side_code(BoundaryKind::pressure) == SF_SIDE_PRESSURE);
  CHECK(side_code(BoundaryKind::periodic) == SF_SIDE_PERIODIC);
  CHECK(side_code(BoundaryKind::wall) == SF_SIDE_FIXED);
}

TEST_CASE("the limbs of totals and loads, and their values in the units of the domain") {
  const Case c = case_from(kBox);  // 8 x 4 in 16 x 8 cells
  CHECK(c.sum_units.contents.size == 64);
  CHECK(c.sum_units.contents.limit == 0x1p36);
  CHECK(c.sum_units.flows.size == 32);
  CHECK(c.sum_units.flows.limit == 0x1p38);
  CHECK(c.sum_units.loads.limit == 0x1p36);
  ExactTotals totals;
  REQUIRE(limbs(totals).size() == 7 * 6 * 4);
  // `high` of each sum, which counts 2^-20 units; contents, then west, east, south, north.
  for (std::size_t k = 0; k < 42; ++k) limbs(totals)[4 * k] = static_cast<std::int64_t>(k) << 20;
  const DomainTotals t = rounded(c, totals);
  CHECK(t.contents.mass == 0);
  CHECK(t.contents.kinetic == 64 * 4);
  CHECK(t.flow[mesh::west].mass == 32 * 6);
  CHECK(t.flow[mesh::north].momentum_y == 32 * 26);
  CHECK(t.flow[mesh::east].thermal == 32 * 15);
  CHECK(t.flow[mesh::top].momentum_z == 32 * 41);
  ExactLoads loads(2);
  REQUIRE(limbs(loads).size() == 2 * 6 * 9 * 4);
  const std::size_t east_of_last = 6 + mesh::east;
  for (std::size_t k = 0; k < 9; ++k)
    limbs(loads)[4 * (9 * east_of_last + k)] = static_cast<std::int64_t>(k + 1) << 20;
  const SideLoads east = rounded(c, loads)[1][mesh::east];
  for (const auto& [value, expected] : {std::pair(east.pressure, 1),
                                        {east.normal, 2},
                                        {east.friction, 3},
                                        {east.conduction, 4},
                                        {east.friction_heat, 5},
                                        {east.work, 6},
                                        {east.corner, 7},
                                        {east.limited, 8},
                                        {east.friction_after, 9}})
    CHECK(value == 32 * expected);
  CHECK(rounded(c, loads)[0][mesh::east].pressure == 0);
}

TEST_CASE("loads of a wall are the sums of its runs, contents and flows those of its parts") {
  const Case c = case_from(kBox);
  const WallRuns runs{{{0, 0, 1, mesh::south}, {3, 0, 1, mesh::south}, {0, 0, 1, mesh::north}},
                      {1, 1, 0}};
  std::vector<SideLoadsOf<ExactSum>> sums(3);
  for (std::int64_t k = 0; k < 3; ++k) {
    auto& s = sums[static_cast<std::size_t>(k)];
    std::int64_t member = 1;
    for (ExactSum* sum : {&s.pressure, &s.normal, &s.friction, &s.conduction, &s.friction_heat,
                          &s.work, &s.corner, &s.limited, &s.friction_after})
      sum->high = 10 * member++ + k;
  }
  ExactLoads loads(c.walls.size());
  add_runs(runs, sums, loads);
  const auto& south = loads[1][mesh::south];
  CHECK(south.pressure.high == 10 + 11);
  CHECK(south.normal.high == 20 + 21);
  CHECK(south.friction.high == 30 + 31);
  CHECK(south.conduction.high == 40 + 41);
  CHECK(south.friction_heat.high == 50 + 51);
  CHECK(south.work.high == 60 + 61);
  CHECK(south.corner.high == 70 + 71);
  CHECK(south.limited.high == 80 + 81);
  CHECK(loads[0][mesh::north].limited.high == 82);
  CHECK(loads[0][mesh::south].pressure == ExactSum{});
}

TEST_CASE("ghosts of the initial state: copies at an outflow, images at a periodic boundary") {
  const Case c =
      case_from(kBox, {"initial.state=two_states 4 west=2,1.5,0.3,0.1 east=1.25,1.1,0.2"});
  const State s = initial_state(c);
  const auto layout = c.mesh.layout();
  for (const int g : {16, 19}) {
    CHECK(s.T[layout.at(g, 3)] == 1.1);
    CHECK(s.u[layout.at(g, 3)] == 0.2);
  }
  CHECK(s.v[layout.at(-4, 3)] == 0.1);
  // Gas enters from a pressure of 2 and T = 1: the means on the face.
  CHECK(s.T[layout.at(-1, 3)] == close_to(0.5));
  CHECK(s.rho[layout.at(-1, 3)] == close_to(1 / 0.5));
  CHECK(s.rho[layout.at(-4, 3)] == s.rho[layout.at(-1, 3)]);
  const Case p = case_from(kBox, {"initial.state=two_states 4 west=2,1.5,0.3,0.1 east=1.25,1.1,0.2",
                                  "boundary.west=periodic", "boundary.east=periodic"});
  const State q = initial_state(p);
  CHECK(q.rho[layout.at(-4, 3)] == 1.25);
  CHECK(q.rho[layout.at(-1, 3)] == 1.25);
  CHECK(q.rho[layout.at(16, 3)] == 2);
  CHECK(q.rho[layout.at(19, 3)] == 2);
  CHECK(q.u[layout.at(16, 3)] == q.u[layout.at(0, 3)]);
}

TEST_CASE("gas enters through a pressure boundary by the velocity of the boundary's own face") {
  // u is 0.3 on the side and -0.3 on the next face, where the two gases meet.
  const State s =
      initial_state(case_from(kBox, {"initial.state=two_states 0.5 west=2,1.5,0.3 east=1,1,-0.9"}));
  CHECK(s.T[case_from(kBox).mesh.layout().at(-1, 3)] == close_to(0.5));
}

TEST_CASE("the initial perturbation is one wave along x and half a wave along y") {
  const Case c = case_from(kBox, {"initial.perturbation=0.1"});
  const double expected = 0.1 * c.gas.u_stream * std::sin(2 * std::numbers::pi * 1.25 / 8) *
                          std::sin(std::numbers::pi * 1.5 / 4);
  CHECK(initial_state(c).v[c.mesh.layout().at(2, 3)] == close_to(expected));
}

}  // namespace slipflow::simple_ts::test_case_layer
