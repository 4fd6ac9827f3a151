// The ranks that run one case together: processes, each with a part of the mesh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace slipflow::parallel {

/// An exchange that has been started and proceeds while its rank computes.
class Pending {
 public:
  virtual ~Pending() = default;
  /// Whether it has ended. Does not block. MPI may transfer messages only inside such calls.
  virtual bool done() = 0;
  /// Returns when it has ended.
  virtual void wait() = 0;
};

/// Messages of fixed size to and from another rank, which can be exchanged any number of times.
class Channel : public Pending {
 public:
  /// Sends `out` and receives `in`. Until done() or wait() says that it has ended, `out` may not be
  /// written and `in` may not be read. The other rank starts its end of the channel too.
  virtual void start() = 0;
};

/// The place of a rank among the others.
struct RankPlace {
  int rank = 0;        ///< 0 to size - 1
  int size = 1;        ///< number of ranks
  int local_rank = 0;  ///< among the ranks of its host, 0 to local_size - 1
  int local_size = 1;  ///< number of ranks on its host
  std::string host;    ///< name of its host
};

/// The ranks of a run, as one of them sees them. Only one thread of a rank may call it.
///
/// maximum, start_maximum, sum, bit_or and broadcast are collective: every rank makes the same
/// calls in the same order, with spans of the same size. They return when this rank has its result.
/// Every function throws Error(ranks_failed) if the exchange fails.
class Team {
 public:
  explicit Team(RankPlace place) : place_(std::move(place)) {}
  virtual ~Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int rank() const { return place_.rank; }
  int size() const { return place_.size; }
  int local_rank() const { return place_.local_rank; }
  int local_size() const { return place_.local_size; }
  const std::string& host() const { return place_.host; }

  /// Each value becomes the largest that a rank has for it. The bits of doubles that are not
  /// negative have the order of the doubles, with NaN above infinity.
  void maximum(std::span<std::uint64_t> values) { start_maximum(values)->wait(); }
  /// The same without waiting. `values` may not be read or written until it has ended.
  virtual std::unique_ptr<Pending> start_maximum(std::span<std::uint64_t> values) = 0;
  /// Each value becomes the sum over the ranks, which must be an int64.
  virtual void sum(std::span<std::int64_t> values) = 0;
  /// Each value becomes the bitwise or over the ranks. If one rank has a value and all others have
  /// 0, every rank gets that value.
  virtual void bit_or(std::span<std::uint64_t> values) = 0;
  /// Every rank gets the text of rank 0.
  virtual void broadcast(std::string& text) = 0;

  /// A channel between this rank and another one. Both make it with the same tag, from 0 to 32767,
  /// and as many bytes in `out` as the other has in `in`. Channels between the same two ranks have
  /// different tags, for example the direction as the lower of both ranks sees it. Not collective.
  virtual std::unique_ptr<Channel> channel(int peer, int tag, std::span<const std::byte> out,
                                           std::span<std::byte> in) = 0;

  /// Memory for `out` of channels, at both ends or at none: ranks of the same host then read it
  /// where it is. It lives until the ranks end; empty if there is none. Collective.
  virtual std::span<std::byte> shared_memory(std::size_t /*bytes*/) { return {}; }

  /// A team of the first `ranks` ranks, from 1 to size(), in which they have the same numbers; null
  /// on the other ranks. Its collective calls are apart from those of this team, which must outlive
  /// it. Collective.
  virtual std::unique_ptr<Team> part(int ranks) = 0;

  /// As start_maximum, but apart from all other calls: end_together() makes it once, while other
  /// ranks may still be in other exchanges.
  virtual std::unique_ptr<Pending> start_last_maximum(std::span<std::uint64_t> values) = 0;
  /// Ends all ranks at once with this exit status, without destructors. Not collective. A team of a
  /// test returns.
  virtual void abort(int status) = 0;

 private:
  RankPlace place_;
};

/// A process that runs its case alone, without MPI: nothing is exchanged.
class OneRank final : public Team {
 public:
  OneRank();
  std::unique_ptr<Pending> start_maximum(std::span<std::uint64_t> values) override;
  void sum(std::span<std::int64_t> /*values*/) override {}
  void bit_or(std::span<std::uint64_t> /*values*/) override {}
  void broadcast(std::string& /*text*/) override {}
  /// Throws std::logic_error: there is no other rank.
  std::unique_ptr<Channel> channel(int peer, int tag, std::span<const std::byte> out,
                                   std::span<std::byte> in) override;
  std::unique_ptr<Team> part(int ranks) override;
  std::unique_ptr<Pending> start_last_maximum(std::span<std::uint64_t> values) override;
  [[noreturn]] void abort(int status) override;
};

}  // namespace slipflow::parallel
