// Rows of one line in the precision a file is compiled for, and the parts of partition that its
// solution and its factors share.
#pragma once

#include <algorithm>
#include <cmath>  // here, or it would end up in the namespace
#include <span>
#include <vector>

#include "slipflow/linear_solvers/lines.hpp"

#ifndef SF_PRECISION
#define SF_PRECISION in_double
#endif

namespace slipflow::linear_solvers {
inline namespace SF_PRECISION {
#include "linear_solvers/line_factors.h"
#include "linear_solvers/tridiagonal.h"

/// Divides by the pivots of a line, and notes the bad ones. Row 0 is row `first` of the line.
struct Pivots {
  LineStatus& status;
  long line = 0, first = 0;

  real inverse(real pivot, std::size_t row) const {
    status.note(static_cast<Pivot>(sf_pivot_kind(pivot)), line, first + static_cast<long>(row));
    return SF_RECIPROCAL(pivot);
  }
};

/// The work-items of partition, and the rows that they have together.
struct Items {
  std::size_t rows, items, count;

  std::size_t used() const { return (count + rows - 1) / rows; }
  std::size_t begin(std::size_t item) const { return item * rows; }
  std::size_t last(std::size_t item) const { return std::min(item * rows + rows, count) - 1; }
};

/// The rows of the items, missing ones included, without all but their last unknowns. `down` gets
/// them before the unknowns after a row are replaced.
std::vector<SfScaledRow> eliminate_inside(const Items& items, std::span<const SfRow> rows,
                                          const Pivots& pivots,
                                          std::vector<SfScaledRow>* down = nullptr);

/// The first row of the item after this one, which the last row of this one refers to.
SfScaledRow first_of_next(const Items& items, const std::vector<SfScaledRow>& scaled,
                          std::size_t item);
/// The rows of the last unknowns, joined: the first step among items.
std::vector<SfScaledRow> join_items(const Items& items, const std::vector<SfScaledRow>& scaled,
                                    const Pivots& pivots);
/// The rows of the last unknowns after the step of that stride.
std::vector<SfScaledRow> reduce_items(const Items& items, const std::vector<SfScaledRow>& own,
                                      std::size_t stride, const Pivots& pivots);

/// Row i of a line, whose ends have no neighbours.
SfRow load_row(const LineArrays& arrays, std::size_t at, bool first, bool last);

}  // namespace SF_PRECISION
}  // namespace slipflow::linear_solvers
