// The state from which a flow resumes, and the values prescribed at its boundary. Arrays of vectors
// hold all x, then all y, then any z.
#pragma once

#include <vector>

namespace slipflow::piso {

/// Through the faces between cells, along their S, and out of the sides.
struct FlowFluxes {
  std::vector<double> faces, sides;
};

/// Prescribed values at each side; pressures less the potential of gravity.
struct PrescribedValues {
  std::vector<double> velocities, fluxes, pressures;
};

struct FlowState {
  std::vector<double> U, U_old;  ///< `old`: before the last step
  std::vector<double> p;         ///< less the potential of gravity
  FlowFluxes fluxes, old_fluxes;
  double dt = 0;  ///< the length of the last time step; 0 before the first
};

}  // namespace slipflow::piso
