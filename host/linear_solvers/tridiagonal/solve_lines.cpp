#include "slipflow/linear_solvers/solve_lines.hpp"

#include <stdexcept>

#include "serial/serial_lines.hpp"

namespace slipflow::linear_solvers {

LineChoice between_pieces(const LineChoice& resolved) {
  LineChoice choice = resolved;
  choice.lines_abreast = 1;
  return choice;
}

LineStatus solve_lines(const Lines& lines, const LineChoice& choice, std::span<const double> a,
                       std::span<const double> b, std::span<const double> c,
                       std::span<const double> d, std::span<double> x) {
  LineChoice serial = choice;
  if (serial.algorithm == LineAlgorithm::automatic) serial.algorithm = LineAlgorithm::thomas;
  serial = resolved(lines, serial, {.local_memory = 0x1p60});
  for (const std::size_t size : {a.size(), b.size(), c.size(), d.size(), x.size()})
    if (size < extent(lines)) throw std::logic_error("the lines reach beyond an array");
  return setup::for_precision(serial.precision, [&]<setup::Precision P>() {
    if constexpr (P == setup::Precision::in_mixed)
      return LineStatus{};  // resolved() has refused it
    else
      return solve_lines_of<P>(lines, serial, {a, b, c, d, x});
  });
}

}  // namespace slipflow::linear_solvers
