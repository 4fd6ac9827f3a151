#include "figure.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#include <cstring>
#include <new>

#include "cairo_status.hpp"
#include "svg_names.hpp"

namespace slipflow::drawing {

namespace {
/// A page of 1600 pixels is 16.9 cm wide, the width of a journal's text, with letters of 7.8 pt.
constexpr double kPointsPerPixel = 0.3;

cairo_status_t append(void* file, const unsigned char* bytes, unsigned int count) {
  try {
    static_cast<std::string*>(file)->append(reinterpret_cast<const char*>(bytes), count);
  } catch (const std::bad_alloc&) {  // may not pass through Cairo
    return CAIRO_STATUS_NO_MEMORY;
  }
  return CAIRO_STATUS_SUCCESS;
}

cairo_surface_t* make_surface(int width, int height, ImageFormat format, std::string& file) {
  if (format == ImageFormat::png)
    return cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  const double wide = width * kPointsPerPixel, high = height * kPointsPerPixel;
  if (format == ImageFormat::svg)
    return cairo_svg_surface_create_for_stream(append, &file, wide, high);
  cairo_surface_t* surface = cairo_pdf_surface_create_for_stream(append, &file, wide, high);
  // Instead of the present time, so that the same picture is the same file.
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
  return surface;
}

/// Pixels as Cairo keeps them, the highest row first.
cairo_surface_t* surface_of(const Box& box, const std::vector<Colour>& pixels) {
  cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, box.width, box.height);
  require_success(cairo_surface_status(surface));
  const int stride = cairo_image_surface_get_stride(surface);
  unsigned char* const first = cairo_image_surface_get_data(surface);
  const Colour* pixel = pixels.data();
  for (int y = 0; y < box.height; ++y) {
    unsigned char* out = first + static_cast<std::ptrdiff_t>(box.height - 1 - y) * stride;
    for (int x = 0; x < box.width; ++x, ++pixel, out += 4) {
      const std::uint32_t rgb = static_cast<std::uint32_t>(pixel->r) << 16 |
                                static_cast<std::uint32_t>(pixel->g) << 8 | pixel->b;
      std::memcpy(out, &rgb, 4);
    }
  }
  cairo_surface_mark_dirty(surface);
  return surface;
}
}  // namespace

Figure::Figure(int width, int height, ImageFormat format)
    : width_(width), height_(height), format_(format) {
  cairo_surface_t* surface = make_surface(width, height, format, file_);
  context_ = cairo_create(surface);
  cairo_surface_destroy(surface);  // the context keeps it
  if (const auto status = cairo_status(context_); status != CAIRO_STATUS_SUCCESS) {
    cairo_destroy(context_);
    require_success(status);
  }
  if (format != ImageFormat::png) cairo_scale(context_, kPointsPerPixel, kPointsPerPixel);
  fill({0, 0, width, height}, {0xff, 0xff, 0xff});
}

Figure::~Figure() { cairo_destroy(context_); }

void Figure::set_colour(Colour colour) {
  cairo_set_source_rgb(context_, colour.r / 255.0, colour.g / 255.0, colour.b / 255.0);
}

void Figure::fill(const Box& box, Colour colour) {
  set_colour(colour);
  cairo_rectangle(context_, box.x, height_ - box.top(), box.width, box.height);
  cairo_fill(context_);
}

void Figure::frame(const Box& box, int line, Colour colour) {
  set_colour(colour);
  cairo_set_line_width(context_, line);
  cairo_set_line_join(context_, CAIRO_LINE_JOIN_MITER);
  const double half = 0.5 * line;
  cairo_rectangle(context_, box.x - half, height_ - box.top() - half, box.width + line,
                  box.height + line);
  cairo_stroke(context_);
}

void Figure::trace(const std::vector<Dot>& points) {
  for (const Dot& point : points) cairo_line_to(context_, point.x, height_ - point.y);
}

void Figure::stroke(const std::vector<Dot>& points, double line, Colour colour) {
  strokes({points}, line, colour);
}

void Figure::strokes(const std::vector<std::vector<Dot>>& lines, double line, Colour colour) {
  set_colour(colour);
  cairo_set_line_width(context_, line);
  cairo_set_line_cap(context_, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(context_, CAIRO_LINE_JOIN_ROUND);
  for (const auto& points : lines) {
    cairo_new_sub_path(context_);
    trace(points);
  }
  cairo_stroke(context_);
}

void Figure::polygon(const std::vector<Dot>& corners, Colour colour) {
  set_colour(colour);
  trace(corners);
  cairo_close_path(context_);
  cairo_fill(context_);
}

void Figure::image(const Box& box, const std::vector<Colour>& pixels) {
  if (box.width <= 0 || box.height <= 0) return;
  cairo_surface_t* surface = surface_of(box, pixels);
  cairo_save(context_);
  cairo_set_source_surface(context_, surface, box.x, height_ - box.top());
  cairo_pattern_set_filter(cairo_get_source(context_), CAIRO_FILTER_NEAREST);
  cairo_rectangle(context_, box.x, height_ - box.top(), box.width, box.height);
  cairo_fill(context_);
  cairo_restore(context_);
  cairo_surface_destroy(surface);
}

void Figure::clip(const Box& box) {
  cairo_reset_clip(context_);
  cairo_rectangle(context_, box.x, height_ - box.top(), box.width, box.height);
  cairo_clip(context_);
}

std::string Figure::bytes() {
  require_success(cairo_status(context_));
  cairo_surface_t* surface = cairo_get_target(context_);
  if (format_ == ImageFormat::png) {
    require_success(cairo_surface_write_to_png_stream(surface, append, &file_));
    return std::move(file_);
  }
  cairo_show_page(context_);
  cairo_surface_finish(surface);
  require_success(cairo_surface_status(surface));
  return format_ == ImageFormat::svg ? with_even_names(file_) : std::move(file_);
}

}  // namespace slipflow::drawing
