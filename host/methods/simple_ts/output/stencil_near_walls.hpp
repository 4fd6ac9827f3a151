// Interpolation between nodes near cut walls, where they are not the places of the mesh.
#pragma once

#include <array>
#include <optional>

#include "slipflow/setup/point_stencil.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// The stencil of the velocity along an axis, or of cells where `normal` is -1, at a point of a
/// cell near cut walls: values linear in x and y are exact. Nothing away from cut walls.
std::optional<setup::PointStencil> stencil_near_cut_walls(const Case& c, int normal,
                                                          const std::array<int, 3>& cell,
                                                          const std::array<double, 3>& point);

}  // namespace slipflow::simple_ts
