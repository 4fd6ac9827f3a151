// Incompressible flow on a mesh of polyhedra on the host: the serial reference.
#pragma once

#include <memory>
#include <vector>

#include "slipflow/piso/flow_case.hpp"
#include "slipflow/piso/flow_mesh.hpp"

namespace slipflow::piso {

class FlowSolver {
 public:
  /// The mesh has to outlive the solver. Throws Error(bad_input) if the case has no patch for
  /// each one of the mesh.
  FlowSolver(const FlowMesh& mesh, const FlowCase& flow);
  ~FlowSolver();
  FlowSolver(FlowSolver&&) noexcept;

  /// Sets velocities at time t, and fluxes from them.
  void start(const std::vector<SfVector>& velocities, double t = 0);
  /// An iteration of simple or simplec. Throws Error(diverged), Error(bad_input) if the boundaries
  /// let in another flow than out.
  FlowReport iterate();
  /// A time step of piso; throws the same.
  FlowReport step(double dt);

  const std::vector<SfVector>& velocities() const;
  const std::vector<double>& pressures() const;  ///< of cells, gravity included
  const std::vector<double>& fluxes() const;     ///< of faces
  double time() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slipflow::piso
