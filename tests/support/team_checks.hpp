// What every team must do, whether its ranks are threads or processes. All ranks call check_team.
#pragma once

#include <doctest/doctest.h>

#include <bit>
#include <limits>
#include <new>
#include <vector>

#include "slipflow/parallel/agree.hpp"
#include "slipflow/support/error.hpp"

namespace test_support {

namespace parallel = slipflow::parallel;

inline std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

inline void check_place(parallel::Team& team) {
  CHECK(team.rank() >= 0);
  CHECK(team.rank() < team.size());
  CHECK(team.local_rank() <= team.rank());
  CHECK(team.local_rank() < team.local_size());
  CHECK(team.local_size() <= team.size());
  CHECK(!team.host().empty());
  std::vector<std::int64_t> ranks(team.size());
  ranks[team.rank()] = 1;
  team.sum(ranks);
  for (const auto count : ranks) CHECK(count == 1);  // each rank is there once
}

inline void check_maximum(parallel::Team& team) {
  const bool last = team.rank() == team.size() - 1;
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::uint64_t> values = {static_cast<std::uint64_t>(10 + team.rank()),
                                       bits(0.5 + team.rank()), bits(last ? nan : infinity),
                                       UINT64_MAX - static_cast<std::uint64_t>(team.rank()),
                                       last ? std::uint64_t{1} << 63 : 1};
  team.maximum(values);
  CHECK(values == std::vector{static_cast<std::uint64_t>(9 + team.size()), bits(team.size() - 0.5),
                              bits(nan), UINT64_MAX, std::uint64_t{1} << 63});
  team.maximum({});
}

inline void check_pending_maximum(parallel::Team& team) {
  for (int round = 0; round < 3; ++round) {
    std::uint64_t first = 100 * round + team.rank(), second = 7 + first;
    const auto one = team.start_maximum({&first, 1});
    const auto two = team.start_maximum({&second, 1});
    while (!two->done()) {
    }
    CHECK(second == static_cast<std::uint64_t>(100 * round + team.size() + 6));
    CHECK(two->done());
    one->wait();
    CHECK(one->done());
    CHECK(first == static_cast<std::uint64_t>(100 * round + team.size() - 1));
  }
}

inline void check_sums(parallel::Team& team) {
  const std::int64_t n = team.size();
  const std::int64_t large = (std::int64_t{1} << 62) / n;
  std::vector<std::int64_t> values = {team.rank(), -team.rank() - 1, large};
  team.sum(values);
  CHECK(values == std::vector{n * (n - 1) / 2, -n * (n + 1) / 2, large * n});
  std::vector<std::uint64_t> flags = {std::uint64_t{1} << team.rank(), 0,
                                      team.rank() == 0 ? bits(-0.1) : 0};
  team.bit_or(flags);
  CHECK(flags == std::vector{(std::uint64_t{1} << n) - 1, std::uint64_t{0}, bits(-0.1)});
}

inline void check_texts(parallel::Team& team) {
  const auto of_rank = [&](int rank) {
    std::string text = "rank " + std::to_string(rank) + std::string(1, '\0');
    return text + std::string(1000 * rank + rank, 'x') + "end";
  };
  std::string text = of_rank(team.rank());
  team.broadcast(text);
  CHECK(text == of_rank(0));
  std::string empty = team.rank() == 0 ? "" : "something";
  team.broadcast(empty);
  CHECK(empty.empty());
  for (int rank = 0; rank < team.size(); ++rank)
    CHECK(parallel::text_of(team, rank, of_rank(team.rank())) == of_rank(rank));
  CHECK(parallel::text_of(team, 0, team.rank() == 0 ? "" : "something").empty());
}

/// A ring of ranks, each with its neighbours in the east and in the west. With two ranks both are
/// the same one. The messages of both directions differ in size and content.
inline void check_channels(parallel::Team& team) {
  constexpr int kEast = 4, kWest = 3;
  const int n = team.size(), rank = team.rank();
  if (n == 1) return;
  const int east = (rank + 1) % n, west = (rank + n - 1) % n;
  const auto tag = [&](int peer, int direction) {  // as the lower rank sees it
    return rank < peer ? direction : kEast + kWest - direction;
  };
  std::vector<std::uint64_t> to_east(3), from_west(3), to_west(5), from_east(5);
  const auto at_east = team.channel(east, tag(east, kEast), std::as_bytes(std::span(to_east)),
                                    std::as_writable_bytes(std::span(from_east)));
  const auto at_west = team.channel(west, tag(west, kWest), std::as_bytes(std::span(to_west)),
                                    std::as_writable_bytes(std::span(from_west)));
  CHECK(at_east->done());  // nothing has been started
  for (std::uint64_t round = 0; round < 5; ++round) {
    to_east.assign(3, 1000 * round + rank);
    to_west.assign(5, 1000 * round + 500 + rank);
    at_east->start();
    at_west->start();
    if (round % 2 == 0) {
      at_west->wait();
      at_east->wait();
    }
    while (!at_east->done() || !at_west->done()) {
    }
    CHECK(from_west == std::vector<std::uint64_t>(3, 1000 * round + west));
    CHECK(from_east == std::vector<std::uint64_t>(5, 1000 * round + 500 + east));
  }
}

/// A channel may be without anything to send or to receive.
inline void check_one_way_channel(parallel::Team& team) {
  if (team.size() == 1 || team.rank() > 1) return;
  std::vector<std::byte> out(team.rank() == 0 ? 9 : 0, std::byte{42});
  std::vector<std::byte> in(team.rank() == 0 ? 0 : 9);
  const auto channel = team.channel(1 - team.rank(), 0, out, in);
  channel->start();
  channel->wait();
  CHECK(channel->done());
  for (const auto byte : in) CHECK(byte == std::byte{42});
}

/// The status and the sentence that agree() throws on this rank; 0 if it throws nothing.
inline std::pair<int, std::string> agreed(parallel::Team& team,
                                          const std::function<void()>& action) {
  try {
    parallel::agree(team, action);
    return {0, ""};
  } catch (const slipflow::Error& error) {
    return {static_cast<int>(error.status()), error.what()};
  }
}

/// With several ranks; one rank throws what the action throws.
inline void check_agree(parallel::Team& team) {
  using slipflow::Error;
  using slipflow::ExitStatus;
  int calls = 0;
  CHECK(agreed(team, [&] { ++calls; }) == std::pair(0, std::string()));
  CHECK(calls == 1);
  const auto hosts = [&] {
    std::vector<std::string> all;
    for (int rank = 0; rank < team.size(); ++rank)
      all.push_back(parallel::text_of(team, rank, team.host()));
    return all;
  }();
  const auto named = [&](int rank, const std::string& sentence) {
    return rank == 0 ? sentence
                     : "rank " + std::to_string(rank) + " on " + hosts[rank] + ": " + sentence;
  };
  // One rank, and two of which the lower counts, with statuses of their own.
  const int last = team.size() - 1;
  for (const int lowest : {last, last / 2, 0}) {
    const auto found = agreed(team, [&] {
      if (team.rank() == lowest) throw Error(ExitStatus::output_failed, "no space");
      if (team.rank() == last) throw Error(ExitStatus::diverged, "NaN");
    });
    CHECK(found ==
          std::pair(static_cast<int>(ExitStatus::output_failed), named(lowest, "no space")));
  }
  const auto found = agreed(team, [&] {
    if (team.rank() == last) throw std::bad_alloc();
  });
  CHECK(found ==
        std::pair(static_cast<int>(ExitStatus::no_device), named(last, slipflow::kOutOfMemory)));
}

inline void check_exchanges(parallel::Team& team) {
  check_place(team);
  check_maximum(team);
  check_pending_maximum(team);
  check_sums(team);
  check_texts(team);
  check_channels(team);
  check_one_way_channel(team);
  if (team.size() > 1) check_agree(team);
}

/// The exchanges of a part, and of a part of it, while the other ranks are already in the next call
/// of the whole team.
inline void check_parts(parallel::Team& team) {
  for (int ranks = 1; ranks <= team.size(); ++ranks) {
    const auto part = team.part(ranks);
    CHECK((part != nullptr) == (team.rank() < ranks));
    if (part) {
      CHECK(part->rank() == team.rank());
      CHECK(part->size() == ranks);
      CHECK(part->local_rank() == team.local_rank());
      CHECK(part->host() == team.host());
      check_exchanges(*part);
      const auto half = part->part((ranks + 1) / 2);
      if (half) check_maximum(*half);
    }
    parallel::meet(team);
  }
  check_maximum(team);
}

inline void check_team(parallel::Team& team) {
  check_exchanges(team);
  check_parts(team);
}

}  // namespace test_support
