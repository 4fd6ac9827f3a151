// Colours that pictures and charts share.
#pragma once

#include <array>

#include "colour.hpp"

namespace slipflow::drawing {

inline constexpr Colour kWhite = {0xff, 0xff, 0xff};
inline constexpr Colour kInk = {0x22, 0x22, 0x22};        ///< text, frames, outlines
inline constexpr Colour kFaintInk = {0x66, 0x66, 0x66};   ///< remarks
inline constexpr Colour kFaintLine = {0xdd, 0xdd, 0xdd};  ///< grids and cell faces

/// Okabe and Ito's colours, which colour-blind readers can tell apart.
inline constexpr std::array<Colour, 6> kDistinct = {{{0x00, 0x72, 0xb2},
                                                     {0xd5, 0x5e, 0x00},
                                                     {0x00, 0x9e, 0x73},
                                                     {0xcc, 0x79, 0xa7},
                                                     {0xe6, 0x9f, 0x00},
                                                     {0x56, 0xb4, 0xe9}}};

}  // namespace slipflow::drawing
