// The inner iterations of all ranks. While the pieces are computed, their border values are
// exchanged; after each iteration all ranks decide together whether it was the last one. On devices
// the next one begins before, unless it is likely to be in vain.
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <thread>

#include "slipflow/parallel/agree.hpp"
#include "slipflow/simple_ts/inner_judge.hpp"
#include "slipflow/support/stopwatch.hpp"
#include "team_operations.hpp"

namespace slipflow::simple_ts {

namespace {
using namespace std::chrono_literals;

/// What a rank does between two polls: nothing for a while, then it sleeps a small part of the time
/// that it has waited so far. It begins to sleep later while it sends, as MPI moves some 100 kB in
/// a poll.
class Idle {
 public:
  void operator()(bool sends) const {
    const std::chrono::nanoseconds part = (std::chrono::steady_clock::now() - begin_) / 64;
    const std::chrono::nanoseconds least = sends ? 1ms : 5us;
    part < least ? std::this_thread::yield()
                 : std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(part, 1ms));
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};
}  // namespace

void TeamOperations::begin_iteration() {
  attempt([&] { halo_->start_iteration(); });
  exchange_ = Exchange::packing;
  ++iterations_;
}

// After a failure on this rank its messages are sent all the same: the others wait for them.
bool TeamOperations::is_packed() {
  bool packed = false;
  attempt([&] { packed = halo_->packed(); });
  return packed || failure_;
}

bool TeamOperations::serve_exchange() {
  if (exchange_ == Exchange::packing && is_packed()) {
    for (auto& channel : channels_) channel->start();
    exchange_ = Exchange::sending;
  }
  if (exchange_ == Exchange::sending) {
    bool done = true;
    for (auto& channel : channels_) done = channel->done() && done;
    if (!done) return false;
    attempt([&] { halo_->unpack(); });
    exchange_ = Exchange::done;
  }
  return exchange_ == Exchange::done;
}

void TeamOperations::poll_changes() {
  if (own_changes_) return;
  attempt([&] { own_changes_ = halo_->take_changes(); });
  if (failure_) own_changes_ = Residuals{};
}

// The wait counts from when this rank has nothing left to compute.
void TeamOperations::wait_for_exchange() {
  std::optional<Stopwatch> waiting;
  const Idle idle;
  while (!serve_exchange()) {
    poll_changes();
    if (own_changes_ && !waiting) waiting.emplace();
    idle(exchange_ == Exchange::sending);
  }
  if (waiting) waiting_halo_ += waiting->seconds();
}

void TeamOperations::wait_for_changes(bool ahead) {
  const Idle idle;
  for (poll_changes(); !own_changes_; poll_changes()) {
    if (ahead) serve_exchange();
    idle(exchange_ == Exchange::sending);
  }
}

void TeamOperations::take_largest(std::vector<double*> numbers,
                                  const std::function<void()>& meanwhile) {
  std::vector<std::uint64_t> words = {failure_ ? 1U : 0U, 0, 0};
  if (requests_) {
    const parallel::Requests mine = requests_->take();
    words[1] = mine.stop;
    words[2] = mine.checkpoint;
  }
  for (const double* number : numbers) words.push_back(std::bit_cast<std::uint64_t>(*number));
  const auto pending = team_.start_maximum(words);
  const Idle idle;
  while (!pending->done()) {
    if (meanwhile) meanwhile();
    idle(exchange_ == Exchange::sending);
  }
  if (requests_ && team_.rank() == 0) requests_->put({words[1], words[2]});
  if (words[0] != 0) {
    while (!serve_exchange()) idle(exchange_ == Exchange::sending);
    settle();
  }
  for (std::size_t k = 0; k < numbers.size(); ++k)
    *numbers[k] = std::bit_cast<double>(words[k + 3]);
}

Residuals TeamOperations::largest_changes(bool ahead) {
  Residuals r = own_changes_.value();
  own_changes_.reset();
  const Stopwatch waiting;
  take_largest({&r.p, &r.T, &r.u, &r.v, &r.w}, [&] {
    if (ahead) serve_exchange();
  });
  if (!ahead) waiting_decision_ += waiting.seconds();
  return r;
}

InnerResult TeamOperations::iterate(const InnerControl& control) {
  const Told told(
      *this, Action::iterate,
      {control.tolerance, static_cast<double>(control.max), control.noise, control.factor});
  const Stopwatch all;
  InnerJudge judge(whole_.run.precision, whole_.axes(), relaxation_period(whole_.splitting, false),
                   control);
  look_ahead_.start_step(control.tolerance);
  if (judge.continues()) begin_iteration();
  while (judge.continues()) {
    wait_for_exchange();
    const bool ahead =
        can_look_ahead_ && judge.result().inner + 1 < control.max && look_ahead_.continues();
    if (ahead) begin_iteration();
    wait_for_changes(ahead);
    judge.take(largest_changes(ahead));
    look_ahead_.add(judge.estimated_error());
    if (judge.continues() && !ahead) begin_iteration();
    if (!judge.continues() && ahead) {
      wait_for_exchange();
      attempt([&] { halo_->forget_iteration(); });
      own_changes_.reset();
      ++in_vain_;
    }
  }
  attempt([&] { backend_->end_iterations(); });
  changes_ = judge.result().last;
  seconds_ += all.seconds();
  return judge.result();
}

void TeamOperations::advance_inner_iteration() {
  const Told told(*this, Action::advance_inner_iteration, {});
  begin_iteration();
  wait_for_exchange();
  wait_for_changes(false);
  attempt([&] { backend_->end_iterations(); });
  changes_ = largest_changes(false);
}

std::optional<methods::RankTimes> TeamOperations::rank_times() const {
  const Told told(*this, Action::rank_times, {});
  constexpr std::size_t kTimes = 3;
  const auto ranks = static_cast<std::size_t>(team_.size());
  std::vector<std::uint64_t> words(kTimes * ranks);
  const double own[kTimes] = {seconds_, waiting_halo_, waiting_decision_};
  for (std::size_t k = 0; k < kTimes; ++k)
    words[kTimes * static_cast<std::size_t>(team_.rank()) + k] =
        std::bit_cast<std::uint64_t>(own[k]);
  team_.bit_or(words);
  methods::RankTimes times;
  times.ranks = team_.size();
  times.grid = pieces_.grid().text(pieces_.axes(), "x");
  std::vector<double> computing;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    double of_rank[kTimes];
    for (std::size_t k = 0; k < kTimes; ++k)
      of_rank[k] = std::bit_cast<double>(words[kTimes * rank + k]);
    times.seconds += of_rank[0] / static_cast<double>(ranks);
    times.waiting_halo += of_rank[1] / static_cast<double>(ranks);
    times.waiting_decision += of_rank[2] / static_cast<double>(ranks);
    computing.push_back(of_rank[0] - of_rank[1] - of_rank[2]);
  }
  const auto slowest = std::ranges::max_element(computing);
  const double mean = times.seconds - times.waiting_halo - times.waiting_decision;
  if (mean > 0) times.imbalance = *slowest / mean;
  times.slowest = static_cast<int>(slowest - computing.begin());
  times.host_of_slowest = parallel::text_of(team_, times.slowest, team_.host());
  times.iterations = iterations_;
  times.in_vain = in_vain_;
  return times;
}

}  // namespace slipflow::simple_ts
