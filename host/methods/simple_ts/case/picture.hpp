// The words of a picture of a case.
#pragma once

#include "slipflow/config/settings.hpp"
#include "slipflow/drawing/mesh_picture.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// "wall, slip, temperature jump, T = 1": what a wall does to the gas.
std::string wall_in_words(const Wall& wall);

/// Title, sides, walls and bodies of the case, for drawing::write_mesh_picture.
drawing::MeshPicture picture_of(const config::Settings& settings, const Case& c);

}  // namespace slipflow::simple_ts
