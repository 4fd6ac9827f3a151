// A V-cycle of multigrid on the host.
#pragma once

#include <memory>
#include <vector>

#include "levels7.hpp"
#include "serial/serial_level.hpp"

namespace slipflow::linear_solvers {

class SerialCycle {
 public:
  /// `finest`: the rows of the matrix. It and the plan have to outlive the cycle.
  /// `periodic`: Box7::periodic_bits().
  SerialCycle(const Levels7& plan, const SerialLevel& finest, int degree, int periodic);

  /// Takes in the coefficients of the finest level.
  void set_coefficients();
  /// z = a cycle for r.
  void run(const double* r, double* z);
  double bytes() const;

 private:
  struct Level {
    std::vector<double> a[4], sides[3];
    std::vector<double> r, d, d_next, x;
    std::unique_ptr<SerialLevel> rows;
  };

  const SerialLevel& rows(std::size_t level) const;
  void descend(std::size_t level, const double* r, double* x);
  void ascend(std::size_t level, double* x);

  const Levels7& plan_;
  const SerialLevel& finest_;
  const int degree_;
  std::vector<Level> levels_;  // the finest: vectors alone
};

}  // namespace slipflow::linear_solvers
