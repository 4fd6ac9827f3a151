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

class CaseFlow {
 public:
  virtual ~CaseFlow() = default;
  CaseFlow(const CaseFlow&) = delete;
  CaseFlow& operator=(const CaseFlow&) = delete;

  const FlowMesh& mesh() const { return mesh_; }
  /// The case with the patches of the mesh; surface_of_patch() has their surfaces.
  const FlowCase& flow() const { return flow_; }
  const std::vector<int>& surface_of_patch() const { return surfaces_; }

  /// The arrays of a time level, by mesh::Layout: velocities, p and fluxes.
  virtual methods::Arrays arrays_of(const std::vector<SfVector>& velocities,
                                    const std::vector<double>& p,
                                    const FlowFluxes& fluxes) const = 0;
  virtual std::vector<SfVector> velocities_in(const methods::Arrays& arrays) const = 0;
  virtual std::vector<double> pressures_in(const methods::Arrays& arrays) const = 0;
  virtual FlowFluxes fluxes_in(const methods::Arrays& arrays) const = 0;

  /// Values of the solver's cells as those of a frame; 0 in bodies.
  virtual std::vector<double> in_frame(const std::vector<double>& of_cells) const = 0;
  /// The solver's cell of each value of a frame; any one in bodies.
  std::vector<int> cells_in_frame() const;

 protected:
  CaseFlow(const Case& c, FlowMesh mesh);
  const Case& of_case() const { return case_; }
  void add_patch(FlowPatch patch) { flow_.patches.push_back(std::move(patch)); }
  /// What does not depend on the mesh.
  static FlowPatch patch_of(const Surface& surface);

 private:
  const Case& case_;
  const FlowMesh mesh_;
  FlowCase flow_;
  const std::vector<int> surfaces_;
};

std::unique_ptr<CaseFlow> make_case_flow(const Case& c);

}  // namespace slipflow::piso
