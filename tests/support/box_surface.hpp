// A box as a closed surface of triangles.
#pragma once

#include <array>

#include "slipflow/mesh/vectors.hpp"

namespace slipflow::mesh {

/// From its centre and the vectors to the middles of three of its sides.
inline Surface box_surface(const Position3& centre, const std::array<Position3, 3>& half) {
  Surface surface;
  for (int k = 0; k < 8; ++k) {
    Position3 corner = centre;
    for (int axis = 0; axis < 3; ++axis)
      corner = corner + (k >> axis & 1 ? 1.0 : -1.0) * half[static_cast<std::size_t>(axis)];
    surface.points.push_back(corner);
  }
  for (const auto& [a, b, c, d] :
       {std::array{0, 1, 3, 2}, std::array{4, 6, 7, 5}, std::array{0, 4, 5, 1},
        std::array{2, 3, 7, 6}, std::array{0, 2, 6, 4}, std::array{1, 5, 7, 3}}) {
    surface.triangles.push_back({a, b, c});
    surface.triangles.push_back({a, c, d});
  }
  return surface;
}

}  // namespace slipflow::mesh
