#include "svg_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "slipflow/support/foreign_text.hpp"
#include "svg_path.hpp"
#include "svg_text.hpp"

namespace slipflow::mesh {

namespace {
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
