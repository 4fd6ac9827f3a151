// In parity mode every device agrees with the serial reference in every bit: u, v, T, rho with their
// ghosts, p, residuals, inner iterations, balances and step limits after 1, 10 and 100 steps.
//
// SLIPFLOW_PARITY=full runs every combination, 2/5 the second fifth of them, for several processes at a
// time; otherwise a selection that meets every value of every option, 8 for each scheme and way PoCL runs
// work-groups. With any value of it each combination is listed, as script/parity-matrix wants it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "parity_cases.hpp"
#include "simple_ts/boundary/slip_laws.h"
#include "simple_ts/convection/schemes.h"

namespace slipflow::simple_ts {

namespace {
const InnerControl inner{1e-9, 30};

/// How long both run: after each of these time steps they are compared.
struct Length {
  InnerControl control = inner;
  std::vector<int> steps = {1, 10, 100};
};

/// What is compared after some steps.
struct Record {
  State state;
  Residuals residuals, change;
  Balance balance;
  StepLimits limits;
  int inner = 0;
};

std::vector<Record> record_run(const Case& c, Backend& backend, const Length& length = {}) {
  backend.upload(initial_state(c));
  std::vector<Record> records;
  int done = 0, total = 0;
  for (int steps : length.steps) {
    total += advance_steps(backend, steps - done, *c.time.step, length.control);
    done = steps;
    records.push_back({backend.download(), backend.residuals(), backend.change_over_step(),
                       backend.balance(), backend.step_limits(), total});
  }
  return records;
}

std::size_t different_bits(const std::vector<double>& a, const std::vector<double>& b) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < a.size(); ++k) count += std::memcmp(&a[k], &b[k], sizeof a[k]) != 0;
  return count;
}

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// Every bit as text, so that a difference is reported with both values.
std::string text(const Residuals& r) {
  return fmt::format("p {:a} T {:a} u {:a} v {:a}", r.p, r.T, r.u, r.v);
}

std::vector<double> pressure(const State& s) {
  std::vector<double> p(s.T.size());
  for (std::size_t k = 0; k < p.size(); ++k) p[k] = s.rho[k] * s.T[k];
  return p;
}

void check_equal(const Record& device, const Record& serial) {
  CHECK(different_bits(device.state.u, serial.state.u) == 0);
  CHECK(different_bits(device.state.v, serial.state.v) == 0);
  CHECK(different_bits(device.state.T, serial.state.T) == 0);
  CHECK(different_bits(device.state.rho, serial.state.rho) == 0);
  CHECK(different_bits(pressure(device.state), pressure(serial.state)) == 0);
  CHECK(text(device.residuals) == text(serial.residuals));
  CHECK(text(device.change) == text(serial.change));
  CHECK(same_bits(device.balance, serial.balance));
  CHECK(same_bits(device.limits, serial.limits));
  CHECK(device.inner == serial.inner);
}

/// The two time levels a run goes on from.
struct Levels {
  State now, old;
};

Levels advanced(const Case& c, Backend& backend, int steps) {
  advance_steps(backend, steps, *c.time.step, inner);
  return {backend.download(), backend.download_old()};
}

Levels advanced_from(const Levels& levels, const Case& c, Backend& backend, int steps) {
  backend.upload(levels.now);
  backend.upload_old(levels.old, *c.time.step);
  return advanced(c, backend, steps);
}

std::size_t different_bits(const State& a, const State& b) {
  return different_bits(a.u, b.u) + different_bits(a.v, b.v) + different_bits(a.T, b.T) +
         different_bits(a.rho, b.rho);
}

/// Promise 3 for the backends: from the levels of a device, it and the serial reference go on as the
/// device does without a restart.
void check_restart(const Case& c, Backend& device) {
  const Levels levels = advanced(c, device, 0);
  const Levels expected = advanced(c, device, 5);
  CHECK(different_bits(levels.now, levels.old) > 0);
  CHECK(different_bits(levels.now, expected.now) > 0);
  const auto serial = make_serial_backend(c);
  for (Backend* backend : {&device, serial.get()}) {
    const Levels levels_after = advanced_from(levels, c, *backend, 5);
    CHECK(different_bits(levels_after.now, expected.now) == 0);
    CHECK(different_bits(levels_after.old, expected.old) == 0);
  }
}

