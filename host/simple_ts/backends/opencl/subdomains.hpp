// Cutting the domain into the sub-domains work-groups advance.
#pragma once

#include <vector>

#include "shared_types.h"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// The sub-domains of a case.
struct Subdomains {
  std::vector<SfSubdomain> all;  ///< those that reach solid cells first: they take longest
  int near_walls = 0;            ///< how many do (or reach the ends of columns)
};

/// What sets sub-domains apart: solid cells within reach, or also the ends of columns.
enum class Near { walls, walls_and_ends };

/// Cuts all cells and, on axes that are not periodic, the faces of the far side into strips of at most
/// `columns` columns, and those into sub-domains of at most `rows` rows. Rows near what `near` says
/// become sub-domains of their own, and shorter ones.
Subdomains cut_into_subdomains(const Case& c, int columns, int rows, Near near);

}  // namespace slipflow::simple_ts
