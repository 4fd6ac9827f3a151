// In parity mode every device agrees with the serial reference in every bit: u, v, T, rho with
// their ghosts, p, residuals, inner iterations, balances and step limits after 1, 10 and mostly
// 100 steps.
//
// SLIPFLOW_PARITY=full runs every combination, 2/5 the second fifth of them, for several processes
// at a time; otherwise a selection: with other tests of this folder each scheme meets every value
// of every option. With any value of it each combination is listed, as script/parity-matrix wants
// it. What else is here is compared in fewer combinations and, when its kernels differ from the
// others, after fewer steps. PoCL takes most of the time to build kernels: combinations that can
// share a build do, and one build differs from the usual ones in several options, each of which
// would change the bits.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "comparison.hpp"
#include "parity_cases.hpp"
#include "simple_ts/convection/schemes.h"
#include "slipflow/support/error.hpp"
#include "subdomains.hpp"

namespace slipflow::simple_ts::test_serial_and_device {

namespace {
Combinations every_combination() {
  Combinations all;
  for (const auto& [name, text] : parity_cases()) {
    for (int size : {32, 64, 128, 256})
      for (int rows : {1, 7, 16, kWhole}) all.push_back({name, KernelSet::fused, size, rows});
    for (int size : {32, 256})
      for (int rows : {1, 7, kWhole}) all.push_back({name, KernelSet::tiles, size, rows});
    // As many columns as the local memory of GPUs holds.
    all.push_back({name, KernelSet::plain, 8, 7});
    all.push_back({name, KernelSet::plain, 16, 1});
    all.push_back({name, KernelSet::plain, 32, 16});
    all.push_back({name, KernelSet::plain, 32, kWhole});
  }
  return all;
}

// Of one kernel set and work-group, with one build.
Combinations selection(KernelSet kernels, int size) { return {{"edges", kernels, size, 7}}; }

Combinations other_bodies(KernelSet kernels, int size) {
  return {
      {"edges", kernels, size, 1}, {"thin", kernels, size, 16}, {"middle", kernels, size, kWhole}};
}

// What SLIPFLOW_PARITY asks for instead of the selection.
std::optional<Combinations> wanted_combinations() {
  const char* given = std::getenv("SLIPFLOW_PARITY");
  const std::string wanted = given ? given : "";
  if (wanted == "full") return every_combination();
  std::size_t part = 0, parts = 0;
  if (std::sscanf(wanted.c_str(), "%zu/%zu", &part, &parts) != 2) return std::nullopt;
  REQUIRE(part >= 1);
  REQUIRE(part <= parts);
  const auto all = every_combination();
  const auto place = [&](std::size_t k) {
    return all.begin() + static_cast<long>(all.size() * k / parts);
  };
  return Combinations(place(part - 1), place(part));
}

void compare_scheme(const std::string& convection, const std::string& time, KernelSet kernels,
                    int size) {
  if (const auto wanted = wanted_combinations()) return compare(convection, time, *wanted);
  compare(convection, time, selection(kernels, size));
  compare(convection, time, other_bodies(kernels, size), {}, brief);
}
}  // namespace

// The other kernel set of each scheme is compared with other boundaries, and of TVD in quick tests.
TEST_CASE("promise 1: a device advances the state to the same bits as the serial reference" *
          doctest::test_suite("full")) {
  using enum KernelSet;
  SUBCASE("implicit upwind") { compare_scheme("upwind", "implicit", plain, 64); }
  SUBCASE("explicit upwind") { compare_scheme("upwind", "explicit", fused, 32); }
  SUBCASE("implicit TVD") { compare_scheme("tvd", "implicit", plain, 64); }
  SUBCASE("explicit TVD") { compare_scheme("tvd", "explicit", fused, 32); }
}

TEST_CASE(
    "promise 1: after every inner iteration the residuals have the same bits, read once or twice") {
  const Combinations combinations = {{"edges", KernelSet::fused, 32, 1},
                                     {"edges", KernelSet::fused, 32, 7}};
  for (const Combination& k : combinations) {
    CAPTURE(k);
    const Case c = case_from(parity_cases().at(k.name), {"scheme.convection=tvd"});
    const auto serial = make_serial_operations(c);
    const auto device =
        make_opencl_operations(c, test_queue(), {true, k.kernels, k.work_group_size, k.rows});
    for (Operations* backend : {serial.get(), device.get()}) backend->upload(initial_state(c));
    for (int step = 0; step < 10; ++step) {
      for (Operations* backend : {serial.get(), device.get()})
        backend->begin_time_step(*c.time.step);
      for (int iteration = 0; iteration < 30; ++iteration) {
        CAPTURE(step);
        CAPTURE(iteration);
        for (Operations* backend : {serial.get(), device.get()}) backend->advance_inner_iteration();
        const auto expected = bits_as_text(serial->residuals());
        CHECK(bits_as_text(device->residuals()) == expected);
        // The same partial maxima reduced again: tells a wrong reduction from a wrong iteration.
        CHECK(bits_as_text(device->residuals()) == expected);
      }
    }
  }
}

TEST_CASE("without a single wall the kernels have no wall code, and give the same bits" *
          doctest::test_suite("full")) {
  // "wide periodic" below has the fused ones.
  compare("tvd", "explicit", {{"no walls", KernelSet::plain, 32, 7}}, {}, brief);
}

TEST_CASE("promise 1: sub-domains near walls, at sides and away from both give the same bits" *
          doctest::test_suite("full")) {
  using enum KernelSet;
  auto cases = wide_cases();
  cases["edges"] = parity_cases().at("edges");  // compared in each scheme above
  for (const auto& [name, text] : cases) {
    CAPTURE(name);
    const Subdomains cut = cut_into_subdomains(case_from(text), 28, 7, Near::walls);
    const int away = static_cast<int>(cut.all.size()) - cut.near_walls - cut.near_sides;
    CHECK((cut.near_walls > 0) == (name != "wide periodic"));
    CHECK(cut.near_sides > 0);
    CHECK(away > 0);
  }
  compare("tvd", "implicit", {{"wide inflow", fused, 32, 7}}, {}, brief);
  compare("tvd", "explicit", {{"wide periodic", fused, 32, 7}}, {}, brief);
}

// Each has a kernel of its own, which takes PoCL longer to build than to run.
TEST_CASE("promise 1: tiles give the same bits, whatever their height and work-group" *
          doctest::test_suite("full")) {
  using enum KernelSet;
  SUBCASE("implicit upwind") {
    compare("upwind", "implicit", {{"pressures", tiles, 128, 1}}, {}, brief);
  }
  SUBCASE("implicit TVD") {
    compare("tvd", "implicit", {{"stretched", tiles, 128, kWhole}}, {"run.precision=mixed"}, brief);
  }
  SUBCASE("explicit TVD") {
    compare("tvd", "explicit", {{"shapes", tiles, 32, 4}}, {"run.precision=single"}, brief);
  }
}

TEST_CASE("promise 1: bodies of any shape give the same bits too" * doctest::test_suite("full")) {
  compare("tvd", "implicit", {{"shapes", KernelSet::plain, 64, 16}});
  compare("tvd", "explicit", {{"shapes", KernelSet::fused, 32, 7}});
}

TEST_CASE(
    "the published inner iteration and each part of the default give the same bits too, with "
    "limiters and walls that other tests leave out" *
    doctest::test_suite("full")) {
  using enum KernelSet;
  const std::string diagonal = "inner.diagonal=plain", none = "inner.relaxation=none",
                    previous = "inner.start=previous", cell = "scheme.wall_density=cell",
                    slip = "scheme.convex_corner=slip";
  // A heat flow that is limited.
  compare("upwind", "implicit", {{"inflows", plain, 64, 7}},
          {diagonal, none, previous, cell, slip, "boundary.south=wall flux=5 slip=free"}, brief);
  // The limiters, the even ones explicitly.
  const Combinations limited = {{"stretched", plain, 64, 7}, {"periodic", fused, 64, 7}};
  const std::vector<std::string> options[] = {{none, slip}, {diagonal, previous}};
#define SF_COMPARE(name, number, limiter)                                       \
  if (number > 1)                                                               \
    compare(#name, number % 2 ? "implicit" : "explicit", {limited[number % 2]}, \
            options[number % 2], brief);
  SF_CONVECTION_SCHEMES(SF_COMPARE)
#undef SF_COMPARE
}

// With other boundaries and slip laws in other tests.
TEST_CASE("promise 1: in mixed and in single precision the bits are the same too" *
          doctest::test_suite("full")) {
  using enum KernelSet;
  const std::string mixed = "run.precision=mixed";
  SUBCASE("implicit upwind") {
    compare("upwind", "implicit", {{"oblique", fused, 128, kWhole}},
            {"run.precision=single", "gas.viscosity_exponent=1.9375"}, brief);
  }
  SUBCASE("implicit TVD") {
    compare("tvd", "implicit", {{"stretched", fused, 128, kWhole}}, {mixed}, brief);
  }
  SUBCASE("explicit TVD") {
    compare("tvd", "explicit", {{"inflows", fused, 64, 7}}, {mixed}, brief);
  }
}

TEST_CASE("parity in single precision is refused on a device that does not round it" *
          doctest::test_suite("full")) {
  const Case c = case_from(parity_cases().at("box"), {"run.precision=single"});
  auto queue = test_queue();
  queue.device.exact_single = false;
  CHECK_THROWS_AS(make_opencl_operations(c, queue, {true, KernelSet::plain, 32, 7}), Error);
  const auto record = record_run(
      c, *make_opencl_operations(c, queue, {false, KernelSet::plain, 32, 7}), {{1e-5, 30}, {1}});
  CHECK(std::isfinite(record.back().residuals.largest()));
}

}  // namespace slipflow::simple_ts::test_serial_and_device
