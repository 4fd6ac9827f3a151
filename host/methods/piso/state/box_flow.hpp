// A box with bodies as a mesh of polyhedra, and the solver's values as arrays of the box.
#pragma once

#include "state/case_flow.hpp"

namespace slipflow::piso {

class BoxFlow : public CaseFlow {
 public:
  explicit BoxFlow(const Case& c);

  /// Fluxes are those through the west, south and bottom faces of the cells and the last ones.
  methods::Arrays arrays_of(const std::vector<SfVector>& velocities, const std::vector<double>& p,
                            const FlowFluxes& fluxes) const override;
  std::vector<SfVector> velocities_in(const methods::Arrays& arrays) const override;
  std::vector<double> pressures_in(const methods::Arrays& arrays) const override;
  FlowFluxes fluxes_in(const methods::Arrays& arrays) const override;
  std::vector<double> in_frame(const std::vector<double>& of_cells) const override;

 private:
  /// Where a face lies, and whether its normal leads along the axis.
  struct Place {
    int axis, i, j, k;
    double sign;
  };
  void number_cells();
  void find_faces();
  FlowPatch box_patch_of(const Surface& surface, int patch) const;
  double profile_at(const Surface& surface, const SfVector& x) const;
  std::size_t at(const Place& place) const { return layout_.at(place.i, place.j, place.k); }
  std::size_t cell_at(std::size_t cell) const {
    return layout_.at(cells_[cell][0], cells_[cell][1], cells_[cell][2]);
  }

  const mesh::Layout layout_;
  std::vector<std::array<int, 3>> cells_;
  std::vector<Place> faces_, sides_;
};

}  // namespace slipflow::piso
