// The serial reference in each precision, with all parameters of the choice.
#pragma once

#include <vector>

#include "slipflow/linear_solvers/lines.hpp"

namespace slipflow::linear_solvers {

/// The choice for the rows between the pieces of a split line.
LineChoice between_pieces(const LineChoice& resolved);

template <setup::Precision>
LineStatus solve_lines_of(const Lines& lines, const LineChoice& resolved, const LineArrays& arrays);
template <>
LineStatus solve_lines_of<setup::Precision::in_double>(const Lines& lines,
                                                       const LineChoice& resolved,
                                                       const LineArrays& arrays);
template <>
LineStatus solve_lines_of<setup::Precision::in_single>(const Lines& lines,
                                                       const LineChoice& resolved,
                                                       const LineArrays& arrays);

/// The table of macros/linear_solvers/line_factors.h for pta or partition of one line, which need
/// not be split. Its pivots are noted.
template <setup::Precision>
std::vector<double> line_factors_of(const LineChoice& resolved, const LineArrays& line,
                                    LineStatus& status);
template <>
std::vector<double> line_factors_of<setup::Precision::in_double>(const LineChoice& resolved,
                                                                 const LineArrays& line,
                                                                 LineStatus& status);
template <>
std::vector<double> line_factors_of<setup::Precision::in_single>(const LineChoice& resolved,
                                                                 const LineArrays& line,
                                                                 LineStatus& status);

}  // namespace slipflow::linear_solvers
