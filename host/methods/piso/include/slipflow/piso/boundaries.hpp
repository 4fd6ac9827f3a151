// What is prescribed at the boundary faces.
#pragma once

#include <vector>

#include "slipflow/piso/flow_case.hpp"
#include "slipflow/piso/flow_mesh.hpp"

namespace slipflow::piso {

class Boundaries {
 public:
  /// Throws Error(bad_input) if the case has not as many patches as the mesh.
  Boundaries(const FlowMesh& mesh, const FlowCase& flow);

  /// For each side: SF_PRESCRIBED_VELOCITY .., and the slip length times delta.
  const std::vector<int>& kinds() const { return kinds_; }
  const std::vector<double>& slips() const { return slips_; }
  /// The curvatures of FlowSides at walls and symmetries, elsewhere 0; empty if all are 0.
  const std::vector<double>& curvatures() const { return curvatures_; }
  /// Whether any patch gives the pressure.
  bool has_pressure() const { return has_pressure_; }
  /// Whether any is a slip wall or a symmetry.
  bool slides() const { return slides_; }
  bool gives_pressure(std::size_t side) const { return patch(side).gives_pressure(); }

  /// Velocities at all sides, as FlowMesh has vectors.
  std::vector<double> velocities(double t) const;
  /// Fluxes through the sides where no pressure is given. If none is given anywhere, what flows in
  /// has to flow out: Error(bad_input).
  std::vector<double> fluxes(double t) const;
  /// Pressures less the potential of gravity.
  std::vector<double> pressures(double t) const;

  /// The potential of gravity at a point: g.x, along directions that are not periodic. The rest of
  /// gravity is body_force().
  double potential(const SfVector& x) const { return sf_dot(potential_, x); }
  SfVector body_force() const { return body_force_; }

 private:
  const FlowPatch& patch(std::size_t side) const {
    return flow_.patches[static_cast<std::size_t>(mesh_.sides.patch[side])];
  }
  SfVector velocity(std::size_t side, double t) const;
  void balance(std::vector<double>& fluxes) const;
  void take_curvatures();

  const FlowMesh& mesh_;
  const FlowCase& flow_;
  SfVector potential_, body_force_;
  bool has_pressure_ = false, slides_ = false;
  std::vector<int> kinds_;
  std::vector<double> slips_, curvatures_;
};

}  // namespace slipflow::piso
