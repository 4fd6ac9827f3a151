// Tridiagonal systems for tests, and the algorithms that solve them.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "slipflow/linear_solvers/solve_lines.hpp"

namespace slipflow::linear_solvers {

/// Lines with their arrays, which have values between and behind the rows too.
struct Systems {
  Lines lines;
  std::vector<double> a, b, c, d;

  std::size_t at(long line, long row) const {
    return static_cast<std::size_t>(line * lines.line_stride + row * lines.row_stride);
  }
};

enum class Layout { contiguous, interleaved, spread };

/// Lines in that layout: `spread` has gaps between rows and between lines.
Lines lines_in(Layout layout, long lines, long rows);

/// Random rows with |b| between 1.01 and 3 times |a| + |c|, of both signs, rounded to the
/// precision. a of first rows and c of last ones are NaN.
Systems dominant_systems(const Lines& lines, setup::Precision precision, unsigned seed = 1);
/// The same row everywhere.
Systems constant_systems(const Lines& lines, double a, double b, double c);

/// A solution, with the values of x outside of the rows.
struct Solution {
  std::vector<double> x;
  LineStatus status;
};

/// x before it is solved for.
std::vector<double> empty_solution(const Systems& s);
/// By the serial reference. `in_place`: x is d.
Solution solve_serially(const Systems& s, const LineChoice& choice, bool in_place = false);

/// The largest residual of a row over the largest |b| |x|, in the precision of long double.
double residual(const Systems& s, const std::vector<double>& x);
/// The largest difference of two solutions over their largest value, outside of the rows too.
double difference(const std::vector<double>& x, const std::vector<double>& y);
/// Values with other bits; all NaN are alike.
std::size_t different_bits(const std::vector<double>& x, const std::vector<double>& y);

/// A row of the test's table of algorithms.
struct Algorithm {
  std::string name;
  LineChoice choice;
  long most_rows;  ///< of a line
};
std::ostream& operator<<(std::ostream& out, const Algorithm& algorithm);
/// pta, cr and pcr; partition with work-items of one, some and many rows, with one line or several
/// abreast, and split into pieces so short that the rows between them are split again. In single
/// precision only few_algorithms().
std::vector<Algorithm> algorithms(setup::Precision precision);
/// One of each kind, as devices take long to build kernels: pta, cr, pcr and a partition.
std::vector<Algorithm> few_algorithms(setup::Precision precision);

/// Checks that a NaN in the right-hand side of a line changes this line alone.
void check_nan(const std::vector<Algorithm>& algorithms,
               const std::function<std::vector<double>(const Systems&, const LineChoice&)>& solve);

/// A number of lines and rows in a layout.
struct Size {
  long lines, rows;
  Layout layout;
  bool in_place;
};
std::ostream& operator<<(std::ostream& out, const Size& size);
/// All numbers of rows that matter, each with some numbers of lines and layouts.
std::vector<Size> sizes();
/// sizes() without 65 to 999 rows, for which cr and pcr would need further kernels.
std::vector<Size> few_sizes();

/// Differences that the precision allows in strictly dominant systems.
double tolerance(setup::Precision precision);

}  // namespace slipflow::linear_solvers
