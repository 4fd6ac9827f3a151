// A V-cycle of multigrid on the host.
#pragma once

#include <vector>

#include "levels7.hpp"
#include "serial/serial_level.hpp"

namespace slipflow::linear_solvers {

template <class Real>
class SerialCycle {
 public:
  /// `rows`: of all levels, the finest first. They and the plan have to outlive the cycle.
  SerialCycle(const Levels7& plan, std::vector<const SerialLevel<Real>*> rows, int degree);

  /// z = a cycle for r.
  void run(const Real* r, Real* z);
  double bytes() const;

 private:
  struct Level {
    std::vector<Real> r, d, d_next, x;  // the finest has no x
  };

  void descend(std::size_t level, const Real* r, Real* x);
  void ascend(std::size_t level, Real* x);

  const Levels7& plan_;
  const std::vector<const SerialLevel<Real>*> rows_;
  const int degree_;
  std::vector<Level> levels_;
};

}  // namespace slipflow::linear_solvers
