// The pressure equation: the flux through every face is made free of divergence.
#pragma once

#include <vector>

#include "slipflow/linear_solvers/host_face_solver.hpp"
#include "solver/momentum.hpp"

namespace slipflow::piso {

/// How well a pressure is solved: until its residual is below `tolerance`, or `relative` times the
/// first one.
struct PressureGoal {
  double tolerance = 1e-7, relative = 0.05;
  double last_relative = 0.05;  ///< of the last solution with non-orthogonal correctors
};

class Pressure {
 public:
  Pressure(const FlowMesh& mesh, const FlowCase& flow, const Boundaries& boundaries);

  /// The pressure less the potential of gravity.
  std::vector<double>& values() { return p_; }
  const std::vector<double>& values() const { return p_; }
  std::vector<SfVector> gradient(double t) const { return gradient_of_values(p_, t); }

  struct Solution {
    double residual = 0;  ///< the first one, normalised
    int iterations = 0;
  };
  /// Solves sum r_f |S| delta (p_N - p_P) + (along k) = sum of `fluxes`, and makes these
  /// phi = phi* - r_f grad p.S. r: V/a_P of the cells.
  Solution correct(const std::vector<double>& r, double t, const PressureGoal& goal,
                   Fluxes& fluxes);
  /// Takes the pressure of the reference cell out, if no patch gives one.
  void fix_level();
  /// grad p.S at a face or a side by the two values, and along k from gradients.
  double face_difference(std::size_t face, const std::vector<SfVector>& gradients) const;
  double side_difference(std::size_t side, const std::vector<SfVector>& gradients, double t) const;

 private:
  std::vector<SfVector> gradient_of_values(const std::vector<double>& p, double t) const;
  double along_k_at_face(std::size_t face, const std::vector<SfVector>& gradients) const;
  double along_k_at_side(std::size_t side, const std::vector<SfVector>& gradients) const;
  void set_coefficients(const std::vector<double>& r);
  double first_residual(double least_scale) const;

  const FlowMesh& mesh_;
  const FlowCase& flow_;
  const Boundaries& boundaries_;
  std::vector<double> p_;
  mutable linear_solvers::HostFaceSolver solver_;
};

}  // namespace slipflow::piso
