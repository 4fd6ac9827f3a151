#include "slipflow/linear_solvers/lines.hpp"

#include <fmt/format.h>

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

}  // namespace slipflow::linear_solvers
