// Velocities at the faces of cells.
#pragma once

#include "state/box.hpp"

namespace slipflow::transport {

/// Sets u, v and w of the box from the velocity of the case. That of a file is the mean of two
/// cells, in bodies 0, and at boundaries that of the cell.
void add_face_velocities(const Case& c, BoxArrays& to);

}  // namespace slipflow::transport
