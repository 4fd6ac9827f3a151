// The section of a solid by a plane.
#pragma once

#include <vector>

#include "slipflow/mesh/solids.hpp"

namespace slipflow::mesh::cut {

/// A section as straight edges, in the axes of axes_of_planes; facets[k] is that of edge k.
struct Section {
  Outline outline;
  std::vector<int> facets;
};

/// Positions of the lines that the mesh has in a plane, in the axes of axes_of_planes; across
/// periodic boundaries those of its images too.
struct PlaneLines {
  std::vector<double> first, second;
};

}  // namespace slipflow::mesh::cut