struct Combination {
  std::string name;  ///< of the geometry
  KernelSet kernels;
  int work_group_size;
  int rows;
};

std::ostream& operator<<(std::ostream& out, const Combination& k) {
  return out << k.name << (k.kernels == KernelSet::fused ? " fused" : " plain") << " work-group "
             << k.work_group_size << " rows " << k.rows;
}

constexpr int kWhole = 1000;  // more rows than any mesh here

std::vector<Combination> every_combination() {
  std::vector<Combination> all;
  for (const auto& [name, text] : parity_cases()) {
    for (int size : {32, 64, 128, 256})
      for (int rows : {1, 7, 16, kWhole}) all.push_back({name, KernelSet::fused, size, rows});
    // As many columns as the local memory of GPUs holds.
    all.push_back({name, KernelSet::plain, 8, 7});
    all.push_back({name, KernelSet::plain, 16, 1});
    all.push_back({name, KernelSet::plain, 32, 16});
    all.push_back({name, KernelSet::plain, 32, kWhole});
  }
  return all;
}

std::vector<Combination> selection() {
  const char* method = std::getenv("SLIPFLOW_PARITY_METHOD");
  if (method && std::string(method) == "loopvec")
    return {{"middle", KernelSet::fused, 32, 16},     {"edges", KernelSet::fused, 64, 7},
            {"thin", KernelSet::plain, 128, kWhole},      {"stretched", KernelSet::fused, 256, 1},
            {"periodic", KernelSet::fused, 32, 7},    {"box", KernelSet::plain, 32, 7},
            {"oblique", KernelSet::fused, 128, kWhole}, {"edges", KernelSet::plain, 64, 1}};
  return {{"middle", KernelSet::plain, 16, 16},     {"edges", KernelSet::fused, 32, 1},
          {"thin", KernelSet::fused, 64, 16},       {"stretched", KernelSet::plain, 256, 7},
          {"periodic", KernelSet::plain, 32, 1},    {"box", KernelSet::fused, 64, kWhole},
          {"oblique", KernelSet::fused, 256, 7},    {"periodic", KernelSet::fused, 128, 16}};
}

const char* const wanted_parity = std::getenv("SLIPFLOW_PARITY");

std::vector<Combination> wanted_combinations() {
  const std::string wanted = wanted_parity ? wanted_parity : "";
  if (wanted == "full") return every_combination();
  std::size_t part = 0, parts = 0;
  if (std::sscanf(wanted.c_str(), "%zu/%zu", &part, &parts) != 2) return selection();
  REQUIRE(part >= 1);
  REQUIRE(part <= parts);
  const auto all = every_combination();
  const auto place = [&](std::size_t k) { return all.begin() + static_cast<long>(all.size() * k / parts); };
  return {place(part - 1), place(part)};
}

const std::string& text_of(const std::string& name) {
  if (name == "shapes") return shapes_case();
  const auto side = side_cases().find(name);
  return side == side_cases().end() ? parity_cases().at(name) : side->second;
}

void compare(const std::string& convection, const std::string& time,
             const std::vector<Combination>& combinations,
             const std::vector<std::string>& options = {}, const Length& length = {}) {
  const auto device = test_device();
  std::cout << "device: " << device.name << ", scheme: " << time << ' ' << convection << ", "
            << combinations.size() << " combinations\n";
  std::map<std::string, std::vector<Record>> serial;
  for (const Combination& k : combinations) {
    CAPTURE(k);
    std::vector<std::string> set = {"scheme.convection=" + convection, "scheme.time=" + time};
    set.insert(set.end(), options.begin(), options.end());
    const Case c = case_from(text_of(k.name), set);
    if (!serial.count(k.name)) serial[k.name] = record_run(c, *make_serial_backend(c), length);
    const auto backend =
        make_opencl_backend(c, device, {true, k.kernels, k.work_group_size, k.rows});
    const auto records = record_run(c, *backend, length);
    const auto& expected = serial[k.name];
    CHECK(std::isfinite(expected.back().residuals.largest()));
    for (std::size_t r = 0; r < records.size(); ++r) check_equal(records[r], expected[r]);
    check_restart(c, *backend);
    if (wanted_parity)
      std::cout << k << ": compared, inner iterations " << records.back().inner << '\n';
  }
}
}  // namespace

