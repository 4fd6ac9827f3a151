// A mesh of polyhedra from a file, and the solver's values as arrays with a number for each cell.
#pragma once

#include "state/case_flow.hpp"

namespace slipflow::piso {

/// The solver has the cells in the reverse Cuthill-McKee order, arrays have them in that of the
/// file.
class PolyFlow : public CaseFlow {
 public:
  explicit PolyFlow(const Case& c);

  /// Fluxes of faces, then of sides, fill one array after the other.
  methods::Arrays arrays_of(const std::vector<SfVector>& velocities, const std::vector<double>& p,
                            const FlowFluxes& fluxes) const override;
  std::vector<SfVector> velocities_in(const methods::Arrays& arrays) const override;
  std::vector<double> pressures_in(const methods::Arrays& arrays) const override;
  FlowFluxes fluxes_in(const methods::Arrays& arrays) const override;
  std::vector<double> in_frame(const std::vector<double>& of_cells) const override;

 private:
  PolyFlow(const Case& c, std::vector<int> order);
  FlowPatch poly_patch_of(const Surface& surface, int patch) const;
  std::vector<double> in_array(const std::vector<double>& of_cells) const;
  std::vector<double> of_array(const std::vector<double>& values) const;

  const mesh::Layout layout_;
  const std::vector<int> order_;  // the file's number of each cell of the solver
};

}  // namespace slipflow::piso
