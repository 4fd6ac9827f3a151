// psi on islands, such that the circulation around each changes by the vorticity that leaves it:
// equations (15) to (17). Then the pressure around it has one value.
#pragma once

#include <functional>
#include <vector>

#include "backends/operations.hpp"

namespace slipflow::psi_omega {

/// Corrects psi by multiples of responses: psi of a flow without vorticity that is 1 on one island
/// and 0 on all others and on the boundaries.
class IslandPsi {
 public:
  /// Makes the responses of the islands; `solve` finds psi from its values on islands and
  /// boundaries. There is nothing to correct if the psi of bodies is fixed. Overwrites psi and
  /// omega.
  IslandPsi(const Case& c, const Nodes& nodes, Operations& on, const std::function<void()>& solve);
  /// Before psi is solved after a step of length dt from the present psi; for `of_omega_alone` see
  /// IslandOperations::want_circulations_after().
  void advance(IslandOperations& on, double dt, bool of_omega_alone) const;
  /// Corrects psi, which solves the equation with some values on the islands.
  void correct(IslandOperations& on) const;

 private:
  std::vector<double> inverse_;  // of the circulations of the responses, row-major
};

}  // namespace slipflow::psi_omega
