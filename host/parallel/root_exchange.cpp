#include "slipflow/parallel/root_exchange.hpp"

#include <span>

namespace slipflow::parallel {

namespace {
// Above the tags of the exchange of border values.
constexpr int kTag = 100;
}  // namespace

Values from_root(Team& team, std::size_t count, const std::function<Values(int rank)>& part) {
  if (team.rank() == 0) {
    for (int rank = 1; rank < team.size(); ++rank) {
      const Values values = part(rank);
      const auto channel = team.channel(rank, kTag, std::as_bytes(std::span(values)), {});
      channel->start();
      channel->wait();
    }
    return part(0);
  }
  Values values(count);
  const auto channel = team.channel(0, kTag, {}, std::as_writable_bytes(std::span(values)));
  channel->start();
  channel->wait();
  return values;
}

void to_root(Team& team, const Values& own, const std::function<std::size_t(int rank)>& count,
             const std::function<void(int rank, const Values& values)>& take) {
  if (team.rank() > 0) {
    const auto channel = team.channel(0, kTag, std::as_bytes(std::span(own)), {});
    channel->start();
    channel->wait();
    return;
  }
  take(0, own);
  for (int rank = 1; rank < team.size(); ++rank) {
    Values values(count(rank));
    const auto channel = team.channel(rank, kTag, {}, std::as_writable_bytes(std::span(values)));
    channel->start();
    channel->wait();
    take(rank, values);
  }
}

}  // namespace slipflow::parallel
