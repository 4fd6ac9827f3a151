// The font of all pictures, which is part of the program.
#pragma once

#include <cairo.h>

#include <span>

namespace slipflow::drawing {

/// DejaVuSans.ttf.
std::span<const unsigned char> font_bytes();

/// That font for Cairo. It neither searches nor depends on the fonts of the machine. Throws
/// Error(output_failed) if FreeType cannot read it.
cairo_font_face_t* font_face();

/// Letters are placed and drawn without regard to pixels, so that all sizes look alike.
cairo_font_options_t* font_options();

}  // namespace slipflow::drawing
