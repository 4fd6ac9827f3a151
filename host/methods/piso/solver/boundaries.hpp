// Values at the boundary faces.
#pragma once

#include <vector>

#include "slipflow/piso/flow_case.hpp"
#include "slipflow/piso/flow_mesh.hpp"

namespace slipflow::piso {

class Boundaries {
 public:
  Boundaries(const FlowMesh& mesh, const FlowCase& flow);

  const FlowPatch& patch(std::size_t side) const {
    return flow_.patches[static_cast<std::size_t>(mesh_.sides.patch[side])];
  }
  bool gives_pressure(std::size_t side) const { return patch(side).gives_pressure(); }
  /// Whether any patch gives the pressure.
  bool has_pressure() const { return has_pressure_; }
  SfVector given_velocity(std::size_t side, double t) const {
    return patch(side).velocity(mesh_.sides.centre[side], t);
  }
  /// Less the potential of gravity.
  double given_pressure(std::size_t side, double t) const;
  /// The potential of gravity at a point: g.x, along directions that are not periodic. The rest of
  /// gravity is body_force().
  double potential(const SfVector& x) const { return sf_dot(potential_, x); }
  SfVector body_force() const { return body_force_; }

  /// The velocities at all sides; `fluxes`: of the sides, which say where pressure patches let in.
  std::vector<SfVector> velocities(const std::vector<SfVector>& U,
                                   const std::vector<double>& fluxes, double t) const;
  /// The pressures, less the potential of gravity: those given, else those of the cells.
  std::vector<double> pressures(const std::vector<double>& p, double t) const;

 private:
  const FlowMesh& mesh_;
  const FlowCase& flow_;
  SfVector potential_, body_force_;
  bool has_pressure_ = false;
};

}  // namespace slipflow::piso
