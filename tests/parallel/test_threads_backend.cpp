// The threads backend: the bits of the serial reference, whatever the tiles and threads.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "backends/threads/tiles.hpp"
#include "compare_states.hpp"
#include "parity_cases.hpp"
#include "played_pieces.hpp"
#include "slipflow/simple_ts/operations.hpp"
#include "slipflow/simple_ts/time_step.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_threads_backend {

namespace {
/// Everything that a backend says of three time steps, the last of them from a restart.
std::vector<double> record(const Case& c, Operations& backend) {
  std::vector<double> all;
  const auto add_changes = [&](const Residuals& r) { all.insert(all.end(), {r.p, r.T, r.u, r.v}); };
  const auto add_state = [&](const State& s) {
    for (const auto* field : s.all()) all.insert(all.end(), field->begin(), field->end());
  };
  const auto advance = [&](const InnerControl& control) {
    const InnerResult r = advance_time_step(backend, *c.time.step, control);
    add_changes(r.first);
    add_changes(r.last);
    all.insert(all.end(), {static_cast<double>(r.inner), r.factor});
    const StepLimits limits = backend.step_limits();
    all.insert(all.end(), {limits.signal, limits.convection, limits.diffusion});
    return r.factor;
  };
  backend.upload(initial_state(c));
  const double factor = advance({1e-6, 12});
  advance({1e-6, 12, 0, factor});
  backend.advance_inner_iteration();
  add_changes(backend.residuals());
  add_changes(backend.change_over_step());
  const State now = backend.download(), before = backend.download_old();
  add_state(now);
  add_state(before);
  backend.upload(now);
  backend.upload_old(before, *c.time.step);
  advance({0, 3, 0, factor});
  add_state(backend.download());
  return all;
}

long count_differing(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  long count = 0;
  for (std::size_t k = 0; k < a.size(); ++k) count += std::memcmp(&a[k], &b[k], sizeof a[k]) != 0;
  return count;
}

void check(const std::string& text, const std::vector<std::string>& set) {
  const Case c = case_from(text, set);
  const auto expected = record(c, *make_serial_operations(c));
  for (const auto& [threads, columns] : {std::pair{1, kColumnsOfTile}, {2, 20}, {3, 7}}) {
    CAPTURE(threads);
    CHECK(count_differing(record(c, *make_threads_operations(c, threads, columns)), expected) == 0);
  }
}
}  // namespace

TEST_CASE("the tiles of threads cover each node once") {
  for (const auto& [nx, ny] : {std::pair{5, 3}, {300, 200}, {4000, 9}, {7, 1000}})
    for (const int threads : {1, 2, 16, 1000}) {
      CAPTURE(nx);
      CAPTURE(threads);
      const Case c = case_from(channel_text(nx, ny, 0.1, ""));
      std::vector<int> covered(static_cast<std::size_t>(nx + 1) * (ny + 1));
      for (const Tile& tile : tiles_of(c, threads, 64)) {
        CHECK(tile.i1 - tile.i0 <= 65);
        for (int j = tile.j0; j < tile.j1; ++j)
          for (int i = tile.i0; i < tile.i1; ++i)
            ++covered[static_cast<std::size_t>(j) * (nx + 1) + i];
      }
      CHECK(std::ranges::count(covered, 1) == static_cast<long>(covered.size()));
    }
}

TEST_CASE("threads have every bit of the serial reference: meshes, walls and boundaries") {
  auto cases = parity_cases();
  cases.insert(side_cases().begin(), side_cases().end());
  cases["shapes"] = shapes_case();
  for (const auto& [name, text] : cases)
    for (const char* time : {"implicit", "explicit"}) {
      CAPTURE(name);
      CAPTURE(time);
      check(text, {"scheme.convection=tvd", std::string("scheme.time=") + time});
    }
}

TEST_CASE("threads have every bit of the serial reference: pieces of several ranks") {
  for (const char* name : {"periodic", "edges", "oblique"}) {
    CAPTURE(name);
    const Case c = case_from(parity_cases().at(name), {"scheme.convection=tvd"});
    const int nx = c.mesh.x.cells(), ny = c.mesh.y.cells();
    CHECK(compare_with_whole(
              c, pieces_of(c, {0, 20, nx}, {0, 9, ny}),
              [](const Case& whole) { return make_serial_operations(whole); },
              [](const Case& piece) { return make_threads_operations(piece, 2, 11); },
              halo_depths(c), {})
              .complete());
  }
}

TEST_CASE("threads have every bit of the serial reference: schemes, splittings and precisions") {
  const auto& text = parity_cases().at("middle");
  for (const char* convection : {"upwind", "tvd_minmod", "tvd_superbee"})
    for (const char* time : {"implicit", "explicit"}) {
      CAPTURE(convection);
      check(text,
            {std::string("scheme.convection=") + convection, std::string("scheme.time=") + time});
    }
  for (const char* precision : {"mixed", "single"}) {
    CAPTURE(precision);
    check(text, {std::string("run.precision=") + precision, "scheme.convection=tvd"});
  }
  check(text, {"inner.diagonal=plain", "inner.relaxation=none", "inner.start=previous"});
  for (const char* pressure : {"multigrid", "auto"}) {
    CAPTURE(pressure);
    check(parity_cases().at("box"), {std::string("inner.pressure=") + pressure});
  }
}

}  // namespace slipflow::simple_ts::test_threads_backend
