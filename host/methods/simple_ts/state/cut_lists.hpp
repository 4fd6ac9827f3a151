// Parts of CutTables, in a plane and in space.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace slipflow::simple_ts {

template <class Value>
std::vector<std::byte> bytes_of(const std::vector<Value>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

/// The numbers of the cells for which the condition holds; the first and the last one of the array
/// only begin and end it.
template <class Cell, class Condition>
std::vector<int> numbers_where(const std::vector<Cell>& cells, Condition holds) {
  std::vector<int> numbers;
  for (std::size_t n = 1; n + 1 < cells.size(); ++n)
    if (holds(cells[n])) numbers.push_back(static_cast<int>(n));
  return numbers;
}

/// The cells with this flag.
template <class Cell>
std::vector<int> numbers_with(int flag, const std::vector<Cell>& cells) {
  return numbers_where(cells, [&](const Cell& cell) { return (cell.flags & flag) != 0; });
}

/// The cells that have one of the flags or are images of such cells, whose parts they take.
template <class Cell>
std::vector<int> numbers_of_values(int flags, const std::vector<Cell>& cells) {
  return numbers_where(cells, [&](const Cell& cell) {
    return ((cell.flags | cells[static_cast<std::size_t>(cell.source)].flags) & flags) != 0;
  });
}

}  // namespace slipflow::simple_ts
