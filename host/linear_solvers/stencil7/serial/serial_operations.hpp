// The operations on the host, one after another over the whole box.
#pragma once

#include <memory>
#include <vector>

#include "serial/serial_cycle.hpp"
#include "serial/serial_level.hpp"
#include "serial/serial_vectors.hpp"

namespace slipflow::linear_solvers {

class SerialOperations : public SerialVectors {
 public:
  SerialOperations(const Matrix7& matrix, const Choice7& choice);

  double bytes() const;
  const SerialLevel<double>& rows() const { return *rows_; }

  void find_residual(Sum7 sum) override;
  void multiply(Part7 part, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) override;
  void multiply_upper(Vector7 x, Vector7 y) override;
  void sweep_lower(Vector7 r, Vector7 y) override;
  void sweep_upper(Vector7 y, Vector7 q) override;
  void solve_lines(Vector7 r, Vector7 z) override;
  void cycle(Vector7 r, Vector7 z) override;
  void set_coarse_levels() override;

 private:
  double diagonal(std::size_t p) const override { return rows_->diagonal(p); }

  const Matrix7& matrix_;
  const Choice7 choice_;
  std::vector<double> diagonals_;  // of S7_FREE
  const Levels7 plan_;
  std::unique_ptr<SerialLevel<double>> rows_;
  // Of multigrid; one of the cycles.
  std::unique_ptr<SerialCoarse> coarse_;
  std::unique_ptr<SerialCycle<double>> cycle_;
  std::unique_ptr<SerialCycleInSingle> cycle_in_single_;
};

}  // namespace slipflow::linear_solvers
