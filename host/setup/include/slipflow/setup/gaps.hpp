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
#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/config/units.hpp"
#include "slipflow/mesh/cut_mesh.hpp"
#include "slipflow/mesh/mesh.hpp"
#include "slipflow/setup/bodies.hpp"

namespace slipflow::setup {

/// What is outside a boundary; a frictionless one neither shears nor heats the gas.
enum class GapSide { open, wall, frictionless, periodic };

/// The region that is searched: a mesh whose cells have their tags. All that it refers to must
/// outlive the search.
struct GapRegion {
  const mesh::Mesh& mesh;
  const std::vector<Body>& bodies;
  std::array<GapSide, 6> sides{};  ///< by mesh::Side
  const config::UnitSystem* units = nullptr;
  std::string fluid = "gas";
  std::vector<bool> acts_of_bodies = {};  ///< by the number of the wall: false if frictionless
  const mesh::CutMesh* cut = nullptr;     ///< of a mesh that bodies cut

  bool periodic(int axis) const {
    return sides[static_cast<std::size_t>(axis) * 2] == GapSide::periodic;
  }
  /// 0 for gas, else the wall there: that of a body, or kFirstSide and the boundary's number.
  /// Cells outside the domain are its periodic images or what is outside the boundary.
  int wall(std::array<int, 3> cell) const;
  bool acts(int wall) const;              ///< shears or heats the gas
  std::string name(int wall) const;       ///< "rectangle 1" or "the south side"
  static constexpr int kFirstSide = 256;  ///< above all tags
};

/// A gap between two walls, which may be the same one.
struct Gap {
  int wall = 0, other = 0;    ///< as GapRegion::wall() has them
  std::array<int, 3> cell{};  ///< one of it
  double cells = 1;           ///< its width
};

/// Finds the gaps one cell wide in a plane.
class NarrowGaps {
 public:
  explicit NarrowGaps(const GapRegion& region);

  /// The first gap with the body on one side of it, which is Gap::wall.
  std::optional<Gap> beside(const Body& body) const;

  /// The domain itself, if it is such a gap between two of its boundaries.
  std::optional<Gap> between_sides() const;

 private:
  struct Place {
    int i = 0, j = 0;
  };

  int tag(int i, int j) const { return region_.wall({i, j, 0}); }
  Place wrapped(Place cell) const;
  bool in_dead_end(Place cell) const;
  bool is_tip(Place cell) const;
  void fill_dead_ends(const mesh::CellBox& box);
  int wall_at(Place a, Place b) const;
  std::optional<Gap> gap_at(Place lo, Place hi, int across_x, int across_y) const;

  const GapRegion& region_;
  std::vector<bool> dead_ends_;  // by cell of the domain
};

/// The first gap two or three cells wide in a plane that gas can flow through.
std::optional<Gap> first_coarse_gap(const GapRegion& region);

/// On three axes the first gap one cell wide that gas can flow through, else the first one of two
/// or three cells. Across each axis a gap is followed along both others, and must lead through
/// along one of them. It is a dead end where it ends at a wall along the other one sooner than it
/// leads through.
std::optional<Gap> narrowest_gap_in_space(const GapRegion& region);

/// The narrowest gap next to a body that cuts the cells of a plane through which gas can flow, if
/// it is less than `below` cells wide, 2 or 4; docs/methods/cut-cells.md section 11.
std::optional<Gap> narrowest_gap_at_cut_walls(const GapRegion& region, int below);

/// Throws Error(bad_input) on a gap one cell wide, next to a body that cuts cells on one of less
/// than two. `lines` are those of the bodies.
void check_gaps(const config::Settings& settings, const GapRegion& region,
                const std::vector<const config::Directive*>& lines);

/// A warning of the first gap two or three cells wide, of whole cells, that gas can flow through;
/// empty if there is none.
std::string warning_of_coarse_gap(const GapRegion& region);

/// A warning of the first body that is thinner than the cells, so that those it covers are several
/// pieces; empty if there is none.
std::string warning_of_pieces(const std::vector<Body>& bodies);

/// A warning of the narrowest gap of less than four cells next to a body that cuts cells; empty if
/// there is none.
std::string warning_of_cut_gap(const GapRegion& region);

/// All warnings, without empty ones.
std::vector<std::string> warnings_of_gaps(const GapRegion& region);

}  // namespace slipflow::setup
