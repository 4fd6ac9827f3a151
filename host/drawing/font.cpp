#include "font.hpp"

#include <cairo-ft.h>

#include "slipflow/support/error.hpp"

namespace slipflow::drawing {

namespace {
cairo_font_face_t* load() {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  const auto bytes = font_bytes();
  if (FT_Init_FreeType(&library) != 0 ||
      FT_New_Memory_Face(library, bytes.data(), static_cast<FT_Long>(bytes.size()), 0, &face) != 0)
    throw Error(ExitStatus::output_failed, "cannot draw a picture: its font cannot be read");
  return cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP);
}

cairo_font_options_t* make_options() {
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  return options;
}
}  // namespace

// Both live as long as the program.
cairo_font_face_t* font_face() {
  static cairo_font_face_t* const face = load();
  return face;
}

cairo_font_options_t* font_options() {
  static cairo_font_options_t* const options = make_options();
  return options;
}

}  // namespace slipflow::drawing
