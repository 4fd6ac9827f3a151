// The operations of solve7.cpp on the rows of a system on polyhedra, on the host.
#pragma once

#include "serial/serial_vectors.hpp"
#include "serial/sparse_cycle.hpp"

namespace slipflow::linear_solvers {

class SparseOperations : public SerialVectors {
 public:
  SparseOperations(const FaceGraph& graph, const FaceMatrix& matrix, const Choice7& choice);

  const std::vector<SparseLevel>& levels() const { return levels_; }
  const SparseCycle& rows() const { return cycle_; }
  /// Takes in coefficients that have changed.
  void set_coefficients() { cycle_.set_coefficients(matrix_); }
  double bytes() const { return bytes_of_vectors() + cycle_.bytes(); }

  void find_residual(Sum7 sum) override;
  void multiply(Part7 part, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) override;
  void cycle(Vector7 r, Vector7 z) override;

 private:
  double diagonal(std::size_t p) const override { return cycle_.diagonal()[p]; }

  const FaceMatrix& matrix_;
  const std::vector<SparseLevel> levels_;
  SparseCycle cycle_;
};

}  // namespace slipflow::linear_solvers
