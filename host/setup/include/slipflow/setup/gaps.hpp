// Gaps between walls that the mesh resolves poorly: one cell wide, or two to three.
//
//     #####            u(i,j) has a wall on either side. It alone carries the flow through the
//     . u .  j         gap, so its profile is not resolved: without slip the flow is three times
//     #####            too strong. With two cells the error is one half, with more it is smaller.
//
// Not counted are dead ends, such as the tip of a notch, where gas is at rest, and walls that
// neither shear the gas nor exchange heat with it, such as symmetry planes: with its mirror image
// the flow there is twice as wide.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "slipflow/mesh/mesh.hpp"
#include "slipflow/setup/bodies.hpp"

namespace slipflow::setup {

/// The region that is searched: a mesh whose tags are complete, which must outlive the search.
struct GapRegion {
  const mesh::Mesh& mesh;
  bool periodic_x = false, periodic_y = false;
  std::vector<bool> acts;  ///< by the number of the wall in the tags: shears or heats the gas
};

/// A gap between two walls, which may be the same one.
struct Gap {
  int wall = 0, other = 0;  ///< their numbers in the tags
  int i = 0, j = 0;         ///< a cell of it
  int cells = 1;            ///< its width
};

/// Finds the gaps one cell wide.
class NarrowGaps {
 public:
  NarrowGaps(GapRegion region, const std::vector<Body>& bodies);

  /// The first gap with the body on one side of it, which is Gap::wall.
  std::optional<Gap> beside(const Body& body) const;

  /// The domain itself, if it is such a gap between two of its boundaries.
  std::optional<Gap> between_sides() const;

 private:
  struct Place {
    int i = 0, j = 0;
  };

  int tag(int i, int j) const { return region_.mesh.tags[region_.mesh.layout().at(i, j)]; }
  Place wrapped(Place cell) const;
  bool in_dead_end(Place cell) const;
  bool is_tip(Place cell) const;
  void fill_dead_ends(const mesh::CellBox& box);
  int wall_at(Place a, Place b) const;
  std::optional<Gap> gap_at(Place lo, Place hi, int across_x, int across_y) const;

  GapRegion region_;
  std::vector<bool> dead_ends_;  // by cell of the domain
};

/// The first gap two or three cells wide that gas can flow through.
std::optional<Gap> first_coarse_gap(const GapRegion& region);

}  // namespace slipflow::setup
