#include "text.hpp"

#include <algorithm>
#include <numbers>

#include "cairo_status.hpp"
#include "font.hpp"

namespace slipflow::drawing {

namespace {
// In sizes of the letters.
constexpr double kAscent = 0.76, kDescent = 0.24, kCapital = 0.729;
constexpr double kSmall = 0.7, kBelow = -0.2, kAbove = 0.36;  // of subscripts and superscripts

double size_of(const TextRun& run) { return run.place == TextRun::Place::line ? 1 : kSmall; }

double shift_of(const TextRun& run) {
  if (run.place == TextRun::Place::line) return 0;
  return run.place == TextRun::Place::below ? kBelow : kAbove;
}

/// The advance of a run at a size of 1.
double advance_of(const TextRun& run) {
  constexpr double kMeasured = 100;
  static cairo_scaled_font_t* const font = [] {
    cairo_matrix_t size, identity;
    cairo_matrix_init_scale(&size, kMeasured, kMeasured);
    cairo_matrix_init_identity(&identity);
    cairo_scaled_font_t* const made =
        cairo_scaled_font_create(font_face(), &size, &identity, font_options());
    require_success(cairo_scaled_font_status(made));
    return made;
  }();
  cairo_text_extents_t extents{};
  cairo_scaled_font_text_extents(font, run.text.c_str(), &extents);
  require_success(cairo_scaled_font_status(font));
  return extents.x_advance / kMeasured * size_of(run);
}

/// Where runs begin, at a size of 1. A superscript is above the subscript before it.
struct Pen {
  double end = 0;
  double last = 0;  ///< where the last run begins
  TextRun::Place last_place = TextRun::Place::line;

  double place(const TextRun& run) {
    const bool stacked = last_place == TextRun::Place::below && run.place == TextRun::Place::above;
    last = stacked ? last : end;
    last_place = run.place;
    end = std::max(end, last + advance_of(run));
    return last;
  }
};

double begin(double length, Align align) {
  return align == Align::low ? 0 : align == Align::middle ? -0.5 * length : -length;
}

/// From the position up to the baseline of the letters.
double rise(const TextStyle& style) {
  if (style.vertical == Align::low) return kDescent * style.size;
  return -(style.vertical == Align::middle ? 0.5 * kCapital : kAscent) * style.size;
}
}  // namespace

double length_of(const TextLine& text, const TextStyle& style) {
  Pen pen;
  for (const TextRun& run : text) pen.place(run);
  return pen.end * style.size;
}

void draw_text(Figure& figure, double x, double y, const TextLine& text, const TextStyle& style) {
  cairo_t* const context = figure.context();
  cairo_save(context);
  cairo_set_source_rgb(context, style.colour.r / 255.0, style.colour.g / 255.0,
                       style.colour.b / 255.0);
  cairo_set_font_face(context, font_face());
  cairo_set_font_options(context, font_options());
  cairo_translate(context, x, figure.height() - y);
  cairo_rotate(context, -style.angle);
  const double start = begin(length_of(text, style), style.upwards ? style.vertical : style.across);
  double up = rise(style);
  if (style.upwards) {
    cairo_rotate(context, -0.5 * std::numbers::pi);
    // Upwards, `across` says where x is across the line.
    TextStyle turned = style;
    turned.vertical = style.across == Align::low    ? Align::high
                      : style.across == Align::high ? Align::low
                                                    : Align::middle;
    up = rise(turned);
  }
  Pen pen;
  for (const TextRun& run : text) {
    cairo_set_font_size(context, style.size * size_of(run));
    cairo_move_to(context, start + pen.place(run) * style.size, -(up + shift_of(run) * style.size));
    cairo_show_text(context, run.text.c_str());
  }
  cairo_restore(context);
}

TextStyle fitted(TextStyle style, const TextLine& text, double room) {
  const double needed = length_of(text, style);
  if (needed > room) style.size *= std::max(room / needed, 0.5);
  return style;
}

}  // namespace slipflow::drawing
