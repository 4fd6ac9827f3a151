// A team whose ranks are threads of one process, for tests of code over several ranks without MPI.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "slipflow/parallel/team.hpp"

namespace test_support {

using Bytes = std::vector<std::byte>;

/// Thrown on the ranks that wait for one that has aborted the team or ended with an exception.
struct TeamEnded {
  int status = 0;  ///< of abort()
};

/// What the ranks share. A wrong use, such as different calls on two ranks, throws std::logic_error
/// where MPI would hang or mix messages.
class ThreadTeamState {
 public:
  explicit ThreadTeamState(int size) : size_(size) {}
  int size() const { return size_; }

  /// The state of a team of the first `ranks` ranks, made by the first rank that asks for it.
  ThreadTeamState& part(const std::string& id, int ranks) {
    const std::scoped_lock lock(mutex_);
    auto& part = parts_[id];
    if (!part) part = std::make_unique<ThreadTeamState>(ranks);
    if (part->size() != ranks) throw std::logic_error("the ranks make different teams");
    return *part;
  }

  /// One call of a collective function, the same number on all ranks.
  using Id = std::pair<std::string, long>;
  using Combine = std::function<void(Bytes& all, const Bytes& own)>;

  void join(const Id& id, const std::string& operation, const Bytes& own, const Combine& combine) {
    const std::scoped_lock lock(mutex_);
    auto& call = calls_[id];
    if (call.joined == 0) {
      call.operation = operation;
      call.all = own;
    } else {
      if (call.operation != operation) throw std::logic_error("the ranks make different calls");
      combine(call.all, own);
    }
    ++call.joined;
    changed_.notify_all();
  }

  /// The result of a call, once all ranks have joined it.
  bool is_complete(const Id& id) {
    const std::scoped_lock lock(mutex_);
    throw_if_ended();
    return calls_[id].joined == size_;
  }
  Bytes take(const Id& id) {
    std::unique_lock lock(mutex_);
    wait(lock, [&] { return calls_[id].joined == size_; });
    auto& call = calls_[id];
    Bytes all = call.all;
    if (++call.taken == size_) calls_.erase(id);
    return all;
  }

  /// Sender, receiver and tag.
  using Way = std::tuple<int, int, int>;

  void send(const Way& way, const Bytes& message) {
    const std::scoped_lock lock(mutex_);
    messages_[way].push_back(message);
    changed_.notify_all();
  }
  bool has_message(const Way& way) {
    const std::scoped_lock lock(mutex_);
    throw_if_ended();
    return !messages_[way].empty();
  }
  Bytes receive(const Way& way) {
    std::unique_lock lock(mutex_);
    wait(lock, [&] { return !messages_[way].empty(); });
    Bytes message = messages_[way].front();
    messages_[way].pop_front();
    return message;
  }

  /// Ends the waiting of all ranks, now and later.
  void end(int status) {
    const std::scoped_lock lock(mutex_);
    if (!ended_) status_ = status;
    ended_ = true;
    for (const auto& [id, part] : parts_) part->end(status);
    changed_.notify_all();
  }

 private:
  struct Call {
    std::string operation;
    Bytes all;
    int joined = 0, taken = 0;
  };
  void throw_if_ended() const {
    if (ended_) throw TeamEnded{status_};
  }
  template <class Holds>
  void wait(std::unique_lock<std::mutex>& lock, const Holds& holds) {
    changed_.wait(lock, [&] { return holds() || ended_; });
    if (!holds()) throw_if_ended();
  }

  const int size_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Id, Call> calls_;
  std::map<Way, std::deque<Bytes>> messages_;
  std::map<std::string, std::unique_ptr<ThreadTeamState>> parts_;
  bool ended_ = false;
  int status_ = 0;
};

/// One rank of such a team. What MPI may overwrite until an exchange has ended is filled with
/// kUndefined, so that code that reads it too early gives a wrong result.
class ThreadTeam final : public slipflow::parallel::Team {
 public:
  static constexpr std::byte kUndefined{0xab};

  /// With two ranks on each of the hosts "host0", "host1", ...
  ThreadTeam(ThreadTeamState& state, int rank)
      : Team({rank, state.size(), rank % 2, std::min(2, state.size() - rank / 2 * 2),
              "host" + std::to_string(rank / 2)}),
        state_(state) {}

