// Incompressible flow: what is solved, and how.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "piso/faces.h"
#include "piso/vectors.h"
#include "slipflow/box/linear_keys.hpp"

namespace slipflow::piso {

/// docs/methods/piso.md says what each is.
enum class PatchKind {
  velocity = SF_PRESCRIBED_VELOCITY,  ///< prescribed: a wall or an inflow
  outflow = SF_OUTFLOW,
  pressure = SF_PRESSURE,
  symmetry = SF_SYMMETRY,
  slip = SF_SLIP
};

/// Values at a point and a time.
using VectorAt = std::function<SfVector(const SfVector& x, double t)>;
using NumberAt = std::function<double(const SfVector& x, double t)>;

struct FlowPatch {
  PatchKind kind = PatchKind::velocity;
  VectorAt velocity = [](const SfVector&, double) { return SfVector{0, 0, 0}; };
  NumberAt pressure = [](const SfVector&, double) { return 0.0; };
  NumberAt inwards;  ///< a velocity along the inward normal, added to the other; may be empty
  double slip_length = 0;
  bool is_wall = false;  ///< nothing flows through it, even if its velocity leads there

  bool gives_pressure() const { return SF_GIVES_PRESSURE(static_cast<int>(kind)); }
};

enum class Algorithm { simple, simplec, piso };

/// Any consistent units; pressures over the density.
struct FlowCase {
  double viscosity = 1;  ///< kinematic
  SfVector gravity = {0, 0, 0};
  bool balance = false;            ///< where no pressure is given, outflow is scaled to the inflow
  std::vector<FlowPatch> patches;  ///< in the order of FlowMesh::patches
  Algorithm algorithm = Algorithm::simplec;
  int convection = SF_FACE_LINEAR;
  bool bdf2 = true;          ///< of piso; else Euler's implicit scheme
  int correctors = 2;        ///< of piso
  int outer_correctors = 1;  ///< of piso: momentum and pressures of a step, one after another
  int nonorthogonal = 1;     ///< further solutions of each pressure
  double relax_velocity = 0.9, relax_pressure = 1;  ///< of simplec; simple: 0.7, 0.3
  double tolerance = 1e-6;                          ///< of the residuals of a steady flow
  boxes::LinearControl linear{1e-7, 0.05, 1000};
  /// The change per time of a flow in time that is steady enough, for which steps are solved more
  /// closely; 0: none.
  double steady_change = 0;
  /// Iterations of each linear system, whatever its residual, so that two backends do the same
  /// work; 0: until it is solved.
  int fixed_iterations = 0;
};

/// How a device computes: with the bits of the host or not, in work-groups of that size or of the
/// usual one.
struct DeviceChoice {
  bool parity = true;
  int group = 0;
};

/// How an iteration or step went.
struct FlowReport {
  double residual_u = 0, residual_p = 0;  ///< the first ones, normalised
  int velocity_iterations = 0, pressure_iterations = 0;
  double continuity = 0;              ///< sum |net flow| over the sum of all |fluxes|, of all cells
  double courant = 0;                 ///< the largest, of a step
  std::vector<std::string> warnings;  ///< of linear systems that took too many iterations
};

}  // namespace slipflow::piso
