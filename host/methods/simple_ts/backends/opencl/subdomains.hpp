// Cutting the domain into the sub-domains work-groups advance.
#pragma once

#include <vector>

#include "shared_types.h"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Rows of a sub-domain near walls: a row there takes more than three times as long as elsewhere,
/// and these groups should not be the last to end.
constexpr int kRowsNearWalls = 9;

/// The sub-domains of a case.
struct Subdomains {
  std::vector<SfSubdomain> all;  ///< those that take longest first
  int near_walls = 0;            ///< number near solid cells (or the ends of columns): the first
  int near_sides =
      0;  ///< number of others that reach a boundary: the next (not with walls_and_ends)
};

/// Rows that get sub-domains of their own: near solid cells, or also near the ends of columns. With
/// `walls_in_tiles` sub-domains are tiles, whose heights need not be odd.
enum class Near { walls, walls_and_ends, walls_in_tiles };

/// Height of the pieces that n rows are cut into, at most `most` rows; the last piece may be lower.
/// An odd height suits the fused kernel, which repeats three rows and advances two at a time.
int height_of_pieces(int n, int most, bool odd);

/// The nodes that a kernel computes: those of the mesh, or also a layer of nodes outside each
/// boundary where another rank has the mesh.
enum class Extent { mesh, widened };

/// The nodes of a piece of a mesh: those near other pieces, whose values other ranks need first,
/// those that are left, or all in one.
enum class Part { all, border, inner };

/// The parts that an iteration is computed in: both of a piece, or all of a whole mesh.
std::vector<Part> parts_of(const Case& c);

/// Cuts all cells and, where the mesh does not continue, the faces of the far boundary into strips
/// of at most `columns` columns, and those into sub-domains of at most `rows` rows. The rows that
/// `near` names become sub-domains of their own, and shorter ones. With Near::walls, for kernels
/// that march, the outer strips are cut into shorter ones too. Both parts of a piece have no node
/// in common; the border has low sub-domains, because
/// only they run until its values can be sent.
Subdomains cut_into_subdomains(const Case& c, int columns, int rows, Near near,
                               Extent extent = Extent::mesh, Part part = Part::all);

}  // namespace slipflow::simple_ts
