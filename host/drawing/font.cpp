#include "font.hpp"

#include <cairo-ft.h>

#include <new>

#include "cairo_status.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::drawing {

namespace {
void require_read(FT_Error error) {
  if (error == FT_Err_Out_Of_Memory) throw std::bad_alloc();
  if (error != FT_Err_Ok)
    throw Error(ExitStatus::output_failed, "cannot draw a picture: its font cannot be read");
}

/// With the library, which lives as long as its face.
cairo_font_face_t* face_of(FT_Library library) {
  FT_Face face = nullptr;
  const auto bytes = font_bytes();
  require_read(
      FT_New_Memory_Face(library, bytes.data(), static_cast<FT_Long>(bytes.size()), 0, &face));
  cairo_font_face_t* const made =
      cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP);
  require_success(cairo_font_face_status(made));
  return made;
}

cairo_font_face_t* load() {
  FT_Library library = nullptr;
  require_read(FT_Init_FreeType(&library));
  try {
    return face_of(library);
  } catch (...) {
    FT_Done_FreeType(library);
    throw;
  }
}

cairo_font_options_t* make_options() {
  cairo_font_options_t* options = cairo_font_options_create();
  require_success(cairo_font_options_status(options));
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
