// The mesh of a box with bodies as one of polyhedra, and its values as arrays of the box.
#pragma once

#include <array>
#include <vector>

#include "slipflow/methods/simulation.hpp"
#include "slipflow/piso/case.hpp"
#include "slipflow/piso/flow_mesh.hpp"
#include "slipflow/piso/flow_solver.hpp"

namespace slipflow::piso {

/// Names of velocities and fluxes by axis.
constexpr std::array<const char*, 3> kVelocities = {"u", "v", "w"};
constexpr std::array<const char*, 3> kFluxes = {"flux_x", "flux_y", "flux_z"};

/// The surfaces that are patches of the mesh: boundaries that are not periodic, then the walls of
/// bodies by their numbers.
std::vector<int> surfaces_of(const Case& c);

/// Of the arrays of a solver, nearly.
double bytes_of(const Case& c);

class BoxFlow {
 public:
  explicit BoxFlow(const Case& c);

  BoxFlow(const BoxFlow&) = delete;
  BoxFlow& operator=(const BoxFlow&) = delete;

  const FlowMesh& mesh() const { return mesh_; }
  /// The case with the patches of the mesh; surface_of_patch() has their surfaces.
  const FlowCase& flow() const { return flow_; }
  const std::vector<int>& surface_of_patch() const { return surfaces_; }

  /// The arrays of a time level, by mesh::Layout: velocities, p, and fluxes through the west, south
  /// and bottom faces of the cells and the last ones.
  methods::Arrays arrays_of(const std::vector<SfVector>& velocities, const std::vector<double>& p,
                            const FlowFluxes& fluxes) const;
  std::vector<SfVector> velocities_in(const methods::Arrays& arrays) const;
  std::vector<double> pressures_in(const methods::Arrays& arrays) const;
  FlowFluxes fluxes_in(const methods::Arrays& arrays) const;

  /// Values of the fluid cells as a row-major array of all; 0 in bodies.
  std::vector<double> in_box(const std::vector<double>& of_cells) const;

 private:
  /// Where a face lies, and whether its normal leads along the axis.
  struct Place {
    int axis, i, j, k;
    double sign;
  };
  FlowMesh flow_mesh() const;
  void number_cells();
  void find_faces();
  void make_patches();
  FlowPatch patch_of(const Surface& surface, int patch) const;
  double profile_at(const Surface& surface, const SfVector& x) const;
  std::size_t at(const Place& place) const { return layout_.at(place.i, place.j, place.k); }
  std::size_t cell_at(std::size_t cell) const {
    return layout_.at(cells_[cell][0], cells_[cell][1], cells_[cell][2]);
  }

  const Case& case_;
  const mesh::Layout layout_;
  const FlowMesh mesh_;
  FlowCase flow_;
  const std::vector<int> surfaces_;
  std::vector<std::array<int, 3>> cells_;
  std::vector<Place> faces_, sides_;
};

}  // namespace slipflow::piso
