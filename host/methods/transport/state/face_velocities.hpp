// Velocities at the faces of cells.
#pragma once

#include <array>
#include <vector>

#include "slipflow/transport/case.hpp"

namespace slipflow::transport {

/// The velocities of the case at the faces across each axis, by Box7::at() of the cell before;
/// empty without a velocity. That of a file is the mean of two cells, in bodies 0, and at
/// boundaries that of the cell.
std::array<std::vector<double>, 3> face_velocities(const Case& c, const linear_solvers::Box7& box);

}  // namespace slipflow::transport