  std::unique_ptr<slipflow::parallel::Pending> start_maximum(
      std::span<std::uint64_t> values) override {
    return start_maximum("calls", values);
  }
  std::unique_ptr<slipflow::parallel::Pending> start_last_maximum(
      std::span<std::uint64_t> values) override {
    return start_maximum("last", values);
  }
  void sum(std::span<std::int64_t> values) override {
    reduce("sum", values, [](std::int64_t a, std::int64_t b) { return a + b; });
  }
  void bit_or(std::span<std::uint64_t> values) override {
    reduce("bit_or", values, [](std::uint64_t a, std::uint64_t b) { return a | b; });
  }
  void broadcast(std::string& text) override {
    const auto id = next("calls");
    const auto* const data = reinterpret_cast<const std::byte*>(text.data());
    const Bytes own = rank() == 0 ? Bytes(data, data + text.size()) : Bytes();
    state_.join(id, "broadcast", own, [](Bytes& all, const Bytes& of_rank) {
      all.insert(all.end(), of_rank.begin(), of_rank.end());
    });
    const Bytes all = state_.take(id);
    text.assign(reinterpret_cast<const char*>(all.data()), all.size());
  }
  std::unique_ptr<slipflow::parallel::Channel> channel(int peer, int tag,
                                                       std::span<const std::byte> out,
                                                       std::span<std::byte> in) override {
    return std::make_unique<ThreadChannel>(state_, rank(), peer, tag, out, in);
  }
  std::unique_ptr<slipflow::parallel::Team> part(int ranks) override {
    const auto id = next("parts");
    auto& state = state_.part(std::to_string(id.second), ranks);
    if (rank() >= ranks) return nullptr;
    return std::make_unique<ThreadTeam>(state, rank());
  }
  void abort(int status) override { state_.end(status); }

 private:
  static Bytes bytes_of(std::span<const std::byte> values) {
    return {values.begin(), values.end()};
  }
  static void copy(const Bytes& from, std::span<std::byte> to) {
    if (from.size() != to.size()) throw std::logic_error("the ranks give spans of different sizes");
    std::copy(from.begin(), from.end(), to.begin());
  }

  class PendingValues final : public slipflow::parallel::Pending {
   public:
    PendingValues(ThreadTeamState& state, ThreadTeamState::Id id, std::span<std::byte> values)
        : state_(state), id_(std::move(id)), values_(values) {
      std::fill(values.begin(), values.end(), kUndefined);
    }
    bool done() override {
      if (!ended_ && state_.is_complete(id_)) wait();
      return ended_;
    }
    void wait() override {
      if (!std::exchange(ended_, true)) copy(state_.take(id_), values_);
    }

   private:
    ThreadTeamState& state_;
    ThreadTeamState::Id id_;
    std::span<std::byte> values_;
    bool ended_ = false;
  };

  class ThreadChannel final : public slipflow::parallel::Channel {
   public:
    ThreadChannel(ThreadTeamState& state, int rank, int peer, int tag,
                  std::span<const std::byte> out, std::span<std::byte> in)
        : state_(state), there_(rank, peer, tag), back_(peer, rank, tag), out_(out), in_(in) {}
    void start() override {
      std::fill(in_.begin(), in_.end(), kUndefined);
      state_.send(there_, bytes_of(out_));
      ended_ = false;
    }
    bool done() override {
      if (!ended_ && state_.has_message(back_)) wait();
      return ended_;
    }
    void wait() override {
      if (!std::exchange(ended_, true)) copy(state_.receive(back_), in_);
    }

   private:
    ThreadTeamState& state_;
    ThreadTeamState::Way there_, back_;
    std::span<const std::byte> out_;
    std::span<std::byte> in_;
    bool ended_ = true;
  };

  ThreadTeamState::Id next(const std::string& sequence) { return {sequence, calls_[sequence]++}; }

  template <class Value, class Operation>
  std::unique_ptr<slipflow::parallel::Pending> start(const std::string& sequence,
                                                     const std::string& name,
                                                     std::span<Value> values,
                                                     const Operation& operation) {
    const auto id = next(sequence);
    const auto bytes = std::as_writable_bytes(values);
    state_.join(id, name, bytes_of(bytes), [&](Bytes& all, const Bytes& own) {
      if (all.size() != own.size())
        throw std::logic_error("the ranks give spans of different sizes");
      for (std::size_t at = 0; at < all.size(); at += sizeof(Value)) {
        Value a, b;
        std::memcpy(&a, &all[at], sizeof a);
        std::memcpy(&b, &own[at], sizeof b);
        const Value both = operation(a, b);
        std::memcpy(&all[at], &both, sizeof both);
      }
    });
    return std::make_unique<PendingValues>(state_, id, bytes);
  }
  std::unique_ptr<slipflow::parallel::Pending> start_maximum(const std::string& sequence,
                                                             std::span<std::uint64_t> values) {
    return start(sequence, "maximum", values,
                 [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
  }
  template <class Value, class Operation>
  void reduce(const std::string& name, std::span<Value> values, const Operation& operation) {
    start("calls", name, values, operation)->wait();
  }

  ThreadTeamState& state_;
  std::map<std::string, long> calls_;
};

/// Runs `work` on every rank, each in a thread of its own. Throws what the lowest rank threw, other
/// than the TeamEnded that follows from it on the others.
inline void on_ranks(int size, const std::function<void(slipflow::parallel::Team&)>& work) {
  ThreadTeamState state(size);
  std::vector<std::exception_ptr> causes(size), consequences(size);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < size; ++rank)
    threads.emplace_back([&, rank] {
      try {
        ThreadTeam team(state, rank);
        work(team);
      } catch (const TeamEnded&) {
        consequences[rank] = std::current_exception();
      } catch (...) {
        causes[rank] = std::current_exception();
        state.end(0);
      }
    });
  for (auto& thread : threads) thread.join();
  for (const auto* all : {&causes, &consequences})
    for (const auto& thrown : *all)
      if (thrown) std::rethrow_exception(thrown);
}

}  // namespace test_support
