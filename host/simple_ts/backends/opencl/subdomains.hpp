// Cutting the domain into the sub-domains work-groups advance.
#pragma once

#include <vector>

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Sub-domains by the kernel that takes them.
struct Subdomains {
  std::vector<SfSubdomain> open;        ///< no solid cell within reach
  std::vector<SfSubdomain> near_walls;
};

/// Strips of at most `columns` columns and `rows` rows that cover all cells and, on axes that are not
/// periodic, the faces of the far side.
Subdomains cut_into_subdomains(const Case& c, int columns, int rows);

}  // namespace slipflow::simple_ts
