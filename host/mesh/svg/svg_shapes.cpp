#include "svg_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "slipflow/support/foreign_text.hpp"
#include "svg_outline.hpp"
#include "svg_text.hpp"

namespace slipflow::mesh {

namespace {
// Path data of SVG.

constexpr std::string_view kCommands = "MLHVCSQTAZ";

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

class SvgPathReader {
 public:
  SvgPathReader(std::string_view data, SvgOutlineBuilder& to) : in_(data, "path data"), to_(to) {}

  void read() {
    while (!in_.at_end()) {
      const char letter = in_.take();
      command_ = upper(letter);
      relative_ = command_ != letter;
      if (kCommands.find(command_) == std::string_view::npos || (!begun_ && command_ != 'M'))
        refuse_command(letter);
      begun_ = true;
      draw();
      if (command_ == 'Z') continue;
      if (command_ == 'M') command_ = 'L';  // more positions after those of M
      while (in_.at_number()) draw();
    }
  }

 private:
  [[noreturn]] void refuse_command(char letter) {
    throw SvgFault("path data: " + (begun_ ? "'" + std::string(1, printable(letter)) +
                                                 "' is no command; they are "
                                                 "M L H V C S Q T A Z"
                                           : std::string("it must begin with M")));
  }
  static char printable(char c) { return c >= ' ' && c <= '~' ? c : '?'; }

  Point position() {
    const double x = in_.number(), y = in_.number();
    return relative_ ? Point{to_.at().x + x, to_.at().y + y} : Point{x, y};
  }

  /// The control point opposite the last one, if the last command was of the same kind of curve.
  Point reflected(char kind) const {
    const Point& at = to_.at();
    return last_curve_ == kind ? Point{2 * at.x - control_.x, 2 * at.y - control_.y} : at;
  }

  void draw() {
    const char curve = command_ == 'S' ? 'C' : command_ == 'T' ? 'Q' : command_;
    switch (command_) {
      case 'M':
        to_.move_to(position());
        break;
      case 'Z':
        to_.close();
        break;
      case 'C':
      case 'S':
        draw_cubic();
        break;
      case 'Q':
      case 'T':
        control_ = command_ == 'T' ? reflected('Q') : position();
        to_.quadratic_to(control_, position());
        break;
      case 'A':
        draw_arc();
        break;
      default:
        draw_line();
    }
    last_curve_ = curve;
  }

  void draw_line() {
    Point p = to_.at();
    if (command_ == 'L') p = position();
    if (command_ == 'H') p.x = in_.number() + (relative_ ? p.x : 0);
    if (command_ == 'V') p.y = in_.number() + (relative_ ? p.y : 0);
    to_.line_to(p);
  }

  void draw_cubic() {
    const Point first = command_ == 'S' ? reflected('C') : position();
    control_ = position();
    to_.cubic_to(first, control_, position());
  }

  void draw_arc() {
    SvgArc arc;
    arc.rx = in_.number();
    arc.ry = in_.number();
    arc.degrees = in_.number();
    arc.large = in_.flag();
    arc.sweep = in_.flag();
    arc.to = position();
    to_.arc_to(arc);
  }

  SvgText in_;
  SvgOutlineBuilder& to_;
  char command_ = '\0', last_curve_ = '\0';
  bool relative_ = false, begun_ = false;
  Point control_;
};

/// Draws the path: M L H V C S Q T A Z, absolute and relative. Throws SvgFault.
void draw_svg_path(std::string_view data, SvgOutlineBuilder& to) { SvgPathReader(data, to).read(); }

/// A length of an element; `otherwise` if the element has none.
double length_of(const SvgAttributes& attributes, std::string_view name, double otherwise = 0) {
  const auto found = attributes.find(name);
  if (found == attributes.end()) return otherwise;
  const auto length = svg_length(found->second);
  if (!length)
    throw SvgFault(fmt::format("{}=\"{}\" must be a number, alone or with px, mm, cm, in, pt or pc",
                               name, shown(found->second)));
  return *length;
}

void draw_ellipse(const Point& centre, double rx, double ry, SvgOutlineBuilder& to) {
  if (rx <= 0 || ry <= 0) return;
  const Point east = {centre.x + rx, centre.y}, west = {centre.x - rx, centre.y};
  to.move_to(east);
  to.arc_to({.rx = rx, .ry = ry, .degrees = 0, .large = false, .sweep = true, .to = west});
  to.arc_to({.rx = rx, .ry = ry, .degrees = 0, .large = false, .sweep = true, .to = east});
  to.close();
}

/// With corners rounded by rx and ry, one of which may be for both.
void draw_rect(const SvgAttributes& attributes, SvgOutlineBuilder& to) {
  const double x = length_of(attributes, "x"), y = length_of(attributes, "y"),
               width = length_of(attributes, "width"), height = length_of(attributes, "height");
  if (width <= 0 || height <= 0) return;
  double rx = length_of(attributes, "rx"), ry = length_of(attributes, "ry", rx);
  if (!attributes.contains("rx")) rx = ry;
  rx = std::clamp(rx, 0.0, width / 2);
  ry = std::clamp(ry, 0.0, height / 2);
  const auto corner = [&](double to_x, double to_y) {
    to.arc_to(
        {.rx = rx, .ry = ry, .degrees = 0, .large = false, .sweep = true, .to = {to_x, to_y}});
  };
  to.move_to({x + rx, y});
  to.line_to({x + width - rx, y});
  corner(x + width, y + ry);
  to.line_to({x + width, y + height - ry});
  corner(x + width - rx, y + height);
  to.line_to({x + rx, y + height});
  corner(x, y + height - ry);
  to.line_to({x, y + ry});
  corner(x + rx, y);
  to.close();
}

void draw_points(const SvgAttributes& attributes, SvgOutlineBuilder& to) {
  const auto found = attributes.find("points");
  if (found == attributes.end()) return;
  SvgText in(found->second, "points");
  for (bool first = true; !in.at_end(); first = false) {
    const double x = in.number(), y = in.number();
    if (first)
      to.move_to({x, y});
    else
      to.line_to({x, y});
  }
}
}  // namespace

bool is_svg_shape(std::string_view element) {
  constexpr std::array<std::string_view, 6> kShapes = {"path",    "rect",    "circle",
                                                       "ellipse", "polygon", "polyline"};
  return std::ranges::find(kShapes, element) != kShapes.end();
}

void draw_svg_shape(std::string_view element, const SvgAttributes& attributes,
                    SvgOutlineBuilder& to) {
  const Point centre = {length_of(attributes, "cx"), length_of(attributes, "cy")};
  if (element == "path") {
    const auto data = attributes.find("d");
    if (data != attributes.end() && data->second != "none") draw_svg_path(data->second, to);
  } else if (element == "rect") {
    draw_rect(attributes, to);
  } else if (element == "circle") {
    const double r = length_of(attributes, "r");
    draw_ellipse(centre, r, r, to);
  } else if (element == "ellipse") {
    draw_ellipse(centre, length_of(attributes, "rx"), length_of(attributes, "ry"), to);
  } else {
    draw_points(attributes, to);
  }
}

}  // namespace slipflow::mesh
