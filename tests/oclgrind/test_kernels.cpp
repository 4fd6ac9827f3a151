// Every kernel on Oclgrind's device, which watches each access: no data race, no read of a value
// nobody wrote, nothing out of bounds, no barrier that a work-item misses, no misuse of the API.
// What it reports goes to its log, and script/oclgrind fails on it; here the results are compared
// with the serial reference bit for bit.
//
// Oclgrind interprets, about 10^4 times slower than a device: meshes are small, and a time step has
// 2 inner iterations. The third set of fields is read and written in the first case, whose step has
// 3, and in cases with averages, which begin a second step.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <ostream>

#include "simple_ts/convection/schemes.h"
#include "slipflow/simple_ts/opencl_operations.hpp"
#include "subdomains.hpp"
#include "test_cases.hpp"
#include "test_device.hpp"

namespace slipflow::simple_ts::test_kernels {

namespace {
const InnerControl two{0, 2}, three{0, 3};
constexpr double h = 0.125;

/// What is compared, by name.
using Record = std::map<std::string, std::vector<double>>;

/// What acts on walls, totals, some nodes, and averages over two times.
void measure(const Case& c, Diagnostics& diagnostics, Record& record) {
  diagnostics.start_averages({});
  diagnostics.add_to_averages(0.1);
  diagnostics.add_to_averages(0.2);
  const Averages averages = diagnostics.averages();
  for (std::size_t k = 0; k < averages.means.size(); ++k) {
    record[fmt::format("mean {}", k)] = averages.means[k];
    record[fmt::format("squares {}", k)] = averages.squares[k];
  }
  for (const auto& wall : rounded(c, diagnostics.wall_loads()))
    for (const SideLoads& s : wall)
      for (const double load : {s.pressure, s.normal, s.friction, s.conduction, s.friction_heat,
                                s.work, s.corner, s.limited})
        record["loads"].push_back(load);
  const DomainTotals totals = rounded(c, diagnostics.totals());
  for (const Totals& t :
       {totals.contents, totals.flow[0], totals.flow[1], totals.flow[2], totals.flow[3]})
    for (const double total : {t.mass, t.momentum_x, t.momentum_y, t.thermal, t.kinetic})
      record["totals"].push_back(total);
  const int last = static_cast<int>(c.mesh.layout().size()) - 1;
  for (const NodeValues& n : diagnostics.nodes({70, last, 11}))
    for (const double value : {n.u, n.v, n.T, n.rho}) record["nodes"].push_back(value);
}

/// One time step. A case with averages begins a second one from both levels, and is measured.
Record record_steps(const Case& c, Operations& backend, const InnerControl& inner) {
  const bool measured = !c.output.averages.empty();
  backend.upload(initial_state(c));
  advance_time_step(backend, *c.time.step, inner);
  if (measured) advance_time_step(backend, *c.time.step, {0, 1});
  const State s = backend.download();
  const Residuals r = backend.residuals(), change = backend.change_over_step();
  const StepLimits limits = backend.step_limits();
  const DomainTotals totals = rounded(c, backend.diagnostics().totals(Contents::mass));
  Record record{{"u", s.u}, {"v", s.v}, {"T", s.T}, {"rho", s.rho}};
  record["residuals"] = {r.p, r.T, r.u, r.v};
  record["change over the step"] = {change.p, change.T, change.u, change.v};
  record["step limits"] = {limits.signal, limits.convection};
  record["balance"] = {totals.contents.mass, totals.flow[0].mass, totals.flow[1].mass,
                       totals.flow[2].mass, totals.flow[3].mass};
  if (measured) measure(c, backend.diagnostics(), record);
  return record;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

/// To the rounding of floats. Oclgrind ignores -cl-single-precision-constant, so an expression with
/// a literal is evaluated in double and rounded once: each operation is exact, and the bits are
/// others.
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
  return out << l.time << ' ' << l.convection << ' ' << name_of(l.kernels) << " work-group "
             << l.work_group_size << " rows " << l.rows << ' ' << l.precision;
}

constexpr int kWhole = 1000;  // more rows than any mesh here

/// Every scheme with the fused and the plain kernels; work-groups narrower and wider than the
/// meshes; sub-domains of one row, a few, and all of them.
const std::vector<Launch> launches{{"implicit", "upwind", KernelSet::plain, 8, 1},
                                   {"implicit", "upwind", KernelSet::fused, 8, 5},
                                   {"explicit", "upwind", KernelSet::plain, 32, 5},
                                   {"explicit", "upwind", KernelSet::fused, 16, 1},
                                   {"implicit", "tvd", KernelSet::plain, 32, kWhole},
                                   {"implicit", "tvd", KernelSet::fused, 8, 4},
                                   {"explicit", "tvd", KernelSet::plain, 8, 4},
                                   {"explicit", "tvd", KernelSet::fused, 32, kWhole}};

/// A case has two of them, to save time: one of each kernel set, with different schemes.
std::vector<Launch> launches_of(std::size_t first, std::size_t second) {
  return {launches[first], launches[second]};
}

/// One of each limiter that the launches above leave out.
std::vector<Launch> launches_of_other_limiters() {
  std::vector<Launch> others;
#define SF_ADD_LAUNCH(name, number, limiter)                                        \
  if (number > 1)                                                                   \
    others.push_back(number % 2 ? Launch{"explicit", #name, KernelSet::plain, 8, 4} \
                                : Launch{"implicit", #name, KernelSet::fused, 8, 5});
  SF_CONVECTION_SCHEMES(SF_ADD_LAUNCH)
#undef SF_ADD_LAUNCH
  return others;
}

Case case_of(const std::string& text, const Launch& l) {
  return case_from(text, {fmt::format("scheme.time={}", l.time),
                          fmt::format("scheme.convection={}", l.convection),
                          fmt::format("run.precision={}", l.precision)});
}

/// Compares a launch with the serial reference.
void check_launch(const Case& c, const Launch& l, const InnerControl& inner) {
  const auto device = opencl::choose_device("auto");
  REQUIRE_MESSAGE(device.platform == "Oclgrind", "these tests need Oclgrind's device, here is '",
                  device.name, "': run them with script/oclgrind");
  CAPTURE(l);
  const Record serial = record_steps(c, *make_serial_operations(c), inner);
  const bool exact = needs_double(c.run.precision);
  const auto backend =
      make_opencl_operations(c, device, {exact, l.kernels, l.work_group_size, l.rows});
  for (const auto& [name, values] : record_steps(c, *backend, inner)) {
    CAPTURE(name);
    if (exact)
      CHECK(same_bits(values, serial.at(name)));
    else
      CHECK(nearly_equal(values, serial.at(name)));
  }
}
void check_launches(const std::string& text, const std::vector<Launch>& wanted,
                    const InnerControl& inner = two) {
  for (const Launch& l : wanted) check_launch(case_of(text, l), l, inner);
}

// A disturbed start, so that no difference of neighbours is zero.
const std::string disturbed = "[initial]\nperturbation = 0.1\n";
const std::string measured = "[output]\naverages = p T rho u v\n";
const Launch solving = {"implicit", "tvd", KernelSet::plain, 8, 4};
}  // namespace

// Strips of 4 columns: the march without code for boundaries runs together with those that have it.
// With the plain kernels the strip far from the body takes the open one.
TEST_CASE("promise 8: sub-domains near walls, at sides and away from both, with gravity") {
  const auto away = [](const std::string& text, int rows) {
    const Subdomains cut = cut_into_subdomains(case_from(text), 4, rows, Near::walls);
    return static_cast<int>(cut.all.size()) - cut.near_walls - cut.near_sides;
  };
  const std::string gravity = "[gas]\ngravity = 0.05 -0.02\n";
  const std::string channel =
      channel_text(15, 13, h, body_line(h, 12, 5, 14, 7), disturbed + gravity);
  CHECK(away(channel, 5) == 1);
  const Subdomains plain = cut_into_subdomains(case_from(channel), 8, 4, Near::walls_and_ends);
  CHECK(plain.near_walls < static_cast<int>(plain.all.size()));
  check_launches(channel, launches_of(1, 6), three);
  const std::string periodic =
      "[gas]\nknudsen = 0.02\nmach = 0.5\ngravity = 0.05 -0.02\n"
      "[mesh]\nx = 0 1.3\ny = 0 1.3\ncells = 13 13\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
      "[initial]\nperturbation = 0.3\n[time]\nstep = 0.01\nmax_steps = 100\n";
  CHECK(away(periodic, 4) == 1);
  check_launches(periodic, {{"implicit", "tvd", KernelSet::fused, 8, 4},
                            {"implicit", "tvd", KernelSet::tiles, 32, kWhole}});
}

TEST_CASE("promise 8: bodies that cut the mesh") {
  const std::string cut =
      "[gas]\nknudsen = 0.05\nmach = 0.5\ngravity = 0.05 -0.02\n"
      "[mesh]\nx = 0 1.3\ny = 0 1.3\ncells = 13 13\nwalls = cut\n"
      "[body]\ncircle = 0.61 0.6 0.27 turning=0.3 temperature=1.2\n"
      "polygon = 1.1 0.85 1.4 0.95 1.2 1.09 slip=off flux=0.01\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = wall\nnorth = wall\n" +
      disturbed + measured + "[time]\nstep = 0.01\nmax_steps = 100\n";
  check_launches(cut, {{"implicit", "tvd", KernelSet::plain, 8, 4}});
}

TEST_CASE("promise 8: mixed and single precision") {
  const std::string text = channel_text(11, 9, h, body_line(h, 4, 3, 7, 6), disturbed);
  check_launches(text, {{"implicit", "upwind", KernelSet::fused, 8, 5, "mixed"},
                        {"explicit", "upwind", KernelSet::fused, 8, 4, "single"}});
  check_launches(text + measured, {{"explicit", "tvd", KernelSet::plain, 8, 4, "mixed"},
                                   {"implicit", "tvd", KernelSet::plain, 32, 5, "single"}});
}

TEST_CASE("promise 8: bodies at a wall, in corners, and one cell thick") {
  check_launches(channel_text(14, 13, h,
                              body_line(h, 3, 0, 6, 2, "temperature=1.5") +
                                  body_line(h, 12, 10, 14, 13, "slip=off jump=off") +
                                  body_line(h, 0, 11, 2, 13, "slip=free jump=adiabatic") +
                                  body_line(h, 3, 4, 4, 7) + body_line(h, 4, 10, 9, 11) +
                                  body_line(h, 6, 4, 8, 6) + body_line(h, 8, 6, 10, 8),
                              disturbed),
                 launches_of(3, 4));
}

TEST_CASE("promise 8: a body in the middle and one in a corner, periodic in both directions") {
  check_launches(
      "[gas]\nknudsen = 0.02\nmach = 0.5\ngravity = 0.05 -0.02\n"
      "[mesh]\nx = 0 1.625\ny = 0 1.125\ncells = 13 9\n"
      "[body]\nrectangle = 0.5 0.25 0.75 0.625 temperature=1.2\n"
      "rectangle = 1.25 0.875 1.625 1.125\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
      "[initial]\nperturbation = 0.3\n[time]\nstep = 0.01\nmax_steps = 100\n",
      launches_of(5, 2));
}

TEST_CASE("promise 8: a closed box smaller than a work-group") {
  check_launches(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 5 3\n"
      "[boundary]\nwest = wall\neast = wall slip=off temperature=1.3 velocity=0,0.2\n"
      "south = symmetry\nnorth = wall velocity=0.5,0\n"
      "[time]\nstep = 0.02\nmax_steps = 100\n",
      launches_of(7, 0));
}

TEST_CASE("promise 8: sides that impose something, walls of every kind, other gases, diagnostics") {
  const std::string gas =
      "[gas]\nknudsen = 0.05\nmach = 0.3\naccommodation = 0.8 0.9\ngravity = 0.02 -0.03\n";
  const std::string end = "[time]\nstep = 0.01\nmax_steps = 100\n" + disturbed;
  // The first of the launches measures.
  const auto check = [](const std::string& text, auto wanted) {
    check_launches(text + measured, {wanted[0]});
    wanted.erase(wanted.begin());
    check_launches(text, wanted);
  };
  // Widths that change from cell to cell.
  check(gas +
            "[mesh]\nx = 0 1.1\ny = 0 0.9\ncells = 11 9\n"
            "x_stretch = geometric 1.01\ny_stretch = geometric 0.98\n"
            "[body]\nrectangle = 0.4 0.3 0.7 0.6 flux=0.02\nrectangle = 0 0.6 0.2 0.8\n"
            "[boundary]\nwest = pressure p=1.3 temperature=1.2\neast = pressure p=0.9 at=ghost\n"
            "south = wall temperature=1,1.5 slip=creep\nnorth = pressure p=1.1\n" +
            end,
        launches_of(3, 4));
  check(gas +
            "gamma = 1.4\nprandtl = 0.71\nviscosity_exponent = 0.75\n"
            "[scheme]\nwall_density = cell\n"
            "[mesh]\nx = 0 1.1\ny = 0 0.9\ncells = 11 9\n"
            "[boundary]\nwest = inflow velocity=0.4 profile=parabolic along=0.05\n"
            "east = pressure p=1\nsouth = wall flux=-0.03\n"
            "north = inflow velocity=0.1\n" +
            end,
        launches_of(0, 5));
}

TEST_CASE("walls with creep, another viscosity, other limiters, the density of the cell") {
  const std::string text =
      "[gas]\nknudsen = 0.05\nviscosity_exponent = 0.8125\n"
      "[mesh]\nx = 0 1.1\ny = 0 0.9\ncells = 11 9\n"
      "[body]\nrectangle = 0.4 0.3 0.7 0.6 temperature=1.2 slip=creep\n"
      "[boundary]\nwest = pressure p=1\neast = pressure p=1.1 temperature=1.5\n"
      "south = wall temperature=1,1.5 slip=creep\nnorth = wall temperature=1,1.5\n"
      "[scheme]\nwall_density = cell\n[time]\nstep = 0.01\nmax_steps = 100\n" +
      disturbed;
  check_launches(text, launches_of_other_limiters());
  check_launches(text, {{"implicit", "upwind", KernelSet::tiles, 64, 3}});
}

TEST_CASE("promise 8: pressures that are solved together") {
  Case c = case_of(channel_text(9, 7, h, body_line(h, 3, 3, 5, 5),
                                disturbed + "[inner]\npressure = multigrid\n"),
                   solving);
  c.splitting.velocity_sweeps = 2;
  check_launch(c, solving, {0, 1});
}

// It needs more local memory than the other kernels may take: ctest runs it as oclgrind_march. The
// mesh is small, as a work-group has 512 work-items on every mesh.
TEST_CASE("promise 8: the march in space and its ghosts" * doctest::skip()) {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 0.75\nz = 0 0.5\ncells = 8 6 4\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
      "bottom = periodic\ntop = periodic\n[initial]\nperturbation = 0.3\n"
      "[scheme]\nconvection = upwind\ntime = implicit\n[time]\nstep = 0.01\nmax_steps = 100\n");
  const auto device = make_opencl_operations(c, opencl::choose_device("auto"),
                                             {.parity = true, .kernels = KernelSet::fused});
  const auto serial = make_serial_operations(c);
  for (Operations* backend : {device.get(), serial.get()}) {
    backend->upload(initial_state(c));
    advance_time_step(*backend, *c.time.step, {0, 1});
  }
  const State actual = device->download(), expected = serial->download();
  for (std::size_t k = 0; k < actual.all().size(); ++k) {
    CAPTURE(k);
    CHECK(same_bits(*actual.all()[k], *expected.all()[k]));
  }
  CHECK(device->residuals().largest() == serial->residuals().largest());
}

// Two steps: the kernels queued in vain by the first must leave alone what the second computes.
TEST_CASE("promise 8: iterations queued beyond the last one are not carried out") {
  const Case c = case_from(channel_text(11, 9, h, body_line(h, 4, 3, 6, 5), disturbed));
  const auto serial = make_serial_operations(c);
  serial->upload(initial_state(c));
  std::vector<double> tolerances;
  for (int step = 0; step < 2; ++step) {
    const auto two = advance_time_step(*serial, *c.time.step, {0, 2});
    REQUIRE(two.last.largest() < two.first.largest());
    // The estimate after the first of the two, which the second must be below.
    tolerances.push_back(3 * two.first.largest());
  }
  for (const KernelSet kernels : {KernelSet::plain, KernelSet::fused}) {
    const auto backend = make_opencl_operations(
        c, opencl::choose_device("auto"),
        {.parity = true, .kernels = kernels, .work_group_size = 8, .rows = 4, .batch = 3});
    backend->upload(initial_state(c));
    for (const double tolerance : tolerances) {
      const auto result = advance_time_step(*backend, *c.time.step, {tolerance, 9, 0, 0.5});
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

}  // namespace slipflow::simple_ts::test_kernels
