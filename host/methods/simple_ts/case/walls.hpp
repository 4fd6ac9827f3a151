// Walls and boundaries from the lines of a case file.
#pragma once

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// The wall a directive describes: velocity=, slip=, jump=, temperature=, flux=,
/// accommodation=. Throws Error(bad_input).
WallValues wall_from(const config::Settings& settings, const config::Directive& directive,
                     const Gas& gas);

/// Reads the four boundaries: their kinds, and a wall for each that is solid. Returns, by
/// mesh::Side, the number of its wall in c.walls (0: none).
std::array<int, 4> read_sides(const config::Settings& settings, Case& c);

}  // namespace slipflow::simple_ts
