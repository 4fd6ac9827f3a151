// The words in the picture of a mesh.
#pragma once

#include "slipflow/config/settings.hpp"
#include "slipflow/drawing/mesh_picture.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// "wall, slip, temperature jump, T = 1": the conditions at a wall; with SI units "T = 300 K".
std::string wall_in_words(const Wall& wall, const config::UnitSystem* units);

/// Title, boundaries, walls and bodies of the case, for drawing::write_mesh_picture.
drawing::MeshPicture picture_of(const config::Settings& settings, const Case& c);

}  // namespace slipflow::simple_ts
