// The host memory that `slipflow check` announces agrees with that of a run.
#include <doctest/doctest.h>
#include <sched.h>

#include <cstdio>

#include "host_memory.hpp"
#include "methods.hpp"
#include "program.hpp"

namespace test_host_memory {

using namespace test_app;

namespace {
/// Programs that start meanwhile have one processor, where frames are written one at a time.
class OneProcessor {
 public:
  OneProcessor() {
    REQUIRE(::sched_getaffinity(0, sizeof all_, &all_) == 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int k = 0; k < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++k)
      if (CPU_ISSET(k, &all_)) CPU_SET(k, &one);
    REQUIRE(::sched_setaffinity(0, sizeof one, &one) == 0);
  }
  ~OneProcessor() { ::sched_setaffinity(0, sizeof all_, &all_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t all_{};
};
}  // namespace

TEST_CASE("each rank of a host takes its part of the arrays, and the mesh") {
  using slipflow::app::host_bytes;
  const auto settings =
      slipflow::config::parse_case(small_case, "case.cfg", {}, slipflow::app::key_tables());
  const auto problem =
      slipflow::app::all_methods().front().make(settings, slipflow::methods::Start::read);
  const auto bytes = [&](int here) {
    return host_bytes(*problem, {.serial = true, .ranks = 4, .ranks_here = here});
  };
  const double alone = host_bytes(*problem, {.serial = true});
  const auto tags = static_cast<double>(problem->mesh().layout().size());  // of a byte each
  CHECK(bytes(4) == doctest::Approx(alone + 3 * tags));
  CHECK(bytes(2) - bytes(1) == doctest::Approx((problem->costs().serial_bytes() + 3 * tags) / 4));
  const double by_gpu = host_bytes(*problem, {});
  CHECK(alone == doctest::Approx(by_gpu + problem->costs().serial_bytes() - tags));
  CHECK(host_bytes(*problem, {.device_arrays = true}) ==
        doctest::Approx(by_gpu + problem->costs().device_bytes()));
}

// Sanitizers keep memory that was given back.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("a run takes the host memory that was announced") {
  const Place place;
  const OneProcessor one_processor;
  for (const std::string fields : {"p", "p T rho u v"}) {
    const auto peak_with = [&](const std::string& cells) {
      return place
          .slipflow({"run", "case.cfg", "--backend", "serial", "--steps", "1", "--overwrite",
                     "--set", "inner.max=1", "--set", "output.pictures=none", "--set",
                     "output.fields=" + fields, "--set", "mesh.cells=" + cells})
          .peak_bytes;
    };
    const auto announced_with = [&](const std::string& cells) {
      const auto settings = slipflow::config::parse_case(
          small_case, "case.cfg",
          {"output.pictures=none", "output.fields=" + fields, "mesh.cells=" + cells},
          slipflow::app::key_tables());
      const auto& method = slipflow::app::all_methods().front();
      return slipflow::app::host_bytes(*method.make(settings, slipflow::methods::Start::read),
                                       {.serial = true});
    };
    // The difference leaves out what the program takes whatever the mesh is.
    const double taken = peak_with("700 700") - peak_with("50 50");
    const double announced = announced_with("700 700") - announced_with("50 50");
    CHECK(taken > 0.9 * announced);
    CHECK(taken < 1.15 * announced);
  }
}

// A run of piso makes the faces of its mesh.
TEST_CASE("a run of piso takes the host memory that was announced") {
  const std::string cavity =
      "method = piso\n[flow]\nviscosity = 0.1\n[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\n"
      "cells = 8 8 8\n[boundary]\nwest = wall\neast = wall\nsouth = wall\n"
      "north = wall velocity=1,0,0\nbottom = wall\ntop = wall\n[time]\nsteady = 1e-6\n"
      "[output]\ndirectory = out\npictures = none\n";
  const Place place(cavity);
  const OneProcessor one_processor;
  const auto peak_with = [&](const std::string& cells) {
    return place
        .slipflow({"run", "case.cfg", "--backend", "serial", "--steps", "1", "--overwrite", "--set",
                   "mesh.cells=" + cells})
        .peak_bytes;
  };
  const auto announced_with = [&](const std::string& cells) {
    const auto settings = slipflow::config::parse_case(cavity, "case.cfg", {"mesh.cells=" + cells},
                                                       slipflow::app::key_tables());
    for (const auto& method : slipflow::app::all_methods())
      if (method.name == "piso")
        return slipflow::app::host_bytes(*method.make(settings, slipflow::methods::Start::read),
                                         {.serial = true});
    return 0.0;
  };
  const double taken = peak_with("40 40 40") - peak_with("12 12 12");
  const double announced = announced_with("40 40 40") - announced_with("12 12 12");
  CHECK(taken > 0.85 * announced);
  CHECK(taken < 1.15 * announced);
}

// Of 8 million cells, which take 2 GB with the serial backend.
TEST_CASE(
    "promise 10: a case larger than the host's memory: status 3 and the largest mesh that fits") {
  const Place place;
  const auto with = [&](const Words& words, const std::string& cells) {
    return launch({words + Words{"--set", "mesh.cells=" + cells, "--set", "output.pictures=none"},
                   place.path(),
                   {},
                   -1,
                   "",
                   "",
                   false,
                   5e8});
  };
  const auto before = place.tree();
  std::string refusal;
  for (const char* backend : {"threads", "serial"}) {
    const auto run = with({"run", "case.cfg", "--backend", backend}, "4000 2000");
    CHECK(run.status == 3);
    CHECK(run.err.starts_with("slipflow: the case needs "));
    CHECK(run.peak_bytes < 2e8);
    CHECK(place.tree() == before);
    refusal = run.err;
  }
  const auto check = with({"check", "case.cfg"}, "4000 2000");
  CHECK(check.status == 0);
  CHECK(holds(check.out, "WARNING                   with --backend serial the case needs "));
  // The mesh that it names runs.
  const std::string named =
      " GB can be used (ulimit -v): the largest mesh of this shape that fits has ";
  const auto at = refusal.find(named);
  REQUIRE_MESSAGE(at != std::string::npos, refusal);
  int nx = 0, ny = 0;
  REQUIRE(std::sscanf(refusal.c_str() + at + named.size(), "%d x %d cells", &nx, &ny) == 2);
  const auto run = with(
      {"run", "case.cfg", "--backend", "serial", "--steps", "1", "--set", "inner.max=1", "--quiet"},
      std::to_string(nx) + ' ' + std::to_string(ny));
  CHECK_MESSAGE(run.status == 0, run.err);
}
#endif

}  // namespace test_host_memory
