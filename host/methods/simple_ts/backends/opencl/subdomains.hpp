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
  int near_walls = 0;            ///< how many reach solid cells (or the ends of columns): the first
  int near_sides = 0;            ///< how many of the others reach a side: the next (Near::walls)
};

/// What sets sub-domains apart: solid cells within reach, or also the ends of columns.
enum class Near { walls, walls_and_ends };

/// How high the pieces are that n rows are cut into: all but the last have the same height, at most
/// `most` rows. An odd one suits the fused kernel, which repeats three rows and advances two at a
/// time.
int height_of_pieces(int n, int most, bool odd);

/// Cuts all cells and, on axes that are not periodic, the faces of the far side into strips of at
/// most `columns` columns, and those into sub-domains of at most `rows` rows. Rows near what `near`
/// says become sub-domains of their own, and shorter ones. With Near::walls, for kernels that
/// march, the outer strips are cut into shorter ones too.
Subdomains cut_into_subdomains(const Case& c, int columns, int rows, Near near);

}  // namespace slipflow::simple_ts
