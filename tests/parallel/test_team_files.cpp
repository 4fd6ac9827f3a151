// Checkpoints that several ranks write and read together: their bytes are those of one rank.
#include <doctest/doctest.h>

#include <cstring>
#include <functional>

#include "../unit/test_output_support.hpp"
#include "backends/team/team_operations.hpp"
#include "parity_cases.hpp"
#include "slipflow/methods/rank_task.hpp"
#include "slipflow/run/checkpoint_file.hpp"
#include "slipflow/run/checkpoints.hpp"
#include "slipflow/simple_ts/problem.hpp"
#include "thread_team.hpp"

namespace test_team_files {

using namespace slipflow;
using namespace slipflow::simple_ts;
using test_output::Results;
using test_support::failure;

namespace {
constexpr double dt = 0.01;

/// A case with averages as rank 0 and the others read it.
struct Loaded {
  config::Settings settings;
  Problem problem;

  explicit Loaded(const std::string& text, const std::string& averages = "p u")
      : settings(config::parse_case(text, "test.cfg",
                                    {"scheme.convection=tvd", "output.averages=" + averages},
                                    key_tables())),
        problem(settings, methods::Start::read) {}
};

/// A case with bodies at the borders of pieces and those that are periodic along all axes.
std::vector<std::string> texts() {
  return {parity_cases().at("edges"), parity_cases().at("periodic"),
          cases_in_space().at("room in space"), cases_in_space().at("periodic in space")};
}

std::vector<mesh::Grid> grids_of(const mesh::Mesh& mesh) {
  if (mesh.axes() == 2) return {{2, 1}, {1, 2}, {2, 2}, {3, 2}};
  return {{1, 1, 2}, {2, 1, 1}, {1, 2, 2}, {3, 2, 1}, {2, 2, 2}};
}

void advance(methods::Simulation& simulation, int steps) {
  for (int n = 0; n < steps; ++n) {
    simulation.stepper().advance(dt, dt * (n + 1), 1);
    simulation.diagnostics().averaging().add_to_averages(dt);
  }
}

run::Checkpoint about(const Loaded& loaded, std::int64_t step) {
  auto about = run::about_checkpoints(loaded.settings, loaded.problem, "a test");
  about.loop.step = step;
  about.loop.last_dt = step == 0 ? 0 : dt;
  return about;
}

std::string stored(const Loaded& loaded, methods::Simulation& simulation, std::int64_t step,
                   Results& folder) {
  run::write_checkpoint(folder.folder(), "c", about(loaded, step), simulation);
  return test_output::read(folder / "c");
}

/// Calls `lead` with the simulation of rank 0. `seen_by` makes the team that a rank sees.
using SeenBy = std::function<std::unique_ptr<parallel::Team>(parallel::Team&)>;
void lead_ranks(const Loaded& loaded, const mesh::Grid& grid,
                const std::function<void(methods::Simulation&)>& lead, const SeenBy& seen_by = {}) {
  const auto& mesh = loaded.problem.mesh();
  const mesh::Cuts cuts = mesh::cut_mesh(mesh, grid);
  test_support::on_ranks(grid.size(), [&](parallel::Team& all) {
    const auto seen = seen_by ? seen_by(all) : nullptr;
    const methods::RankTask task{seen ? *seen : all, cuts, {}, {}, nullptr};
    if (all.rank() == 0)
      lead(*loaded.problem.backends().lead(task));
    else
      loaded.problem.backends().follow(task);
  });
}

/// A team whose other ranks find each path of one folder in another.
class OtherFolder final : public parallel::Team {
 public:
  OtherFolder(parallel::Team& team, std::string folder, std::string other)
      : Team({team.rank(), team.size(), team.local_rank(), team.local_size(), team.host()}),
        team_(team),
        folder_(std::move(folder)),
        other_(std::move(other)) {}
  void broadcast(std::string& text) override {
    team_.broadcast(text);
    if (rank() > 0 && text.starts_with(folder_)) text.replace(0, folder_.size(), other_);
  }
  std::unique_ptr<parallel::Pending> start_maximum(std::span<std::uint64_t> values) override {
    return team_.start_maximum(values);
  }
  void sum(std::span<std::int64_t> values) override { team_.sum(values); }
  void bit_or(std::span<std::uint64_t> values) override { team_.bit_or(values); }
  std::unique_ptr<parallel::Channel> channel(int peer, int tag, std::span<const std::byte> out,
                                             std::span<std::byte> in) override {
    return team_.channel(peer, tag, out, in);
  }
  std::unique_ptr<parallel::Team> part(int ranks) override { return team_.part(ranks); }
  std::unique_ptr<parallel::Pending> start_last_maximum(std::span<std::uint64_t> values) override {
    return team_.start_last_maximum(values);
  }
  void abort(int status) override { team_.abort(status); }

