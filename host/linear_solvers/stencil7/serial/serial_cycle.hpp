// A V-cycle of multigrid on the host.
#pragma once

#include <memory>
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

// The coefficients of the coarser levels of multigrid on the host, in double precision.

class SerialCoarse {
 public:
  /// `finest`: the rows of the matrix. It and the plan have to outlive this.
  /// `periodic`: Box7::periodic_bits().
  SerialCoarse(const Levels7& plan, const SerialLevel<double>& finest, int periodic);

  /// Takes in the coefficients of the finest level.
  void set_coefficients();
  /// The rows of all levels, the finest first.
  std::vector<const SerialLevel<double>*> rows() const;
  /// Numbers of a coarser level: the diagonal and the coefficients along x, y, z.
  const std::vector<double>& a(std::size_t level, int number) const {
    return levels_[level].a[number];
  }
  double bytes() const;

 private:
  struct Level {
    std::vector<double> a[4], sides[3];
    std::unique_ptr<SerialLevel<double>> rows;
  };

  const Levels7& plan_;
  const SerialLevel<double>& finest_;
  std::vector<Level> levels_;  // nothing of the finest
};

// A V-cycle in single precision for a system in double precision, on the host.

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
