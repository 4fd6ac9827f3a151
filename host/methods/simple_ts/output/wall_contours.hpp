// The faces of walls in the order along them.
#pragma once

#include <optional>
#include <vector>

#include "slipflow/methods/simulation.hpp"
#include "slipflow/simple_ts/diagnostics.hpp"

namespace slipflow::simple_ts {

/// A face and the gas cell that it looks at, or a piece of cut wall and its cell.
struct ContourFace {
  int i = 0, j = 0;  ///< the gas cell
  int side = 0;      ///< mesh::Side, where the face looks; a piece that is not parallel to an axis:
                     ///< where it rather looks
  methods::WallFace face;
  std::optional<int> piece{};  ///< its number in mesh::CutMesh
};

/// The faces of each wall of the case. Those of a boundary go along +x or +y; those of a body run
/// around it with the body on the left, each part from its lowest corner, of these the westernmost,
/// or from where the body leaves a boundary. A part of a body that cuts cells ends where its
/// outline has a gap of half a cell.
std::vector<std::vector<ContourFace>> wall_contours(const Case& c);

}  // namespace slipflow::simple_ts
