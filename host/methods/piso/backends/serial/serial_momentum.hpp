// The rows of the momentum equations for BiCGStab on the host, for all components at once.
#pragma once

#include "piso/momentum.h"
#include "serial/serial_vectors.hpp"
#include "solver/setup.hpp"

namespace slipflow::piso {

/// Outlived by all that it refers to: a_P of the cells and the fluxes F that convect.
struct MomentumRows {
  const FlowMesh& mesh;
  const SfFlowMesh& view;
  const SfFluid fluid;
  const std::vector<double>&own, &F;
};

class SerialMomentum : public linear_solvers::SerialVectors {
 public:
  explicit SerialMomentum(const MomentumRows& rows)
      : SerialVectors(rows.own.size() * static_cast<std::size_t>(rows.view.components)),
        rows_(rows) {}

  void find_residual(linear_solvers::Sum7 sum) override;
  void multiply(linear_solvers::Part7 part, linear_solvers::Vector7 x, linear_solvers::Vector7 y,
                linear_solvers::Vector7 with, linear_solvers::Sum7 sum) override;
  void divide_by_diagonal(linear_solvers::Vector7 r, linear_solvers::Vector7 z) override;

 private:
  double diagonal(std::size_t p) const override { return rows_.own[p % rows_.own.size()]; }
  void apply(const double* x, double* y) const;

  const MomentumRows rows_;
};

}  // namespace slipflow::piso
