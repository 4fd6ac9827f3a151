// The colours of a field.
#pragma once

#include <array>

#include "canvas.hpp"

namespace slipflow::drawing {

/// Colours from the lowest value to the highest.
using ColourMap = std::array<Colour, 256>;

/// Viridis: lightness rises evenly with the value, so that equal differences look equal, also in
/// grey print and to colour-blind readers.
const ColourMap& viridis();

}  // namespace slipflow::drawing
