// Every kernel on Oclgrind's device, which watches each access: no data race, no read of a value
// nobody wrote, nothing out of bounds, no barrier that a work-item misses, no misuse of the API.
// What it reports goes to its log, and script/oclgrind fails on it; here the results are compared
// with the serial reference bit for bit.
//
// Oclgrind interprets, about 10^4 times slower than a device: meshes are small, one time step has 3
// inner iterations, so that each of the three sets of fields has been read and written.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <ostream>

#include "test_cases.hpp"

namespace slipflow::simple_ts {

namespace {
const InnerControl inner{0, 3};
constexpr double h = 0.125;

/// What is compared, by name.
using Record = std::map<std::string, std::vector<double>>;

Record record_step(const Case& c, Backend& backend) {
  backend.upload(initial_state(c));
  advance_time_step(backend, *c.time.step, inner);
  const State s = backend.download();
  const Residuals r = backend.residuals(), change = backend.change_over_step();
  const StepLimits limits = backend.step_limits();
  const Balance balance = backend.balance();
  Record record{{"u", s.u}, {"v", s.v}, {"T", s.T}, {"rho", s.rho}};
  record["residuals"] = {r.p, r.T, r.u, r.v};
  record["change over the step"] = {change.p, change.T, change.u, change.v};
  record["step limits"] = {limits.signal, limits.convection};
  record["balance"] = {balance.mass, balance.flow[0], balance.flow[1], balance.flow[2],
                       balance.flow[3]};
  return record;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

/// To the rounding of floats. Oclgrind ignores -cl-single-precision-constant, so an expression with a
/// literal is evaluated in double and rounded once: each operation is exact, and the bits are others.
bool nearly_equal(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  double largest = 0, difference = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    largest = std::max(largest, std::abs(b[k]));
    difference = std::max(difference, std::abs(a[k] - b[k]));
    if (!std::isfinite(a[k])) return false;
  }
  return difference <= 1e-4 * largest;
}

struct Launch {
  const char* time;
  const char* convection;
  KernelSet kernels;
  int work_group_size;
  int rows;
  const char* precision = "double";
};

std::ostream& operator<<(std::ostream& out, const Launch& l) {
  return out << l.time << ' ' << l.convection
             << (l.kernels == KernelSet::fused ? " fused" : " plain") << " work-group "
             << l.work_group_size << " rows " << l.rows << ' ' << l.precision;
}

constexpr int kWhole = 1000;  // more rows than any mesh here

/// Every scheme with both kernel sets; work-groups narrower and wider than the meshes; sub-domains
/// of one row, a few, and all of them.
const std::vector<Launch> launches{{"implicit", "upwind", KernelSet::plain, 8, 1},
                                   {"implicit", "upwind", KernelSet::fused, 8, 5},
                                   {"explicit", "upwind", KernelSet::plain, 32, 5},
                                   {"explicit", "upwind", KernelSet::fused, 32, 1},
                                   {"implicit", "tvd", KernelSet::plain, 32, kWhole},
                                   {"implicit", "tvd", KernelSet::fused, 8, 4},
                                   {"explicit", "tvd", KernelSet::plain, 8, 4},
                                   {"explicit", "tvd", KernelSet::fused, 32, kWhole}};

/// Compares the launches with the serial reference.
void check_launches(const std::string& text, const std::vector<Launch>& wanted = launches) {
  const auto device = opencl::choose_device("auto");
  REQUIRE_MESSAGE(device.platform == "Oclgrind", "these tests need Oclgrind's device, here is '",
                  device.name, "': run them with script/oclgrind");
  for (const Launch& l : wanted) {
    CAPTURE(l);
    const Case c = case_from(text, {fmt::format("scheme.time={}", l.time),
                                    fmt::format("scheme.convection={}", l.convection),
                                    fmt::format("run.precision={}", l.precision)});
    const Record serial = record_step(c, *make_serial_backend(c));
    const bool exact = needs_double(c.run.precision);
    const auto backend =
        make_opencl_backend(c, device, {exact, l.kernels, l.work_group_size, l.rows});
    for (const auto& [name, values] : record_step(c, *backend)) {
      CAPTURE(name);
      if (exact)
        CHECK(same_bits(values, serial.at(name)));
      else
        CHECK(nearly_equal(values, serial.at(name)));
    }
  }
}

// A disturbed start, so that no difference of neighbours is zero.
const std::string disturbed = "[initial]\nperturbation = 0.1\n";
}  // namespace

TEST_CASE("what is measured of walls, totals, nodes and averages") {
  const auto device = opencl::choose_device("auto");
  const Case c = case_from(channel_text(13, 11, h, body_line(h, 4, 4, 7, 6), disturbed),
                           {"output.averages=p u", "scheme.convection=tvd"});
  const auto values = [&](Backend& backend) {
    record_step(c, backend);
    Measures& measures = backend.measures();
    measures.start_averages({});
    measures.add_to_averages(0.1);
    measures.add_to_averages(0.2);
    std::vector<double> all = measures.averages().squares[1];
    for (const auto& wall : measures.wall_loads())
      for (const SideLoads& s : wall)
        all.insert(all.end(), {s.pressure, s.normal, s.friction, s.heat, s.work});
    const DomainTotals totals = measures.totals();
    all.insert(all.end(), {totals.contents.kinetic, totals.flow[mesh::east].thermal});
    for (const NodeValues& n : measures.nodes({70, 100, 11})) all.push_back(n.u + n.rho);
    return all;
  };
  const auto backend = make_opencl_backend(c, device, {true, KernelSet::plain, 8, 4});
  CHECK(same_bits(values(*backend), values(*make_serial_backend(c))));
}

// Far enough from the sides that some sub-domains see no solid cell and take the open kernel.
TEST_CASE("promise 8: a body in the middle of a channel") {
  check_launches(channel_text(19, 15, h, body_line(h, 9, 6, 12, 9), disturbed));
}

TEST_CASE("promise 8: mixed and single precision") {
  check_launches(channel_text(17, 13, h, body_line(h, 7, 5, 10, 8), disturbed),
                 {{"implicit", "upwind", KernelSet::fused, 8, 5, "mixed"},
                  {"explicit", "tvd", KernelSet::plain, 8, 4, "mixed"},
                  {"implicit", "tvd", KernelSet::plain, 32, 5, "single"},
                  {"explicit", "upwind", KernelSet::fused, 8, 4, "single"}});
}

TEST_CASE("promise 8: bodies at a wall, in corners, and one cell thick") {
  check_launches(channel_text(20, 15, h,
                              body_line(h, 5, 0, 9, 2, "temperature=1.5") +
                                  body_line(h, 17, 12, 20, 15, "slip=off jump=off") +
                                  body_line(h, 0, 12, 2, 15, "slip=free jump=adiabatic") +
                                  body_line(h, 4, 5, 5, 9) + body_line(h, 8, 11, 14, 12) +
                                  body_line(h, 10, 5, 12, 7) + body_line(h, 12, 7, 14, 9),
                              disturbed));
}

TEST_CASE("promise 8: widths that change from cell to cell") {
  check_launches(
      channel_text(15, 11, h, body_line(h, 6, 4, 9, 7),
                   "[mesh]\nx_stretch = geometric 1.01\ny_stretch = geometric 0.98\n" + disturbed));
}

TEST_CASE("promise 8: a body in the middle and one in a corner, periodic in both directions") {
  check_launches(
      "[gas]\nknudsen = 0.02\nmach = 0.5\ngravity = 0.05 -0.02\n"
      "[mesh]\nx = 0 2.125\ny = 0 1.375\ncells = 17 11\n"
      "[body]\nrectangle = 0.5 0.5 0.75 0.875 temperature=1.2\n"
      "rectangle = 1.75 1.125 2.125 1.375\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
      "[initial]\nperturbation = 0.3\n[time]\nstep = 0.01\nmax_steps = 100\n");
}

TEST_CASE("promise 8: a closed box smaller than a work-group") {
  check_launches(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 5 3\n"
      "[boundary]\nwest = wall\neast = wall slip=off temperature=1.3 velocity=0,0.2\n"
      "south = symmetry\nnorth = wall velocity=0.5,0\n"
      "[time]\nstep = 0.02\nmax_steps = 100\n");
}

TEST_CASE("sides that impose something, walls with a heat flow and a temperature that varies") {
  const std::string gas = "[gas]\nknudsen = 0.05\nmach = 0.3\naccommodation = 0.8 0.9\n";
  const std::string end = "[time]\nstep = 0.01\nmax_steps = 100\n" + disturbed;
  check_launches(
      gas +
      "[mesh]\nx = 0 1.7\ny = 0 1.3\ncells = 17 13\n"
      "[body]\nrectangle = 0.7 0.5 1 0.8 flux=0.02\nrectangle = 0 0.9 0.2 1.1\n"
      "[boundary]\nwest = pressure p=1.3 temperature=1.2\neast = pressure p=0.9 at=ghost\n"
      "south = wall temperature=1,1.5\nnorth = pressure p=1.1\n" +
      end);
  check_launches(gas +
                     "[mesh]\nx = 0 1.5\ny = 0 1.1\ncells = 15 11\n"
                     "[boundary]\nwest = inflow velocity=0.4 profile=parabolic along=0.05\n"
                     "east = pressure p=1\nsouth = wall flux=-0.03\nnorth = inflow velocity=0.1\n" +
                     end,
                 {launches[1], launches[6]});
}

TEST_CASE("walls with creep, another viscosity, other limiters, the density of the cell") {
  const std::string text =
      "[gas]\nknudsen = 0.05\nviscosity_exponent = 0.8125\n"
      "[mesh]\nx = 0 1.5\ny = 0 1.1\ncells = 15 11\n"
      "[body]\nrectangle = 0.6 0.4 0.9 0.7 temperature=1.2 slip=creep\n"
      "[boundary]\nwest = pressure p=1\neast = pressure p=1.1 temperature=1.5\n"
      "south = wall temperature=1,1.5 slip=creep\nnorth = wall temperature=1,1.5\n"
      "[time]\nstep = 0.01\nmax_steps = 100\n" +
      disturbed;
  check_launches(text, {{"implicit", "tvd_minmod", KernelSet::fused, 8, 5},
                        {"explicit", "tvd_superbee", KernelSet::plain, 8, 4}});
  check_launches(text + "[scheme]\nwall_density = cell\n",
                 {{"explicit", "upwind", KernelSet::fused, 32, 1},
                  {"implicit", "tvd", KernelSet::plain, 8, kWhole}});
}

// Two steps: the kernels queued in vain by the first must leave alone what the second computes.
TEST_CASE("promise 8: iterations queued beyond the last one are not carried out") {
  const Case c = case_from(channel_text(11, 9, h, body_line(h, 4, 3, 6, 5), disturbed));
  const auto serial = make_serial_backend(c);
  serial->upload(initial_state(c));
  std::vector<double> tolerances;
  for (int step = 0; step < 2; ++step) {
    const auto two = advance_time_step(*serial, *c.time.step, {0, 2});
    REQUIRE(two.last.largest() < two.first.largest());
    tolerances.push_back(two.first.largest());
  }
  for (const KernelSet kernels : {KernelSet::plain, KernelSet::fused}) {
    const auto backend = make_opencl_backend(
        c, opencl::choose_device("auto"),
        {.parity = true, .kernels = kernels, .work_group_size = 8, .rows = 4, .batch = 3});
    backend->upload(initial_state(c));
    for (const double tolerance : tolerances) {
      const auto result = advance_time_step(*backend, *c.time.step, {tolerance, 9});
      CHECK(result.inner == 2);
      CHECK(result.converged);
    }
    const State device = backend->download(), expected = serial->download();
    CHECK(same_bits(device.u, expected.u));
    CHECK(same_bits(device.v, expected.v));
    CHECK(same_bits(device.T, expected.T));
    CHECK(same_bits(device.rho, expected.rho));
  }
}

}  // namespace slipflow::simple_ts