TEST_CASE("promise 1: a device advances the state to the same bits as the serial reference") {
  const auto combinations = wanted_combinations();
  SUBCASE("implicit upwind") { compare("upwind", "implicit", combinations); }
  SUBCASE("explicit upwind") { compare("upwind", "explicit", combinations); }
  SUBCASE("implicit TVD") { compare("tvd", "implicit", combinations); }
  SUBCASE("explicit TVD") { compare("tvd", "explicit", combinations); }
}

TEST_CASE("promise 1: after every inner iteration the residuals have the same bits, read once or twice") {
  const Case c = case_from(parity_cases().at("middle"), {"scheme.convection=tvd"});
  for (const int rows : {1, 7}) {
    CAPTURE(rows);
    const auto serial = make_serial_backend(c);
    const auto device = make_opencl_backend(c, test_device(), {true, KernelSet::fused, 64, rows});
    for (Backend* backend : {serial.get(), device.get()}) backend->upload(initial_state(c));
    for (int step = 0; step < 10; ++step) {
      for (Backend* backend : {serial.get(), device.get()}) backend->begin_time_step(*c.time.step);
      for (int k = 0; k < inner.max; ++k) {
        CAPTURE(step);
        CAPTURE(k);
        for (Backend* backend : {serial.get(), device.get()}) backend->advance_inner_iteration();
        const auto expected = text(serial->residuals());
        CHECK(text(device->residuals()) == expected);
        // The same partial maxima reduced again: tells a wrong reduction from a wrong iteration.
        CHECK(text(device->residuals()) == expected);
      }
    }
  }
}

namespace {
/// Everything that is measured beside changes, step limits and masses, as numbers.
std::vector<double> measured(const Case& c, Measures& measures) {
  std::vector<double> all;
  for (const auto& wall : measures.wall_loads())
    for (const SideLoads& s : wall)
      all.insert(all.end(), {s.pressure, s.normal, s.friction, s.heat, s.work});
  const DomainTotals totals = measures.totals();
  const auto append = [&](const Totals& t) {
    all.insert(all.end(), {t.mass, t.momentum_x, t.momentum_y, t.thermal, t.kinetic});
  };
  append(totals.contents);
  for (const Totals& flow : totals.flow) append(flow);
  std::vector<int> places;
  for (int at = 0; at < static_cast<int>(c.mesh.layout().size()); at += 7) places.push_back(at);
  for (const NodeValues& n : measures.nodes(places)) all.insert(all.end(), {n.u, n.v, n.T, n.rho});
  const Averages averages = measures.averages();
  all.push_back(averages.time);
  for (const auto* fields : {&averages.means, &averages.squares})
    for (const auto& field : *fields) all.insert(all.end(), field.begin(), field.end());
  return all;
}

std::vector<double> measured_after_steps(const Case& c, Backend& backend) {
  backend.upload(initial_state(c));
  backend.measures().start_averages({});
  for (int step = 0; step < 12; ++step) {
    advance_time_step(backend, *c.time.step, {1e-6, 30});
    if (step < 3) continue;
    backend.measures().add_to_averages(*c.time.step * (1 + step % 3));
    // Half way they are taken out and put back, as at a restart.
    if (step == 7) backend.measures().start_averages(backend.measures().averages());
  }
  return measured(c, backend.measures());
}
}  // namespace

TEST_CASE("forces, heat, totals, nodes and averages have the same bits too") {
  const auto check = [](const std::string& text, const std::vector<std::string>& options,
                        const OpenClOptions& launch) {
    std::vector<std::string> set = {"output.averages=p T rho u v"};
    set.insert(set.end(), options.begin(), options.end());
    CAPTURE(options);
    const Case c = case_from(text, set);
    const auto serial = measured_after_steps(c, *make_serial_backend(c));
    const auto device = measured_after_steps(c, *make_opencl_backend(c, test_device(), launch));
    REQUIRE(serial.size() == device.size());
    CHECK(different_bits(device, serial) == 0);
    for (const double value : serial) CHECK(std::isfinite(value));
  };
  check(parity_cases().at("edges"), {"scheme.convection=tvd"}, {true, KernelSet::plain, 32, 16});
  check(parity_cases().at("stretched"), {"scheme.time=explicit", "gas.viscosity_exponent=0.75"},
        {true, KernelSet::fused, 64, 7});
  check(parity_cases().at("periodic"), {}, {true, KernelSet::plain, 16, 7});
  check(parity_cases().at("box"), {"run.precision=mixed", "inner.diagonal=plain"},
        {true, KernelSet::plain, 32, 7});
  check(shapes_case(), {"run.precision=single"}, {true, KernelSet::plain, 64, 16});
}

