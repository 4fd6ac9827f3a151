#include "slipflow/linear_solvers/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "slipflow/support/error.hpp"

namespace slipflow::linear_solvers {

namespace {
// A device keeps ~(line * rows + row) in 32 bits, 0 for none, and numbers its work-items by an int.
constexpr double kMostRows = std::numeric_limits<std::uint32_t>::max() - 1.0;
constexpr double kMostLines = std::numeric_limits<int>::max() - 1024.0;

constexpr const char* kPivots[] = {"normal", "0", "subnormal", "not a finite number"};
}  // namespace

std::size_t extent(const Lines& lines) {
  if (lines.lines == 0 || lines.rows == 0) return 0;
  return static_cast<std::size_t>((lines.lines - 1) * lines.line_stride +
                                  (lines.rows - 1) * lines.row_stride + 1);
}

void check_layout(const Lines& l) {
  const auto refuse = [&](const char* why) {
    throw std::logic_error(fmt::format("{} lines of {} rows with strides {} and {}: {}", l.lines,
                                       l.rows, l.line_stride, l.row_stride, why));
  };
  if (l.lines < 0 || l.rows < 0) refuse("numbers of lines and rows are not negative");
  if (l.line_stride < 1 || l.row_stride < 1) refuse("strides are positive");
  const double lines = static_cast<double>(l.lines), rows = static_cast<double>(l.rows);
  if (lines > kMostLines || rows > kMostLines || lines * rows > kMostRows)
    refuse("there are too many rows for one solver");
  if (lines * static_cast<double>(l.line_stride) + rows * static_cast<double>(l.row_stride) >
      0x1p60)
    refuse("the strides are too large");
  // Rows (l, i) and (l + row_stride/common, i - line_stride/common) have the same place.
  const long common = std::gcd(l.line_stride, l.row_stride);
  if (l.lines > l.row_stride / common && l.rows > l.line_stride / common) refuse("rows overlap");
}

void LineStatus::note(Pivot kind, long at_line, long at_row) {
  if (kind == Pivot::normal) return;
  if (pivot != Pivot::normal && std::tie(pivot, line, row) <= std::tie(kind, at_line, at_row))
    return;
  pivot = kind;
  line = at_line;
  row = at_row;
}

void check_pivots(const LineStatus& s) {
  if (s.pivot == Pivot::normal) return;
  throw Error(ExitStatus::diverged,
              fmt::format("line {}, row {}: the pivot is {}; the matrix is singular or needs "
                          "pivoting",
                          s.line, s.row, kPivots[static_cast<int>(s.pivot)]));
}

namespace {
constexpr long kShortLine = 32;     // rows below which a work-group has too little to do
constexpr long kManyLines = 50000;  // with a work-item each they fill a GPU
constexpr int kSmallestGroup = 32, kLargestGroup = 1024;
// Rows of a work-item: many, as long as all of the smallest group have some.
constexpr int kFewestRowsPerItem = 2, kRowsPerItem = 8, kMostRowsPerItem = 16;
constexpr long kLongLine = 1024;  // rows above which they are the most
// Lines side by side: 64 bytes of doubles, a transaction of memory, or at least half of it.
constexpr int kLinesAbreast = 8, kFewLinesAbreast = 4;
constexpr int kLargestGroupAbreast = 512;  // whose rows are in registers
// Pieces of long lines: several groups run on a compute unit at a time.
constexpr int kRowsPerItemOfPieces = 8, kItemsOfPieces = 256;

int power_of_two_up(long n) {
  return static_cast<int>(std::bit_ceil(static_cast<unsigned long>(std::max(n, 1L))));
}
int power_of_two_down(double n) {
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(std::max(n, 1.0))));
}

LineAlgorithm fastest(const Lines& l, const LineLimits& limits) {
  const bool interleaved = l.line_stride == 1 && l.row_stride > 1;
  if (limits.cpu || l.rows < kShortLine || (interleaved && l.lines >= kManyLines))
    return LineAlgorithm::pta;
  return LineAlgorithm::partition;
}

