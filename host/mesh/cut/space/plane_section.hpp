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

/// The lines that the mesh has in a plane across an axis.
struct PlaneLines {
  const Axis& first;
  const Axis& second;
};

}  // namespace slipflow::mesh::cut
