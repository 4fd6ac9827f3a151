// What slipflow tune remembers: found again for the same case and device only, and never an error.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include "slipflow/simple_ts/opencl_operations.hpp"
#include "slipflow/simple_ts/problem.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/tuning/tuned_launches.hpp"
#include "test_cases.hpp"
#include "test_device.hpp"

namespace test_tuned_launches {

namespace fs = std::filesystem;
using namespace slipflow;
using namespace slipflow::simple_ts;
using tuning::digest_of_kernels;
using tuning::TunedLaunches;

namespace {
struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "slipflow-tuned-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()));
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
};

opencl::Device some_device() {
  opencl::Device d;
  d.platform = "Platform";
  d.name = "Card";
  d.driver = "1.0";
  d.compute_units = 8;
  return d;
}

Case some_case() { return case_from(channel_text(40, 20, 0.1, body_line(0.1, 10, 8, 14, 12))); }

// Remembers one launch, and finds it with something changed.
struct Memory {
  Folder folder;
  TunedLaunches tuned{UserCache(folder.path / "cache", "tuned"), "1.0"};
  Case c = some_case();
  opencl::Device device = some_device();
  Launch given{true, KernelSet::automatic, 0, 0};
  std::vector<std::string> warnings;

  Problem problem() const { return Problem(c); }
  Memory() { tuned.remember(problem(), device, given, {true, KernelSet::fused, 128, 20}); }
  Launch fill(const Launch& options) {
    return tuned.fill(problem(), device, options,
                      [&](const std::string& text) { warnings.push_back(text); });
  }
  bool finds() { return fill(given).tuned; }
};

bool is(const Launch& a, KernelSet kernels, int size, int rows, bool tuned) {
  return a.kernels == kernels && a.work_group_size == size && a.rows == rows && a.tuned == tuned;
}
}  // namespace

TEST_CASE("what is remembered fills what is open, and what is given wins") {
  Memory m;
  CHECK(is(m.fill(m.given), KernelSet::fused, 128, 20, true));
  CHECK(m.fill(m.given).parity);
  CHECK(is(m.fill({true, KernelSet::fused, 0, 0}), KernelSet::fused, 128, 20, true));
  CHECK(is(m.fill({true, KernelSet::automatic, 128, 0}), KernelSet::fused, 128, 20, true));
  // Found with something else, so no longer the best.
  CHECK(is(m.fill({true, KernelSet::plain, 0, 0}), KernelSet::plain, 0, 0, false));
  CHECK(is(m.fill({true, KernelSet::automatic, 64, 0}), KernelSet::automatic, 64, 0, false));
  CHECK(is(m.fill({true, KernelSet::automatic, 0, 8}), KernelSet::automatic, 0, 8, false));
  CHECK(is(m.fill({true, KernelSet::fused, 128, 20}), KernelSet::fused, 128, 20, false));
  // Tuned with the size given: for those who give it.
  m.tuned.remember(m.problem(), m.device, {true, KernelSet::automatic, 64, 0},
                   {true, KernelSet::fused, 64, 12});
  CHECK(is(m.fill({true, KernelSet::automatic, 64, 0}), KernelSet::fused, 64, 12, true));
  CHECK(is(m.fill(m.given), KernelSet::fused, 128, 20, true));
  CHECK(m.warnings.empty());
}