int fast_rows_per_item(long rows, int abreast) {
  if (abreast > 1 || rows > kLongLine) return kMostRowsPerItem;
  return std::clamp(power_of_two_up((rows + kSmallestGroup - 1) / kSmallestGroup),
                    kFewestRowsPerItem, kRowsPerItem);
}

// Work-items of a group, whose local memory has a row of each, twice, or for a line by itself a
// number of each row.
int largest_group(const LineChoice& choice, const LineLimits& limits) {
  const int numbers = choice.lines_abreast == 1 ? std::max(6, choice.rows_per_item + 1) : 6;
  return power_of_two_down(
      std::min({double(limits.work_group), double(kLargestGroup),
                limits.local_memory / (numbers * setup::bytes_computed(choice.precision))}));
}

// Parameters of partition; those that are given stay.
void choose_partition(const Lines& l, LineChoice& choice, const LineLimits& limits) {
  const LineChoice given = choice;
  int& rows = choice.rows_per_item;
  int& abreast = choice.lines_abreast;
  const auto most_items = [&] {
    const int most = largest_group(choice, limits);
    if (given.items > 0) return std::min(given.items, most / abreast);
    return (abreast == 1 ? most : std::min(most, kLargestGroupAbreast)) / abreast;
  };
  const auto fit = [&] { return l.rows <= static_cast<long>(rows) * most_items(); };

  if (abreast == 0)
    abreast = l.row_stride == 1 ? 1 : std::min(kLinesAbreast, power_of_two_up(l.lines));
  abreast = std::min(abreast, largest_group(choice, limits));
  if (rows == 0) {
    rows = fast_rows_per_item(l.rows, abreast);
    if (!fit() && abreast == 1) rows = kMostRowsPerItem;
    if (!fit() && given.lines_abreast == 0 && abreast == kLinesAbreast) {
      abreast = kFewLinesAbreast;
      if (!fit()) abreast = kLinesAbreast;
    }
    if (!fit()) rows = kRowsPerItemOfPieces;
  }
  choice.items = most_items();
  if (given.items > 0) return;
  if (!fit()) choice.items = std::min(choice.items, kItemsOfPieces / abreast);
  const long wanted = std::max<long>((l.rows + rows - 1) / rows, kSmallestGroup / abreast);
  choice.items = std::min(choice.items, power_of_two_up(std::min<long>(wanted, kLargestGroup)));
}

// cr and pcr have a whole line in local memory.
void check_length(const Lines& l, const LineChoice& choice, const LineLimits& limits) {
  const int numbers = choice.algorithm == LineAlgorithm::cr ? 4 : 3;
  const auto most =
      static_cast<long>(limits.local_memory / (numbers * setup::bytes_computed(choice.precision)));
  if (l.rows > most)
    throw Error(
        ExitStatus::bad_input,
        fmt::format("{} solves lines of up to {} rows on '{}', not of {}: it holds a line "
                    "in local memory; take partition",
                    text_of(kLineAlgorithms, choice.algorithm), most, limits.device, l.rows));
}
}  // namespace

LineChoice resolved(const Lines& lines, LineChoice choice, const LineLimits& limits) {
  check_layout(lines);
  if (choice.precision == setup::Precision::in_mixed)
    throw std::logic_error("lines are solved in double or single precision");
  if (choice.rows_per_item < 0 || choice.rows_per_item > kMostRowsPerItem ||
      (choice.items != 0 && !std::has_single_bit(static_cast<unsigned>(choice.items))) ||
      (choice.lines_abreast != 0 &&
       !std::has_single_bit(static_cast<unsigned>(choice.lines_abreast))))
    throw std::logic_error(
        "a work-item has up to 16 rows; items and lines abreast are powers of two");
  if (choice.algorithm == LineAlgorithm::automatic) choice.algorithm = fastest(lines, limits);
  if (choice.algorithm == LineAlgorithm::partition) choose_partition(lines, choice, limits);
  if (choice.algorithm == LineAlgorithm::cr || choice.algorithm == LineAlgorithm::pcr)
    check_length(lines, choice, limits);
  return choice;
}

}  // namespace slipflow::linear_solvers