TEST_CASE("without a single wall the kernels have no wall code, and give the same bits") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.02\nmach = 0.5\n[mesh]\nx = 0 5\ny = 0 3\ncells = 41 23\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
      "[initial]\nperturbation = 0.3\n[time]\nstep = 0.01\nmax_steps = 100\n",
      {"scheme.convection=tvd", "scheme.time=explicit"});
  const auto serial = record_run(c, *make_serial_backend(c));
  for (const KernelSet kernels : {KernelSet::fused, KernelSet::plain}) {
    const auto records =
        record_run(c, *make_opencl_backend(c, test_device(), {true, kernels, 32, 7}));
    for (std::size_t r = 0; r < records.size(); ++r) check_equal(records[r], serial[r]);
  }
}

TEST_CASE("promise 1: bodies of any shape give the same bits too") {
  compare("tvd", "implicit", {{"shapes", KernelSet::fused, 32, 7}});
  compare("tvd", "explicit", {{"shapes", KernelSet::plain, 32, 16}});
}

TEST_CASE("sides that impose something and walls of every kind give the same bits too") {
  const std::vector<Combination> some = {{"pressures", KernelSet::fused, 32, 7},
                                         {"inflows", KernelSet::plain, 64, 7},
                                         {"pressures, periodic", KernelSet::fused, 32, 1}};
  const std::vector<Combination> others = {{"pressures", KernelSet::plain, 16, 16},
                                           {"inflows", KernelSet::fused, 64, kWhole},
                                           {"pressures, periodic", KernelSet::plain, 32, 7}};
  const Length length{inner, {1, 30}};
  SUBCASE("implicit upwind") { compare("upwind", "implicit", some, {}, length); }
  SUBCASE("explicit upwind") { compare("upwind", "explicit", others, {}, length); }
  SUBCASE("implicit TVD") { compare("tvd", "implicit", others, {}, length); }
  SUBCASE("explicit TVD") { compare("tvd", "explicit", some, {}, length); }
}

TEST_CASE("inflows whose velocities change from step to step give the same bits too") {
  for (const char* time : {"implicit", "explicit"})
    for (const char* precision : {"double", "single"}) {
      CAPTURE(time);
      CAPTURE(precision);
      const Case c = case_from(side_cases().at("inflows"),
                               {"scheme.convection=tvd", std::string("scheme.time=") + time,
                                std::string("run.precision=") + precision});
      const auto run = [&](Backend& backend) {
        backend.upload(initial_state(c));
        for (int step = 1; step <= 5; ++step) {
          backend.set_side_factors({1 + 0.1 * step, 1, 1, 1 / (1.0 + step)});
          advance_time_step(backend, *c.time.step, {1e-5, 30});
        }
        return backend.download();
      };
      const State expected = run(*make_serial_backend(c));
      CHECK(expected.u[c.mesh.layout().at(0, 11)] ==
            doctest::Approx(1.5 * c.side_values[mesh::west].across[11]).epsilon(1e-6));
      for (const KernelSet kernels : {KernelSet::fused, KernelSet::plain})
        CHECK(different_bits(run(*make_opencl_backend(c, test_device(), {true, kernels, 32, 7})),
                             expected) == 0);
    }
}

TEST_CASE("the other slip laws give the same bits too") {
#define SF_COMPARE(name, number, velocity)                                             \
  if (number > 0) {                                                                    \
    const std::string south = "boundary.south=wall temperature=1,1.5 slip=" #name;     \
    compare("tvd", "implicit", {{"edges", KernelSet::fused, 32, 7}}, {south});         \
    compare("upwind", "explicit", {{"pressures", KernelSet::plain, 32, 16}}, {south}); \
  }
  SF_SLIP_LAWS(SF_COMPARE)
#undef SF_COMPARE
}

