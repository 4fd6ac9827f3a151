// A cycle of multigrid on the host.
#pragma once

#include <vector>

#include "sparse_levels.hpp"

namespace slipflow::linear_solvers {

class SparseCycle {
 public:
  /// The levels must outlive the cycle.
  SparseCycle(const std::vector<SparseLevel>& levels, const Choice7& choice);

  /// The coefficients of all levels from those of the finest one.
  void set_coefficients(const FaceMatrix& matrix);
  /// z becomes a cycle for r.
  void run(const double* r, double* z);
  /// y = A x on the finest level.
  void multiply(const double* x, double* y) const { multiply(0, x, y); }
  const std::vector<double>& diagonal() const { return levels_[0].diagonal; }
  double bytes() const;

 private:
  struct Level {
    FaceMatrix matrix;
    std::vector<double> entries;  // a of each entry of the rows
    std::vector<double> diagonal;
    std::vector<double> f, x, r, d, product;
  };
  void multiply(std::size_t level, const double* x, double* y) const;
  void set_rows(std::size_t level);
  void cycle(std::size_t level, const double* f, double* x);
  void restrict_residual(std::size_t level);
  // A smoother's steps, of which the first one has the residual r.
  void smooth(std::size_t level, double* x, bool from_zero);
  void invert_coarsest();
  void solve_coarsest(const double* f, double* x) const;

  const std::vector<SparseLevel>& plan_;
  const int degree_, twice_below_;
  std::vector<Level> levels_;
  std::vector<double> inverse_;  // of the coarsest matrix, times -1; empty: it is too large
};

}  // namespace slipflow::linear_solvers
