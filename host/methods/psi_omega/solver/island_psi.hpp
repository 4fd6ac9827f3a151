// psi on islands, such that the pressure around each is unique: equation (16).
#pragma once

#include <functional>
#include <vector>

#include "case/nodes.hpp"

namespace slipflow::psi_omega {

/// Corrects psi by multiples of responses: psi of a flow without vorticity that is 1 on one island
/// and 0 on all others and on the boundaries.
class IslandPsi {
 public:
  /// Of the equation for the responses.
  static constexpr double kTolerance = 1e-12;

  /// Case and nodes must outlive it. There is nothing to correct if the psi of bodies is fixed.
  IslandPsi(const Case& c, const Nodes& nodes);
  /// Makes the responses; `solve` finds psi without vorticity from the values that are given.
  void set_responses(const std::function<void(std::vector<double>& psi)>& solve);
  /// Corrects psi, which solves the equation with some values on the islands.
  void correct(const std::vector<double>& omega, std::vector<double>& psi) const;
  std::size_t count() const { return islands_.size(); }

 private:
  // Weighted sum over the faces of an island of what each lacks to the Thom value that makes the
  // pressure unique.
  double defect(const Island& island, const std::vector<double>& omega,
                const std::vector<double>& psi) const;

  std::size_t size_;  // of an array
  std::vector<const Island*> islands_;
  std::vector<std::vector<double>> responses_;
  std::vector<double> inverse_;  // of the matrix of the defects, row-major
};

}  // namespace slipflow::psi_omega
