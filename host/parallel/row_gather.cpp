#include "slipflow/parallel/row_gather.hpp"

#include <algorithm>
#include <utility>

namespace slipflow::parallel {

namespace {
// Next to the tag of root_exchange.cpp.
constexpr int kTagOfRows = 101;

/// Equal numbers of rows at a time, so that few of the sent values are undefined.
std::size_t rows_at_a_time(std::size_t rows, std::size_t columns, std::size_t most_bytes) {
  const std::size_t most = std::max<std::size_t>(1, most_bytes / (columns * sizeof(double)));
  const std::size_t times = (rows + most - 1) / most;
  return (rows + times - 1) / times;
}
}  // namespace

RowGather::RowGather(Team& team, std::vector<RowPart> parts, std::size_t rows, std::size_t columns,
                     std::size_t most_bytes)
    : parts_(std::move(parts)),
      rows_(rows),
      columns_(columns),
      rows_at_a_time_(rows_at_a_time(rows, columns, most_bytes)) {
  const auto own = std::ranges::find(parts_, team.rank(), &RowPart::rank);
  own_ = static_cast<std::size_t>(own - parts_.begin());
  if (own_ > 0) {
    auto& out = exchanged_.emplace_back(rows_at_a_time_ * own->count);
    channels_.push_back(
        team.channel(parts_[0].rank, kTagOfRows, std::as_bytes(std::span(out)), {}));
    return;
  }
  whole_.resize(rows_at_a_time_ * columns_);
  for (std::size_t k = 1; k < parts_.size(); ++k) {
    auto& in = exchanged_.emplace_back(rows_at_a_time_ * parts_[k].count);
    channels_.push_back(
        team.channel(parts_[k].rank, kTagOfRows, {}, std::as_writable_bytes(std::span(in))));
  }
}

void RowGather::gather(const OwnValues& own, const TakeRows& take) {
  for (std::size_t first = 0; first < rows_; first += rows_at_a_time_) {
    const std::size_t rows = std::min(rows_at_a_time_, rows_ - first);
    if (own_ > 0) {
      auto to = exchanged_[0].begin();
      for (std::size_t row = 0; row < rows; ++row) to = std::ranges::copy(own(first + row), to).out;
    }
    for (const auto& channel : channels_) channel->start();
    for (const auto& channel : channels_) channel->wait();
    if (own_ > 0) continue;
    for (std::size_t row = 0; row < rows; ++row) {
      double* const to = &whole_[row * columns_];
      std::ranges::copy(own(first + row), to + parts_[0].first);
      for (std::size_t k = 1; k < parts_.size(); ++k)
        std::copy_n(&exchanged_[k - 1][row * parts_[k].count], parts_[k].count,
                    to + parts_[k].first);
    }
    take(first, std::span(whole_).first(rows * columns_));
  }
}

}  // namespace slipflow::parallel
