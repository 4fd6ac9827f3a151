// Rows of an array that is cut into pieces, whole on one rank.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "slipflow/parallel/team.hpp"

namespace slipflow::parallel {

/// The columns of one rank in rows that several ranks have together.
struct RowPart {
  int rank = 0;
  std::size_t first = 0, count = 0;  ///< columns
};

/// The rows that some ranks have together, some of them at a time. The first of these ranks leads:
/// it gets whole rows.
class RowGather {
 public:
  /// Bytes of the rows that the leader gets at a time.
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

  /// Every one of these ranks makes it with the same arguments: the parts of all of them, the
  /// number of rows, at least 1, and the columns of a row, of which the parts may leave some out.
  RowGather(Team& team, std::vector<RowPart> parts, std::size_t rows, std::size_t columns,
            std::size_t most_bytes = kMostBytes);

  /// The values of this rank in a row.
  using OwnValues = std::function<std::span<const double>(std::size_t row)>;
  /// Whole rows from `first` on. Columns that no part has are undefined, and may be written.
  using TakeRows = std::function<void(std::size_t first, std::span<double> rows)>;

  /// Sends the values to the leader, which calls `take` with all rows in their order. Neither may
  /// throw, because the other ranks would wait. It allocates no memory. Collective among these
  /// ranks.
  void gather(const OwnValues& own, const TakeRows& take);

 private:
  std::vector<RowPart> parts_;
  std::size_t rows_, columns_, rows_at_a_time_;
  std::size_t own_;                             // the part of this rank
  std::vector<double> whole_;                   // of the leader
  std::vector<std::vector<double>> exchanged_;  // of the leader by part, else what is sent
  std::vector<std::unique_ptr<Channel>> channels_;
};

}  // namespace slipflow::parallel
