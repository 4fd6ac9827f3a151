// The colours of a field.
#pragma once

#include <array>

#include "colour.hpp"

namespace slipflow::drawing {

/// Colours from the lowest value to the highest.
using ColourMap = std::array<Colour, 256>;

/// Viridis: lightness rises evenly with the value, so that equal differences look equal, also in
/// grey print and to colour-blind readers.
const ColourMap& viridis();

/// From blue through a pale grey to red, for values of both signs: equally light on both sides.
const ColourMap& blue_to_red();

}  // namespace slipflow::drawing