 private:
  parallel::Team& team_;
  std::string folder_, other_;
};

SeenBy with_other_folder(const Results& folder, const std::string& other) {
  return [&folder, other](parallel::Team& team) {
    return std::make_unique<OtherFolder>(team, folder.path().string(), other);
  };
}

/// The bytes of a checkpoint after `steps` steps on one rank.
std::string alone(const Loaded& loaded, int steps) {
  Results folder;
  const auto simulation = loaded.problem.backends().on_host();
  simulation->state().start();
  simulation->diagnostics().averaging().start_averages({});
  advance(*simulation, steps);
  return stored(loaded, *simulation, steps, folder);
}
}  // namespace

TEST_CASE("promise 3: ranks write the bytes of one rank, and resume from them on any grid") {
  for (const auto& text : texts()) {
    const Loaded loaded(text);
    const auto at_start = alone(loaded, 0), after = alone(loaded, 2), later = alone(loaded, 3);
    for (const mesh::Grid& grid : grids_of(loaded.problem.mesh())) {
      CAPTURE(grid.text(3));
      Results folder;
      lead_ranks(loaded, grid, [&](methods::Simulation& simulation) {
        simulation.state().start();
        simulation.diagnostics().averaging().start_averages({});
        CHECK((stored(loaded, simulation, 0, folder) == at_start));
        advance(simulation, 2);
        CHECK((stored(loaded, simulation, 2, folder) == after));
        CHECK(simulation.state().shared_files()->note_on_files() == "");
      });
      lead_ranks(loaded, grid, [&](methods::Simulation& simulation) {
        run::restore_state(folder / "c", loaded.problem, simulation);
        CHECK((stored(loaded, simulation, 2, folder) == after));
        advance(simulation, 1);
        CHECK((stored(loaded, simulation, 3, folder) == later));
        CHECK(simulation.state().shared_files()->note_on_files() == "");
      });
    }
  }
}

TEST_CASE("ranks resume from averages in another order, and begin others anew") {
  const Loaded first(texts()[1], "p u"), swapped(texts()[1], "u p"), other(texts()[1], "T");
  Results folder;
  test_output::write(folder / "c", alone(first, 2));
  for (const Loaded* loaded : {&swapped, &other}) {
    Results one, several;
    const auto expected = loaded->problem.backends().on_host();
    run::restore_state(folder / "c", loaded->problem, *expected);
    advance(*expected, 1);
    const auto bytes = stored(*loaded, *expected, 3, one);
    lead_ranks(*loaded, {2, 2}, [&](methods::Simulation& simulation) {
      run::restore_state(folder / "c", loaded->problem, simulation);
      CHECK(simulation.state().shared_files()->note_on_files() == "");
      advance(simulation, 1);
      CHECK((stored(*loaded, simulation, 3, several) == bytes));
    });
  }
}

TEST_CASE("where ranks do not share the folder, rank 0 alone writes and reads the same bytes") {
  const Loaded loaded(texts()[1]);
  const auto after = alone(loaded, 2);
  Results folder;
  const auto elsewhere = with_other_folder(folder, "/nowhere");
  lead_ranks(
      loaded, {1, 3},
      [&](methods::Simulation& simulation) {
        simulation.state().start();
        simulation.diagnostics().averaging().start_averages({});
        advance(simulation, 2);
        CHECK((stored(loaded, simulation, 2, folder) == after));
        CHECK(simulation.state().shared_files()->note_on_files() ==
              "rank 0 reads and writes checkpoints alone: rank 1 on host0: "
              "cannot write /nowhere/c: No such file or directory");
      },
      elsewhere);
  lead_ranks(
      loaded, {2, 1},
      [&](methods::Simulation& simulation) {
        run::restore_state(folder / "c", loaded.problem, simulation);
        CHECK(simulation.state().shared_files()->note_on_files().find("No such file") !=
              std::string::npos);
        CHECK((stored(loaded, simulation, 2, folder) == after));
      },
      elsewhere);
}

TEST_CASE("a rank that finds another checkpoint under the same name does not read it") {
  const Loaded loaded(texts()[1]);
  const auto after = alone(loaded, 2);
  Results folder, other, written;
  test_output::write(folder / "c", after);
  test_output::write(other / "c", alone(loaded, 3));
  lead_ranks(
      loaded, {2, 2},
      [&](methods::Simulation& simulation) {
        run::restore_state(folder / "c", loaded.problem, simulation);
        CHECK(simulation.state().shared_files()->note_on_files() ==
              "rank 0 reads and writes checkpoints alone: rank 1 on host0: " +
                  (other / "c").string() + ": is another file here");
        CHECK((stored(loaded, simulation, 2, written) == after));
      },
      with_other_folder(folder, other.path().string()));
}

TEST_CASE("promise 4: several ranks refuse a damaged checkpoint with the sentence of one rank") {
  const Loaded loaded(texts()[0]);
  const auto good = alone(loaded, 1);
  const auto u_old = good.find("u_old") + 16, mean = good.find("mean_p") + 16;
  auto bit = good, average = good, last = good;
  for (auto [bytes, at] :
       {std::pair(&bit, u_old + 3000), {&average, mean}, {&last, good.size() - 60}})
    (*bytes)[at] = static_cast<char>((*bytes)[at] ^ 1);
  Results folder;
  for (const auto& bad : {bit, average, last, good.substr(0, u_old + 3000),
                          good.substr(0, good.size() - 40), good.substr(0, 100)}) {
    test_output::write(folder / "c", bad);
    const auto simulation = loaded.problem.backends().on_host();
    const auto expected =
        failure([&] { run::restore_state(folder / "c", loaded.problem, *simulation); });
    CHECK(expected.first == ExitStatus::bad_input);
    for (const mesh::Grid& grid : {mesh::Grid{1, 3}, mesh::Grid{2, 1}})
      lead_ranks(loaded, grid, [&](methods::Simulation& ranks) {
        CHECK(failure([&] { run::restore_state(folder / "c", loaded.problem, ranks); }) ==
              expected);
      });
  }
}

TEST_CASE("promise 4: a disk that is full for one rank ends the checkpoint on all") {
  const Loaded loaded(texts()[0]);
  const auto size = loaded.problem.mesh().layout().size();
  Results folder;
  test_output::write(folder / "c", std::string(8 * size, 'x'));
  const methods::ArrayPlaces places{folder / "c", "c", {{methods::ArrayGroup::current, "u", 0, 0}}};
  lead_ranks(loaded, {2, 2}, [&](methods::Simulation& simulation) {
    simulation.state().start();
    {
      const test_output::FileSizeLimit limit(6 * size);
      CHECK(failure([&] { simulation.state().shared_files()->store(places); }) ==
            std::pair(ExitStatus::output_failed,
                      std::string("rank 2 on host1: cannot write c: File too large")));
    }
    CHECK(simulation.state().shared_files()->store(places));
  });
  const auto simulation = loaded.problem.backends().on_host();
  simulation->state().start();
  const auto u = simulation->state().download(methods::Level::current)[0].values;
  CHECK(std::memcmp(test_output::read(folder / "c").data(), u.data(), 8 * size) == 0);
}

}  // namespace test_team_files
