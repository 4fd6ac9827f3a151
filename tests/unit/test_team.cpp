// The ranks of a run: what each team must do, on threads; what is agreed, and how a run ends.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>

#include "failure.hpp"
#include "slipflow/parallel/agree.hpp"
#include "slipflow/parallel/open_team.hpp"
#include "team_checks.hpp"
#include "thread_team.hpp"

namespace slipflow::parallel::test_team {

using test_support::on_ranks;

TEST_CASE("teams of one to five ranks exchange values, texts and messages, and agree on errors") {
  for (const int ranks : {1, 2, 3, 5}) {
    CAPTURE(ranks);
    on_ranks(ranks, test_support::check_team);
  }
  OneRank alone;
  test_support::check_team(alone);
}

TEST_CASE("a single rank throws from agree() what the action throws, and has no channel") {
  struct Special : Error {
    using Error::Error;
  };
  OneRank alone;
  const auto action = [] { throw Special(ExitStatus::diverged, "NaN"); };
  CHECK_THROWS_AS(agree(alone, action), Special);
  CHECK_THROWS_AS(alone.channel(0, 0, {}, {}), std::logic_error);
}

TEST_CASE("a name that the system refuses on one rank is the bad input of all") {
  on_ranks(3, [](Team& team) {
    const auto [status, sentence] = test_support::failure([&] {
      agree(team, [&] {
        if (team.rank() == 1) std::filesystem::create_directory(std::string(300, 'a'));
      });
    });
    CHECK(status == ExitStatus::bad_input);
    CHECK(sentence.ends_with("aaa...': File name too long"));
  });
}

TEST_CASE("a team of threads refuses what MPI would hang on or mix") {
  CHECK_THROWS_AS(on_ranks(2,
                           [](Team& team) {
                             std::vector<std::uint64_t> values(1 + team.rank());
                             team.maximum(values);
                           }),
                  std::logic_error);
  CHECK_THROWS_AS(
      on_ranks(2,
               [](Team& team) {
                 std::uint64_t value = 0;
                 team.rank() == 0 ? team.maximum({&value, 1}) : team.bit_or({&value, 1});
               }),
      std::logic_error);
  // The other rank does not wait for ever.
  CHECK_THROWS_AS(on_ranks(2,
                           [](Team& team) {
                             if (team.rank() == 1) throw Error(ExitStatus::diverged, "NaN");
                             team.maximum({});
                           }),
                  Error);
  // What has not arrived yet cannot be used by mistake.
  on_ranks(2, [](Team& team) {
    std::uint64_t value = 5;
    const auto pending = team.start_maximum({&value, 1});
    CHECK(value == 0xabababababababab);
    pending->wait();
    CHECK(value == 5);
  });
}

namespace {
/// What end_together() returns on each rank, and all that the ranks print.
struct Ended {
  std::vector<int> statuses;
  std::string printed;
};

Ended ended(const std::vector<Ending>& endings) {
  Ended all{std::vector<int>(endings.size()), ""};
  std::mutex one_prints;
  on_ranks(static_cast<int>(endings.size()), [&](Team& team) {
    const auto print = [&](const std::string& sentence) {
      const std::scoped_lock lock(one_prints);
      all.printed += sentence + '\n';
    };
    all.statuses[team.rank()] = end_together(team, endings[team.rank()], print);
  });
  return all;
}
}  // namespace

TEST_CASE("all ranks end with the status of the lowest rank with an error, which alone prints it") {
  const Ending done, stopped{143, ""}, full{5, "no space"}, bad{2, "no such case"};
  CHECK(ended({done, done, done}).statuses == std::vector{0, 0, 0});
  CHECK(ended({done, done}).printed == "");
  CHECK(ended({bad, bad, bad}).statuses == std::vector{2, 2, 2});
  CHECK(ended({bad, bad, bad}).printed == "no such case\n");
  CHECK(ended({done, done, full, bad}).statuses == std::vector{5, 5, 5, 5});
  CHECK(ended({done, done, full, bad}).printed == "rank 2 on host1: no space\n");
  CHECK(ended({stopped, stopped}).statuses == std::vector{143, 143});
  CHECK(ended({stopped, stopped}).printed == "");
  CHECK(ended({stopped, full}).statuses == std::vector{5, 5});  // an error counts more
  CHECK(ended({stopped, full}).printed == "rank 1 on host0: no space\n");
}

TEST_CASE("a rank whose error the others do not have prints it and aborts the team") {
  std::string printed;
  const auto run = [&](Team& team) {
    if (team.rank() == 0) team.maximum({});  // waits for the other in vain
    const auto print = [&](const std::string& sentence) { printed = sentence; };
    CHECK(end_together(team, {5, "no space"}, print, std::chrono::milliseconds(20)) == 5);
  };
  try {
    on_ranks(2, run);
    FAIL("rank 0 was not ended");
  } catch (const test_support::TeamEnded& end) {
    CHECK(end.status == 5);
  }
  CHECK(printed == "rank 1 on host0: no space");
}

TEST_CASE("without an error the end waits for the other ranks as long as they take") {
  on_ranks(2, [](Team& team) {
    if (team.rank() == 1) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const auto none = [](const std::string&) { FAIL_CHECK("nothing is printed"); };
    CHECK(end_together(team, {143, ""}, none, std::chrono::milliseconds(1)) == 143);
  });
}

namespace {
using Variables = std::map<std::string, std::string>;

std::optional<LaunchedRank> launched(const Variables& variables) {
  return launched_rank([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}
}  // namespace

TEST_CASE("a launcher is known by its variables, which name its MPI") {
  const std::string openmpi = "slipflow_mpi_openmpi.so", mpich = "slipflow_mpi_mpich.so";
  const auto plug_in = [](const Variables& variables) {
    const auto rank = launched(variables);
    return rank ? rank->plug_in : "none";
  };
  CHECK(plug_in({}) == "none");
  CHECK(plug_in({{"OMPI_COMM_WORLD_SIZE", "4"}}) == openmpi);
  CHECK(plug_in({{"PMI_SIZE", "2"}}) == mpich);
  CHECK(plug_in({{"MV2_COMM_WORLD_SIZE", "2"}, {"PMI_SIZE", "2"}}) == mpich);
  CHECK(plug_in({{"PMIX_RANK", "0"}, {"SLURM_STEP_NUM_TASKS", "2"}}) == openmpi);
  CHECK(plug_in({{"OMPI_COMM_WORLD_SIZE", "4"}, {"PMI_SIZE", "4"}}) == openmpi);
  // One rank alone, an allocation of Slurm without MPI, and values that are no numbers.
  CHECK(plug_in({{"OMPI_COMM_WORLD_SIZE", "1"}}) == "none");
  CHECK(plug_in({{"PMIX_RANK", "0"}, {"SLURM_STEP_NUM_TASKS", "1"}}) == "none");
  CHECK(plug_in({{"PMIX_RANK", "0"}}) == "none");
  CHECK(plug_in({{"SLURM_STEP_NUM_TASKS", "8"}}) == "none");
  CHECK(plug_in({{"PMI_SIZE", "4x"}}) == "none");
  CHECK(plug_in({{"PMI_SIZE", ""}}) == "none");
}

TEST_CASE("a launcher tells the number of ranks and the rank on the host") {
  const auto open_mpi =
      launched({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_LOCAL_RANK", "3"}});
  REQUIRE(open_mpi);
  CHECK(open_mpi->ranks == 4);
  CHECK(open_mpi->local_rank == 3);
  CHECK(open_mpi->variable == "OMPI_COMM_WORLD_SIZE");
  const auto slurm =
      launched({{"PMIX_RANK", "9"}, {"SLURM_STEP_NUM_TASKS", "16"}, {"SLURM_LOCALID", "1"}});
  REQUIRE(slurm);
  CHECK(slurm->ranks == 16);
  CHECK(slurm->local_rank == 1);
  CHECK(slurm->variable == "SLURM_STEP_NUM_TASKS");
}

}  // namespace slipflow::parallel::test_team
