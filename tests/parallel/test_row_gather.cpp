// Rows whose columns several ranks have arrive whole, in any number of pieces and at any time.
#include <doctest/doctest.h>

#include <numeric>

#include "slipflow/parallel/row_gather.hpp"
#include "thread_team.hpp"

namespace test_row_gather {

using namespace slipflow::parallel;

namespace {
double value_at(int group, std::size_t row, std::size_t column) {
  return 1e6 * group + 1000.0 * static_cast<double>(row) + static_cast<double>(column) + 0.5;
}

/// Two groups of ranks gather rows at the same time, twice. Their parts have these columns, with
/// `gap` columns in front of the first that no part has.
void check_gather(const std::vector<std::size_t>& widths, std::size_t rows, std::size_t gap,
                  std::size_t rows_at_a_time) {
  const int members = static_cast<int>(widths.size());
  const std::size_t columns = std::accumulate(widths.begin(), widths.end(), gap);
  test_support::on_ranks(2 * members, [&](Team& team) {
    const int group = team.rank() / members, member = team.rank() % members;
    std::vector<RowPart> parts;
    std::size_t first = gap;
    for (int k = 0; k < members; ++k) {
      parts.push_back({group * members + k, first, widths[k]});
      first += widths[k];
    }
    RowGather gather(team, parts, rows, columns, rows_at_a_time * columns * sizeof(double));
    for (int round = 0; round < 2; ++round) {
      std::vector<double> own(widths[member]);
      const auto own_values = [&](std::size_t row) {
        for (std::size_t k = 0; k < own.size(); ++k)
          own[k] = value_at(group, row + round, parts[member].first + k);
        return std::span<const double>(own);
      };
      std::size_t taken = 0;
      gather.gather(own_values, [&](std::size_t from, std::span<double> values) {
        CHECK(member == 0);
        CHECK(from == taken);
        CHECK(values.size() <= rows_at_a_time * columns);
        REQUIRE(values.size() % columns == 0);
        for (std::size_t at = 0; at < values.size(); ++at)
          if (at % columns >= gap)
            CHECK(values[at] == value_at(group, from + at / columns + round, at % columns));
        taken += values.size() / columns;
      });
      CHECK(taken == (member == 0 ? rows : 0));
    }
  });
}
}  // namespace

TEST_CASE("rows arrive whole, in order, and not more than fit at a time") {
  for (const std::vector<std::size_t>& widths :
       {std::vector<std::size_t>{5}, {3, 4}, {1, 1}, {7, 1, 2}, {2, 9, 1, 4}})
    for (const std::size_t rows : {1, 2, 7, 13})
      for (const std::size_t at_a_time : {1, 2, 3, 100}) {
        CAPTURE(widths.size());
        CAPTURE(rows);
        CAPTURE(at_a_time);
        check_gather(widths, rows, 0, at_a_time);
        check_gather(widths, rows, 4, at_a_time);
      }
}

TEST_CASE("a row that is longer than the limit is gathered by itself") {
  test_support::on_ranks(2, [](Team& team) {
    RowGather gather(team, {{0, 0, 3}, {1, 3, 2}}, 4, 5, 8);
    const std::vector<double> own(team.rank() == 0 ? 3 : 2, team.rank());
    std::size_t calls = 0;
    gather.gather([&](std::size_t) { return std::span<const double>(own); },
                  [&](std::size_t first, std::span<double> values) {
                    CHECK(first == calls++);
                    CHECK(std::vector<double>(values.begin(), values.end()) ==
                          std::vector<double>{0, 0, 0, 1, 1});
                  });
    CHECK(calls == (team.rank() == 0 ? 4 : 0));
  });
}

}  // namespace test_row_gather