TEST_CASE("in mixed and in single precision, and with the density of the cell, they do too") {
  const Length brief{{1e-5, 30}, {1, 10}};
  const std::string cell = "scheme.wall_density=cell";
  compare("tvd", "implicit",
          {{"pressures", KernelSet::fused, 32, 7}, {"inflows", KernelSet::plain, 32, 16}},
          {"run.precision=mixed", cell}, brief);
  compare("tvd", "explicit",
          {{"pressures", KernelSet::plain, 32, 7}, {"inflows", KernelSet::fused, 32, 16}},
          {"run.precision=single"}, brief);
  compare("tvd", "explicit",
          {{"edges", KernelSet::fused, 32, 7}, {"thin", KernelSet::plain, 64, 16}}, {cell}, brief);
}

TEST_CASE("gases of other viscosity exponents give the same bits too") {
  const std::string argon = "gas.viscosity_exponent=0.8125", air = "gas.viscosity_exponent=0.75",
                    diatomic = "gas.gamma=1.4", prandtl = "gas.prandtl=0.71";
  compare("tvd", "implicit", {{"edges", KernelSet::fused, 32, 7}}, {argon});
  compare("upwind", "explicit", {{"thin", KernelSet::plain, 32, 16}}, {air, diatomic, prandtl});
  compare("upwind", "implicit", {{"box", KernelSet::plain, 16, 7}},
          {"gas.viscosity_exponent=1.9375", "run.precision=single"}, {{1e-5, 30}, {1, 10}});
}

TEST_CASE("the published inner iteration and each part of the default give the same bits too") {
  const std::vector<Combination> some = {{"edges", KernelSet::fused, 32, 7},
                                         {"stretched", KernelSet::plain, 64, 7}};
  const std::string plain = "inner.diagonal=plain", none = "inner.relaxation=none",
                    previous = "inner.start=previous";
  compare("upwind", "implicit", some, {plain, none, previous});
  compare("tvd", "implicit", some, {plain, previous});
  compare("upwind", "explicit", some, {none});
}

TEST_CASE("promise 1: in mixed and in single precision the bits are the same too") {
  const Length brief{{1e-5, 30}, {1, 10}};
  const auto both = [&](const std::string& convection, const std::string& time) {
    compare(convection, time,
            {{"edges", KernelSet::fused, 32, 7}, {"periodic", KernelSet::plain, 32, 16}},
            {"run.precision=mixed"}, brief);
    compare(convection, time,
            {{"stretched", KernelSet::fused, 64, 16}, {"edges", KernelSet::plain, 64, 1}},
            {"run.precision=single"}, brief);
  };
  SUBCASE("implicit upwind") { both("upwind", "implicit"); }
  SUBCASE("explicit upwind") { both("upwind", "explicit"); }
  SUBCASE("implicit TVD") { both("tvd", "implicit"); }
  SUBCASE("explicit TVD") { both("tvd", "explicit"); }
}

TEST_CASE("parity in single precision is refused on a device that does not round it") {
  const Case c = case_from(parity_cases().at("box"), {"run.precision=single"});
  auto device = test_device();
  device.exact_single = false;
  CHECK_THROWS_AS(make_opencl_backend(c, device, {true, KernelSet::plain, 32, 7}), Error);
  const auto record = record_run(
      c, *make_opencl_backend(c, device, {false, KernelSet::plain, 32, 7}), {{1e-5, 30}, {1}});
  CHECK(std::isfinite(record.back().residuals.largest()));
}

TEST_CASE("promise 1: the other limiters give the same bits too") {
  const std::vector<Combination> some = {{"edges", KernelSet::fused, 32, 7},
                                         {"stretched", KernelSet::plain, 64, 7}};
#define SF_COMPARE(name, number, limiter)                      \
  if (number > 1) {                                            \
    compare(#name, number % 2 ? "implicit" : "explicit", some); \
  }
  SF_CONVECTION_SCHEMES(SF_COMPARE)
#undef SF_COMPARE
}

}  // namespace slipflow::simple_ts
