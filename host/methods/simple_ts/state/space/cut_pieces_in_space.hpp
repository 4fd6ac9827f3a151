// What cut_pieces.hpp knows of cells that bodies cut in space.
#pragma once

#include <array>
#include <vector>

#include "slipflow/simple_ts/case.hpp"
#include "state/cut_wall_piece.hpp"

namespace slipflow::simple_ts {

bool is_near_in_space(const Case& c, const std::array<int, 3>& cell);
double gas_share_in_space(const Case& c, const std::array<int, 3>& cell);
double gas_area_in_space(const Case& c, const std::array<int, 3>& cell, int side);
std::vector<CutWallPiece> pieces_in_space(const Case& c);

}  // namespace slipflow::simple_ts
