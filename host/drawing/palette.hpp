// Colours that pictures and charts share.
#pragma once

#include <array>

#include "colour.hpp"

namespace slipflow::drawing {

inline constexpr Colour kWhite = rgb(0xffffff);
inline constexpr Colour kInk = rgb(0x222222);        ///< text, frames, outlines
inline constexpr Colour kStream = rgb(0xd55e00);     ///< streamlines
inline constexpr Colour kFaintInk = rgb(0x666666);   ///< remarks
inline constexpr Colour kFaintLine = rgb(0xdddddd);  ///< grids and cell faces

/// Okabe and Ito's colours, which colour-blind readers can tell apart.
inline constexpr std::array kDistinct = {rgb(0x0072b2), rgb(0xd55e00), rgb(0x009e73),
                                         rgb(0xcc79a7), rgb(0xe69f00), rgb(0x56b4e9)};

}  // namespace slipflow::drawing
