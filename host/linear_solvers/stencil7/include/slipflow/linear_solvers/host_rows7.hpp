// Rows of a seven-point system on the host, on their own: the serial reference of those that are
// timed on a device.
#pragma once

#include <memory>
#include <vector>

#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::linear_solvers {

/// The vectors of a step of the smoother: it reads `from`, d and x, and stores r, d_next and x.
template <class Vector>
struct SmootherVectors {
  const Vector& from;
  Vector &d, &r, &d_next, &x;
};

/// The matrix has to outlive the rows.
class HostRows7 {
 public:
  explicit HostRows7(const Matrix7& matrix);
  ~HostRows7();

  void multiply(const std::vector<double>& x, std::vector<double>& y) const;  ///< y = A x
  /// A step of the smoother of multigrid: r = from - A0 d, then x += d_next.
  void smooth(const SmootherVectors<std::vector<double>>& vectors) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slipflow::linear_solvers