TEST_CASE("what is remembered is for the same device, program, scheme, mode and mesh") {
  const std::function<void(Memory&)> changes[] = {
      [](Memory& m) { m.device.name = "Other card"; },
      [](Memory& m) { m.device.platform = "Other"; },
      [](Memory& m) { m.device.driver = "1.1"; },
      [](Memory& m) { m.device.compute_units = 4; },
      [](Memory& m) { m.given.parity = false; },
      [](Memory& m) { m.c.scheme.explicit_convection = true; },
      [](Memory& m) { m.c.scheme.name = "tvd"; },
      [](Memory& m) { m.c.splitting.outflow_diagonal = false; },
      [](Memory& m) { m.c.scheme.density_at_wall = false; },
      [](Memory& m) { m.c.scheme.no_slip_at_corners = false; },
      [](Memory& m) { m.c.gas.viscosity_sixteenths = 16; },
      [](Memory& m) { m.c.mesh.x = mesh::uniform_axis(0, 4, 41); },
      [](Memory& m) { m.c.mesh.y = mesh::uniform_axis(0, 2, 21); },
      [](Memory& m) { m.c.bodies.clear(); },
      [](Memory& m) { m.c.sides[mesh::north] = BoundaryKind::outflow; },
      [](Memory& m) {
        m.tuned = TunedLaunches(UserCache(m.folder.path / "cache", "tuned"), "1.1");
      },
  };
  int number = 0;
  for (const auto& change : changes) {
    CAPTURE(number++);
    Memory m;
    REQUIRE(m.finds());
    change(m);
    CHECK_FALSE(m.finds());
    CHECK(m.warnings.empty());
  }
  // These change nothing of the work.
  Memory m;
  m.c = case_from(channel_text(40, 20, 0.2, body_line(0.2, 11, 8, 14, 12)),
                  {"gas.knudsen=0.01", "time.step=0.001"});
  CHECK(m.finds());
}

TEST_CASE("a change in any kernel file, or in any equation, is another digest") {
  const auto& sources = opencl::embedded_sources();
  const std::string digest = digest_of_kernels(sources);
  CHECK(sources.texts().count("simple_ts/march_explicit_convection.cl") == 1);
  for (const auto& [name, text] : sources.texts()) {
    CAPTURE(name);
    const std::map<std::string, std::string> changed{{name, text + " "}};
    CHECK(digest_of_kernels(sources.overlaid_with(opencl::SourceTree(changed))) != digest);
  }
}

TEST_CASE("a damaged or foreign entry is a warning, and is written again") {
  Memory m;
  const auto file = m.tuned.file_of(m.problem(), m.device, m.given);
  std::ifstream in(file, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), {}};
  const auto with = [&](const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
    m.warnings.clear();
    const bool found = m.finds();
    CHECK(m.warnings.size() == (found ? 0 : 1));
    return found;
  };
  for (std::size_t k = 0; k < good.size(); k += 7) {
    CAPTURE(k);
    std::string flipped = good;
    flipped[k] = static_cast<char>(flipped[k] ^ 1);
    CHECK_FALSE(with(flipped));
    CHECK_FALSE(with(good.substr(0, k)));
  }
  CHECK_FALSE(with("not of this program"));
  CHECK(m.warnings.front().find(file.string() + " is damaged") == 0);
  m.tuned.remember(m.problem(), m.device, m.given, {true, KernelSet::plain, 16, 0});
  m.warnings.clear();
  CHECK(is(m.fill(m.given), KernelSet::plain, 16, 0, true));
  // Whole, but no launch: what another version may have written.
  const UserCache cache(m.folder.path / "cache", "tuned");
  std::ifstream whole(file, std::ios::binary);
  const std::string entry{std::istreambuf_iterator<char>(whole), {}};
  const auto key_begin = entry.find("Platform\n");
  const std::string key = entry.substr(key_begin, entry.rfind("\nplain") - key_begin);
  for (const char* text : {"plain 16", "plain 16 0 more\n", "round 16 0\n", "plain 17 0\n",
                           "plain 16 -1\n", "auto 16 0\n", "\n", "plain 99999999999 0\n"}) {
    CAPTURE(text);
    REQUIRE(cache.store(key, text));
    CHECK_FALSE(m.finds());
  }
}

TEST_CASE("without a cache folder nothing is found, and remembering says so") {
  Memory m;
  m.tuned = TunedLaunches(UserCache(fs::path(), "tuned"), "1.0");
  CHECK_FALSE(m.finds());
  CHECK(m.warnings.empty());
  CHECK_THROWS_AS(m.tuned.remember(m.problem(), m.device, m.given, m.given), Error);
}

}  // namespace test_tuned_launches
