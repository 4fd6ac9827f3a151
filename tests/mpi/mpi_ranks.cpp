// A program of several ranks for test_mpi.py. Its argument says what the ranks do:
//
//   exchange   all that a team must do, and messages longer than the pieces they are sent in
//   all        every rank has the same error
//   alone      rank 1 has an error while the others wait for it
//   truncated  rank 1 has no room for the message of rank 0
//   killed     the last rank is killed while the others wait for it
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "slipflow/parallel/agree.hpp"
#include "slipflow/parallel/open_team.hpp"
#include "team_checks.hpp"

namespace {
using namespace slipflow;
using parallel::Team;

constexpr std::chrono::milliseconds kPatience{300};
constexpr std::size_t kLongerThanPieces = (std::size_t{64} << 20) + 24;  // bytes

Team* team_of_tests = nullptr;

void check_long_messages(Team& team) {
  std::string text(team.rank() == 0 ? kLongerThanPieces : 0, 'x');
  if (team.rank() == 0) text.back() = 'y';
  team.broadcast(text);
  CHECK(text.size() == kLongerThanPieces);
  CHECK(text.find('y') == kLongerThanPieces - 1);

  std::vector<std::uint64_t> out(kLongerThanPieces / 8, 1 + team.rank()), in(out.size());
  out.back() = 5;
  const auto channel = team.channel(1 - team.rank(), 1, std::as_bytes(std::span(out)),
                                    std::as_writable_bytes(std::span(in)));
  channel->start();
  channel->wait();
  CHECK(in.front() == static_cast<std::uint64_t>(2 - team.rank()));
  CHECK(in[in.size() - 2] == in.front());
  CHECK(in.back() == 5);
  team.maximum(out);
  CHECK(out.front() == 2);
  CHECK(out[out.size() - 2] == 2);
  CHECK(out.back() == 5);
}

// Ranks of one host read it in several parts, each time again.
void check_shared_memory(Team& team) {
  constexpr std::size_t count = 300'000;
  const auto shared = team.shared_memory(count * sizeof(std::uint64_t));
  REQUIRE(shared.size() == count * sizeof(std::uint64_t));
  const std::span out(reinterpret_cast<std::uint64_t*>(shared.data()), count);
  std::vector<std::uint64_t> in(count);
  const auto channel =
      team.channel(1 - team.rank(), 2, std::as_bytes(out), std::as_writable_bytes(std::span(in)));
  for (int n = 0; n < 9; n += 3) {
    std::ranges::fill(out, n + team.rank());
    channel->start();
    channel->wait();
    CHECK(std::ranges::count(in, n + 1 - team.rank()) == count);
  }
}

TEST_CASE("the ranks of an MPI") {
  test_support::check_team(*team_of_tests);
  if (team_of_tests->size() != 2) return;
  check_long_messages(*team_of_tests);
  check_shared_memory(*team_of_tests);
}

int exchange(Team& team) {
  team_of_tests = &team;
  return doctest::Context().run();
}

void send_too_much(Team& team) {
  std::vector<std::byte> out(team.rank() == 0 ? 9 : 1), in(1);
  if (team.rank() > 1) return;
  const auto channel = team.channel(1 - team.rank(), 0, out, in);
  channel->start();
  channel->wait();
}

int work(Team& team, const std::string& what) {
  if (what == "exchange") return exchange(team);
  if (what == "all") throw Error(ExitStatus::diverged, "NaN everywhere");
  if (what == "alone" && team.rank() == 1) throw Error(ExitStatus::output_failed, "no space");
  if (what == "truncated") send_too_much(team);
  if (what == "killed" && team.rank() == team.size() - 1) std::raise(SIGKILL);
  std::uint64_t value = 0;
  team.maximum({&value, 1});
  return 0;
}

parallel::Ending end_of(Team& team, const std::string& what) {
  try {
    return {work(team, what), ""};
  } catch (const Error& error) {
    return {static_cast<int>(error.status()), error.what()};
  }
}
}  // namespace

int main(int, char** arguments) {
  const auto print = [](const std::string& sentence) {
    std::fprintf(stderr, "%s\n", sentence.c_str());
  };
  try {
    const auto launched =
        parallel::launched_rank([](const char* name) { return std::getenv(name); });
    const auto team = parallel::open_team(launched, "/proc/self/exe");
    return parallel::end_together(*team, end_of(*team, arguments[1]), print, kPatience);
  } catch (const Error& error) {
    print(error.what());
    return static_cast<int>(error.status());
  }
}
