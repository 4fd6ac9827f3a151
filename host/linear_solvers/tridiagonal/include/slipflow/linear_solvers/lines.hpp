// Many tridiagonal systems of one size, "lines": where their rows are, how they are solved, and
// what was found wrong with them.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "linear_solvers/line_algorithms.h"
#include "slipflow/config/words.hpp"
#include "slipflow/setup/precision.hpp"

namespace slipflow::linear_solvers {

/// `lines` systems of `rows` rows a x_{i-1} + b x_i + c x_{i+1} = d. Row i of line l is at
/// l line_stride + i row_stride of each array.
struct Lines {
  long lines = 0;
  long rows = 0;
  long line_stride = 1;
  long row_stride = 1;

  /// One line after another.
  static Lines contiguous(long lines, long rows) { return {lines, rows, rows, 1}; }
  /// The first rows of all lines, then the second ones, and so on.
  static Lines interleaved(long lines, long rows) { return {lines, rows, 1, lines}; }
};

/// The arrays of lines.
struct LineArrays {
  std::span<const double> a, b, c, d;
  std::span<double> x;
};

/// Numbers an array of such lines has at least.
std::size_t extent(const Lines& lines);

/// Throws std::logic_error where rows have the same place or there are too many of them, which a
/// 32-bit number counts.
void check_layout(const Lines& lines);

/// How lines are solved. `automatic` depends on the device; `thomas` is the serial reference's own.
enum class LineAlgorithm {
  automatic,
  thomas,
#define SF_ENUMERATOR(name, number) name = (number) + 1,
  SF_LINE_ALGORITHMS(SF_ENUMERATOR)
#undef SF_ENUMERATOR
};

constexpr config::Words<LineAlgorithm, 6> kLineAlgorithms = {
    {{"automatic", LineAlgorithm::automatic},
     {"thomas", LineAlgorithm::thomas},
#define SF_WORD(name, number) {#name, LineAlgorithm::name},
     SF_LINE_ALGORITHMS(SF_WORD)
#undef SF_WORD
    }};

/// An algorithm and its parameters. What is 0 or automatic is chosen; what is given stays, as far
/// as a device allows.
struct LineChoice {
  LineAlgorithm algorithm = LineAlgorithm::automatic;
  setup::Precision precision = setup::Precision::in_double;  ///< not in_mixed
  bool parity = false;    ///< the device computes the bits of the serial reference
  int rows_per_item = 0;  ///< partition: rows of a work-item
  int items = 0;          ///< partition: work-items of a line; a power of two
  int lines_abreast = 0;  ///< partition: lines of a work-group; a power of two
};

/// The properties of a device that limit the choice.
struct LineLimits {
  std::string device = "the serial reference";
  bool cpu = false;
  int work_group = 1024;
  double local_memory = 48 * 1024;  ///< bytes of a work-group
};

/// The choice with all its parameters, which are those of a device with these limits. Throws
/// Error(bad_input) where a line has more rows than the algorithm can solve there.
LineChoice resolved(const Lines& lines, LineChoice choice, const LineLimits& limits);

/// Rows of a line that partition holds at once; longer ones are split.
inline long rows_at_once(const LineChoice& resolved) {
  return static_cast<long>(resolved.rows_per_item) * resolved.items;
}
/// Whether partition cuts the lines into pieces.
inline bool is_split(const Lines& lines, const LineChoice& resolved) {
  return resolved.algorithm == LineAlgorithm::partition && lines.rows > rows_at_once(resolved);
}

/// A pivot, in the order of SF_PIVOT_NORMAL and so on of macros/linear_solvers/tridiagonal.h. What
/// is not finite often comes of a pivot of 0 before it.
enum class Pivot { normal, zero, subnormal, not_finite };

/// What has been found in the lines that were solved.
struct LineStatus {
  Pivot pivot = Pivot::normal;  ///< the first kind of those that were found
  long line = 0, row = 0;       ///< of the first pivot of this kind

  /// Notes a bad pivot.
  void note(Pivot kind, long at_line, long at_row);
};

/// Throws Error(diverged) where a pivot is not normal.
void check_pivots(const LineStatus& status);

}  // namespace slipflow::linear_solvers
