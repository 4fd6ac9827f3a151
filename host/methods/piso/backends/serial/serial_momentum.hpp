// The rows of the momentum equations for BiCGStab on the host, for all components at once.
#pragma once

#include "serial/serial_vectors.hpp"
#include "serial_flow.hpp"

namespace slipflow::piso {

class SerialMomentum : public linear_solvers::SerialVectors {
 public:
  explicit SerialMomentum(const SerialFlow& flow)
      : SerialVectors(flow.U_.size()), flow_(flow), cells_(flow.own_.size()) {}

  void find_residual(linear_solvers::Sum7 sum) override;
  void multiply(linear_solvers::Part7 part, linear_solvers::Vector7 x, linear_solvers::Vector7 y,
                linear_solvers::Vector7 with, linear_solvers::Sum7 sum) override;
  void divide_by_diagonal(linear_solvers::Vector7 r, linear_solvers::Vector7 z) override;

 private:
  double diagonal(std::size_t p) const override { return flow_.own_[p % cells_]; }
  void apply(const double* x, double* y) const;

  const SerialFlow& flow_;
  const std::size_t cells_;
};

}  // namespace slipflow::piso
