// The mesh of a case as the solver has it, and the solver's values as arrays of the case.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "slipflow/methods/simulation.hpp"
#include "slipflow/piso/case.hpp"
#include "slipflow/piso/flow_mesh.hpp"
#include "slipflow/piso/flow_state.hpp"

namespace slipflow::piso {

/// Names of velocities by axis.
constexpr std::array<const char*, 3> kVelocities = {"u", "v", "w"};

/// The surfaces that are patches of the mesh: of a box those that fluid touches, its boundaries
/// that are not periodic and then the walls of bodies by their numbers; of polyhedra all.
std::vector<int> surfaces_of(const Case& c);
/// Names of the arrays of fluxes.
std::vector<std::string> flux_names(const Case& c);
/// Bytes of the arrays of a solver, nearly.
double bytes_of(const Case& c);

/// Where the flux of a face or side is: in which of the arrays of fluxes, at which place, and with
/// which sign.
struct FluxPlace {
  int array = 0;
  double sign = 1;
  std::size_t place = 0;
};

/// Where the values of the solver are in arrays by mesh::Layout and in frames.
struct ArrayPlaces {
  std::vector<std::size_t> cells;  ///< of each cell, in an array
  std::vector<std::size_t> frame;  ///< and in a frame
  std::vector<FluxPlace> fluxes;   ///< of faces, then of sides
};

class CaseFlow {
 public:
  /// Without patches.
  CaseFlow(const Case& c, FlowMesh mesh, ArrayPlaces places);
  CaseFlow(const CaseFlow&) = delete;
  CaseFlow& operator=(const CaseFlow&) = delete;
  void add_patch(FlowPatch patch) { flow_.patches.push_back(std::move(patch)); }

  const FlowMesh& mesh() const { return mesh_; }
  /// The case with the patches of the mesh; surface_of_patch() has their surfaces.
  const FlowCase& flow() const { return flow_; }
  const std::vector<int>& surface_of_patch() const { return surfaces_; }

  /// The arrays of a time level: velocities, p and fluxes.
  methods::Arrays arrays_of(const std::vector<SfVector>& velocities, const std::vector<double>& p,
                            const FlowFluxes& fluxes) const;
  std::vector<SfVector> velocities_in(const methods::Arrays& arrays) const;
  std::vector<double> pressures_in(const methods::Arrays& arrays) const;
  FlowFluxes fluxes_in(const methods::Arrays& arrays) const;

  /// Values of the solver's cells as those of a frame; 0 in bodies.
  std::vector<double> in_frame(const std::vector<double>& of_cells) const;
  /// The solver's cell of each value of a frame; any one in bodies.
  std::vector<int> cells_in_frame() const;

 private:
  const Case& case_;
  const FlowMesh mesh_;
  const ArrayPlaces places_;
  FlowCase flow_;
  const std::vector<int> surfaces_;
};

/// The part of a patch that does not depend on the mesh.
FlowPatch patch_of(const Condition& surface);

/// A box with bodies as a mesh of polyhedra. Fluxes are those through the west, south and bottom
/// faces of the cells and the last ones.
std::unique_ptr<CaseFlow> box_flow(const Case& c);
/// Polyhedra from a file. The solver has the cells in the reverse Cuthill-McKee order, arrays have
/// them in that of the file; fluxes of faces, then of sides, fill one array after the other.
std::unique_ptr<CaseFlow> poly_flow(const Case& c);
/// The flow on the mesh of the case.
std::unique_ptr<CaseFlow> make_case_flow(const Case& c);

}  // namespace slipflow::piso
