// The fields of a flow at its present time for outputs, each read or made when it is first asked
// for.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/piso/boundaries.hpp"
#include "slipflow/piso/flow_mesh.hpp"
#include "slipflow/piso/flow_solver.hpp"
#include "state/case_flow.hpp"

namespace slipflow::piso {

// Gradients that are exact for linear quantities on any mesh, for values between centres of cells.

/// A quantity of cells, and of those sides where it is prescribed.
struct Quantity {
  std::function<double(int cell)> of_cell;
  std::function<std::optional<double>(int side)> of_side;
};

/// The gradient in a cell by least squares, from the differences to the cells across its faces and
/// to its sides, each over its distance. 0 along directions in which nothing is known; faces that a
/// rotation joins tell nothing of a component.
SfVector gradient_by_least_squares(const FlowMesh& mesh, int cell, const Quantity& q);

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
  /// Velocities, loads, and shear stresses over the density, of the solver's sides.
  std::vector<SfVector> side_velocities();
  const SideLoads& loads();
  std::vector<SfVector> side_frictions();

 private:
  Quantity pressure();
  Quantity velocity(std::size_t component);
  double vorticity(int component, int cell);
  double velocity_gradient(int component, int axis, int cell);
  void read_velocities();
  void prepare_formulas();  // that read view_ and loads_

  const CaseFlow& flow_;
  const Boundaries& boundaries_;
  const FlowSolver& solver_;
  std::vector<double> U_, p_;
  std::vector<double> side_U_;  // as prescribed
  std::optional<SideLoads> loads_;
  std::optional<SfFlowMesh> view_;
};

// The flow at the boundary of polyhedra.

/// Velocities, p and the components of the friction per area, friction_x .., over the density: of
/// all faces of the boundary in the order of the mesh, NaN on patches that do not bound the domain.
std::vector<methods::CellField> boundary_fields(const mesh::PolyMesh& mesh, int axes,
                                                FlowFields& fields);

}  // namespace slipflow::piso
