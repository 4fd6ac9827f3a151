// A V-cycle in single precision for a system in double precision, on the host.
#pragma once

#include <memory>
#include <vector>

#include "serial/serial_coarse.hpp"
#include "serial/serial_cycle.hpp"

namespace slipflow::linear_solvers {

/// Rounds coefficients and residuals, and gives corrections in double precision.
class SerialCycleInSingle {
 public:
  /// The matrix, the plan and the coarser levels have to outlive the cycle.
  SerialCycleInSingle(const Matrix7& matrix, const Levels7& plan, const SerialCoarse& coarse,
                      int degree);

  /// Takes in the coefficients of all levels.
  void set_coefficients();
  /// z = a cycle for r, which is rounded in multiples of its `norm`.
  void run(const double* r, double norm, double* z);
  double bytes() const;

 private:
  struct Level {
    std::vector<float> a[4];  // none of a finest level of Coefficients7::free
    std::unique_ptr<SerialLevel<float>> rows;
  };

  const Matrix7& matrix_;
  const Levels7& plan_;
  const SerialCoarse& coarse_;
  std::vector<float> diagonals_;  // of Coefficients7::free
  std::vector<Level> levels_;
  std::vector<float> r_, z_;
  std::unique_ptr<SerialCycle<float>> cycle_;
};

}  // namespace slipflow::linear_solvers
