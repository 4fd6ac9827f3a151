// The fields of a flow at its present time for outputs, each read or made when it is first asked
// for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "slipflow/piso/boundaries.hpp"
#include "slipflow/piso/flow_solver.hpp"
#include "state/case_flow.hpp"
#include "state/least_squares.hpp"

namespace slipflow::piso {

/// Names of the components of the vorticity: "vorticity" in a plane.
std::vector<std::string> vorticity_names(int axes);

class FlowFields {
 public:
  /// All have to outlive it.
  FlowFields(const CaseFlow& flow, const Boundaries& boundaries, const FlowSolver& solver)
      : flow_(flow), boundaries_(boundaries), solver_(solver) {}

  /// u, v, w, p or a component of the vorticity, of the solver's cells.
  Quantity quantity(const std::string& name);
  std::vector<double> of_cells(const std::string& name);
  /// Velocities, p and shear stresses over the density, of the solver's sides.
  std::vector<SfVector> side_velocities();
  std::vector<double> side_pressures() { return loads().pressures; }
  std::vector<SfVector> side_frictions();

 private:
  Quantity pressure();
  Quantity velocity(std::size_t component);
  double vorticity(int component, int cell);
  double velocity_gradient(int component, int axis, int cell);
  void read_velocities();
  void prepare_formulas();  // that read view_ and loads_
  const SideLoads& loads();

  const CaseFlow& flow_;
  const Boundaries& boundaries_;
  const FlowSolver& solver_;
  std::vector<double> U_, p_;
  std::vector<double> side_U_;  // as prescribed
  std::optional<SideLoads> loads_;
  std::optional<SfFlowMesh> view_;
};

}  // namespace slipflow::piso
