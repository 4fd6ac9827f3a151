// Filled shapes from SVG: path commands, transforms, fill rules, and files that are none.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "failure.hpp"
#include "slipflow/mesh/svg_file.hpp"

namespace test_svg {

using namespace slipflow::mesh;
using slipflow::ExitStatus;

namespace {
SvgPicture read_content(const std::string& content) {
  return read_svg(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">)" + content + "</svg>",
      "a.svg");
}

SvgPicture read_path(const std::string& data, const std::string& more = "") {
  return read_content(fmt::format("<path d=\"{}\" {}/>", data, more));
}

/// Eight by eight cells of the page, by rows from the top: what one sees.
std::string seen(const SvgPicture& picture) {
  const Axis axis = uniform_axis(0, 8, 8);
  std::string text(64, '.');
  for (const CellRun& run : cells_inside(axis, axis, Shape(picture.drawing)))
    for (int i = run.i0; i < run.i1; ++i) text[static_cast<std::size_t>(8 * run.j + i)] = '#';
  return text;
}
std::string seen_path(const std::string& data, const std::string& more = "") {
  return seen(read_path(data, more));
}

double area(const SvgPicture& picture) {
  double sum = 0;
  for (const auto& part : picture.drawing.parts)
    for (const auto& [a, b] : part.edges) sum += (a.x * b.y - b.x * a.y) / 2;
  return sum;
}

std::string refusal_of_svg(const std::string& bytes) {
  const auto [status, sentence] = test_support::failure([&] { read_svg(bytes, "a.svg"); });
  CHECK(status == ExitStatus::bad_input);
  return sentence;
}
std::string refusal_of_path(const std::string& data) {
  return refusal_of_svg("<svg viewBox='0 0 8 8'>\n<path d='" + data + "'/></svg>");
}
}  // namespace

TEST_CASE("straight path commands, absolute and relative, are the same square") {
  const std::string square = seen(read_content("<rect x='1' y='2' width='4' height='3'/>"));
  CHECK(std::ranges::count(square, '#') == 12);
  CHECK(square[8 * 2 + 1] == '#');
  CHECK(square[8 * 5 + 1] == '.');
  for (const char* data : {"M1 2 L5 2 L5 5 L1 5 Z", "m1 2 l4 0 l0 3 l-4 0 z", "M1,2 5,2 5,5 1,5",
                           "m1,2 4,0 0,3-4,0z", "M1 2H5V5H1Z", "m1 2h4v3h-4z",
                           "M0 0m1 2h4 0v1 2h-4", "M1 2H5V5H1Z M7 7Z", "M.1e1+2.0H5V5.H1.000Z"}) {
    CAPTURE(data);
    CHECK(seen_path(data) == square);
  }
  CHECK(seen(read_content("<polygon points='1,2 5,2 5,5 1,5'/>")) == square);
  CHECK(seen(read_content("<polyline points='1 2 5 2 5 5 1 5'/>")) == square);
}

TEST_CASE("curves and arcs enclose their areas") {
  // A quadratic encloses two thirds of the area of its triangle above the chord.
  CHECK(area(read_path("M1 1Q3 5 5 1Z")) == doctest::Approx(-2.0 / 3 * 8).epsilon(1e-5));
  CHECK(area(read_path("M1 1q2 4 4 0z")) == doctest::Approx(-2.0 / 3 * 8).epsilon(1e-5));
  CHECK(area(read_path("M1 1C1 3 5 3 5 1Z")) == doctest::Approx(-4.8).epsilon(1e-5));
  // Smooth: the second half is the first one turned by 180 degrees, so the areas cancel.
  CHECK(area(read_path("M1 3Q2 1 3 3T5 3Z")) == doctest::Approx(0).epsilon(1e-9));
  CHECK(area(read_path("M1 3C1 1 3 1 3 3S5 5 5 3Z")) == doctest::Approx(0).epsilon(1e-9));
  // T and S after other commands take the position as the control point.
  CHECK(seen_path("M1 1H5T5 5H1Z") == seen_path("M1 1H5V5H1Z"));
  CHECK(area(read_path("M2 4A2 2 0 1 1 6 4A2 2 0 1 1 2 4Z")) ==
        doctest::Approx(M_PI * 4).epsilon(1e-5));
  CHECK(area(read_path("M2 4a2 2 0 016 4")) == area(read_path("M2 4A2 2 0 0 1 8 8")));
  // A quarter of a turned ellipse, by its flags: the large part and the small one.
  const double small = area(read_path("M3 3A2 1 30 0 1 5 4Z")),
               large = area(read_path("M3 3A2 1 30 1 1 5 4Z"));
  CHECK(small + area(read_path("M5 4A2 1 30 1 1 3 3Z")) == doctest::Approx(M_PI * 2).epsilon(1e-5));
  CHECK(large + area(read_path("M5 4A2 1 30 0 1 3 3Z")) == doctest::Approx(M_PI * 2).epsilon(1e-5));
  CHECK(large > small);
  CHECK(area(read_path("M3 3A2 1 30 0 0 5 4Z")) < 0);
  // Radii that are too small grow: a half circle.
  CHECK(area(read_path("M2 4A1 1 0 0 1 6 4Z")) == doctest::Approx(M_PI * 2).epsilon(1e-5));
  CHECK(seen_path("M1 1A0 3 0 0 1 5 1V5H1Z") == seen_path("M1 1H5V5H1Z"));
}

TEST_CASE("circles, ellipses and rounded rectangles are their paths") {
  CHECK(area(read_content("<circle cx='4' cy='4' r='3'/>")) ==
        doctest::Approx(9 * M_PI).epsilon(1e-5));
  CHECK(area(read_content("<ellipse cx='4' cy='4' rx='3' ry='2'/>")) ==
        doctest::Approx(6 * M_PI).epsilon(1e-5));
  for (const char* radii : {"rx='1'", "ry='1'", "rx='1' ry='1'"})
    CHECK(area(read_content(fmt::format("<rect x='1' y='1' width='6' height='4' {}/>", radii))) ==
          doctest::Approx(24 - 4 + M_PI).epsilon(1e-5));
}

TEST_CASE("transforms apply from the outermost to the innermost") {
  const std::string square = seen_path("M1 2H5V5H1Z");
  for (const char* transform :
       {"translate(1 2) scale(4,3)", "matrix(4 0 0 3 1 2)", "translate(1,2)scale(2)scale(2 1.5)",
        "translate(5 5) rotate(180) scale(4 3)",
        "rotate(180 2.5 2.5) scale(-1) translate(-4 -3) scale(4 3)"}) {
    CAPTURE(transform);
    CHECK(seen(read_content(fmt::format("<path d='M0 0h1v1h-1z' transform='{}'/>", transform))) ==
          square);
  }
  CHECK(seen(read_content("<g transform='translate(1 2)'><g transform='scale(4 3)'>"
                          "<path d='M0 0h1v1h-1z'/></g></g>")) == square);
  CHECK(area(read_path("M0 0h1v1h-1z", "transform='skewX(45)'")) == doctest::Approx(1));
  CHECK(seen_path("M1 1h2v4h-2z", "transform='skewX(45)'") == seen_path("M2 1h2l4 4h-2z"));
  CHECK(seen_path("M1 1h4v2h-4z", "transform='skewY(45)'") == seen_path("M1 2l4 4v2l-4 -4z"));
}

TEST_CASE("a transform in a style has the units of CSS and replaces the attribute") {
  const std::string square = seen_path("M1 2H5V5H1Z");
  for (const char* transform :
       {"translate(1px, 2px) scale(4, 3)", "translate(1px,.75pc)translateY(-10px)scale(4,3)",
        "translateX(1px)translateY(2px) scaleX(4) scaleY(3) !important",
        "translate(5px, 5px) rotate(0.5turn) scale(4, 3)",
        "translate(5px, 5px) rotate(200grad) scale(4, 3)",
        "translate(5px, 5px) rotate(3.14159265358979rad) rotate(360deg) scale(4, 3)"}) {
    CAPTURE(transform);
    CHECK(seen_path("M0 0h1v1h-1z", fmt::format("transform='scale(7)' style='fill: red; "
                                                "transform: {}; transform-origin: 0px 0px'",
                                                transform)) == square);
  }
  CHECK(seen_path("M1 2h4v3h-4z", "transform='scale(2)' style='transform: none'") == square);
  CHECK(seen_path("M1 1h2v4h-2z", "style='transform: skew(45deg)'") == seen_path("M2 1h2l4 4h-2z"));
  CHECK(seen_path("M1 1h4v2h-4z", "style='transform: skew(0deg, 45deg)'") ==
        seen_path("M1 2l4 4v2l-4 -4z"));
  CHECK(refusal_of_svg("<svg viewBox='0 0 8 8'><g style='transform: translate(2em)'/></svg>") ==
        "'a.svg', line 1: transform: unit 'em' is none of px, mm, cm, in, pt, pc, deg, rad, grad "
        "and turn");
  CHECK(refusal_of_svg("<svg viewBox='0 0 8 8'>"
                       "<g transform='scale(2)' transform-origin='4 4'/></svg>") ==
        "'a.svg', line 1: transform-origin cannot be applied; save the drawing with plain "
        "transforms");
}

TEST_CASE("fill rules: of a path, of a group, in a style") {
  const std::string data = "M1 1h6v6h-6z M3 3h2v2h-2z";  // both the same way round
  const auto count = [](const std::string& text) { return std::ranges::count(text, '#'); };
  CHECK(count(seen_path(data)) == 36);
  CHECK(count(seen_path(data, "fill-rule='evenodd'")) == 32);
  CHECK(count(seen_path(data, "style='stroke:red; fill-rule : evenodd'")) == 32);
  CHECK(count(seen(read_content("<g fill-rule='evenodd'><path d='" + data + "'/></g>"))) == 32);
  CHECK(count(seen(read_content("<g fill-rule='evenodd'><path fill-rule='nonzero' d='" + data +
                                "'/></g>"))) == 36);
  CHECK(count(seen_path("M1 1h6v6h-6z M3 3v2h2v-2z")) == 32);  // the other way round: a hole
  // Shapes are filled one by one: they do not cut holes into each other.
  CHECK(count(seen(read_content("<g fill-rule='evenodd'><path d='M1 1h6v6h-6z'/>"
                                "<path d='M3 3h2v2h-2z'/></g>"))) == 36);
}

TEST_CASE("what is not filled or not drawn is left out") {
  const std::string shape = "<path d='M1 1h2v2h-2z'/>", hidden = "<path d='M4 4h2v2h-2z'/>";
  const std::string alone = seen(read_content(shape));
  for (const std::string& more :
       {"<g fill='none'>" + hidden + "</g>",
        "<g style='fill:none'>" + hidden + "</g>",
        "<defs>" + hidden + "<text/></defs>",
        "<clipPath>" + hidden + "</clipPath>",
        "<g display='none'>" + hidden + "<use/></g>",
        "<g fill='transparent'>" + hidden + "</g>",
        "<g visibility='hidden'>" + hidden + "</g>",
        "<g opacity='0.0'>" + hidden + "</g>",
        "<g style='fill-opacity:0%'>" + hidden + "</g>",
        "<g style='fill:none !important'>" + hidden + "</g>",
        "<g fill='rgba(9, 9, 9, 0)'>" + hidden + "</g>",
        "<g fill='#0000'>" + hidden + "</g>",
        "<g style='fill:#99999900'>" + hidden + "</g>",
        "<g fill='Transparent'>" + hidden + "</g>",
        "<g style='fill:rgb(9 9 9 / 0%)'>" + hidden + "</g>",
        "<g style='fill:HSLA(0, 0%, 0%, 0.0)'>" + hidden + "</g>",
        "<g fill='currentColor'><g color='transparent'>" + hidden + "</g></g>",
        "<style>.a { stroke: red; stroke-opacity: .5; text-transform: none }</style><g "
        "fill='none'>" +
            hidden + "</g>",
        std::string("<title>none</title><line x2='9'/>"),
        std::string("<metadata><a:b xmlns:a='c'/></metadata><path/><path d=''/><path d='none'/>")})
    CHECK(seen(read_content(shape + more)) == alone);
  CHECK(seen(read_content("<g visibility='hidden'><g visibility='visible' opacity='0.5'>" + shape +
                          "</g></g>")) == alone);
  for (const char* colour : {"#0001", "#900", "#999900", "#00000001", "rgb(9, 9, 0)",
                             "rgba(0,0,0,0.1)", "rgb(0 0 0)", "hsl(0 0% 0% / 1%)", "url(#a/0)"})
    CHECK(seen(read_content(fmt::format("<g color='transparent' fill='{}'>", colour) + shape +
                            "</g>")) == alone);
}

TEST_CASE("the page is that of the viewBox, else of width and height") {
  const auto page = [](const std::string& attributes) {
    const auto p = read_svg("<svg " + attributes + "><rect width='1' height='1'/></svg>", "a").page;
    return fmt::format("{} {} {} {}", p.x0, p.y0, p.x1, p.y1);
  };
  CHECK(page("viewBox='-1,2 30 40' width='3cm' height='100%'") == "-1 2 29 42");
  CHECK(page("width='25.4mm' height='40'") == "0 0 96 40");
  CHECK(page("width='2.54cm' height='40px'") == "0 0 96 40");
  CHECK(page("width=' 1in' height='72pt '") == "0 0 96 96");
  CHECK(page("width='6pc' height='4e1'") == "0 0 96 40");
  for (const char* attributes :
       {"", "width='10'", "width='100%' height='100%'", "viewBox='0 0 0 5'"})
    CHECK(refusal_of_svg(fmt::format("<svg {}></svg>", attributes)) ==
          "'a.svg', line 1: the picture has no size: it needs a viewBox, or a width and a height");
}

TEST_CASE("promise 7: an SVG that cannot be drawn is refused in one sentence, with the line") {
  CHECK(refusal_of_svg("") == "'a.svg', line 1: is no SVG or damaged: no element found");
  CHECK(refusal_of_svg("<html></html>") ==
        "'a.svg', line 1: is no SVG: its first element is <html>");
  CHECK(refusal_of_svg("<svg viewBox='0 0 8 8'>\n<g>\n</svg>") ==
        "'a.svg', line 3: is no SVG or damaged: mismatched tag");
  CHECK(refusal_of_svg("<svg viewBox='0 0 8 8'></svg>") == "'a.svg' has no filled shape");
  CHECK(refusal_of_svg("<svg viewBox='0 0 8 8'>\n\n<use/></svg>") ==
        "'a.svg', line 3: <use> cannot be drawn; convert it to paths");
  CHECK(refusal_of_path("L1 1") == "'a.svg', line 2: path data: it must begin with M");
  CHECK(refusal_of_path("M1 1 2") == "'a.svg', line 2: path data: expected a number, but it ends");
  CHECK(refusal_of_path("M1 1 X2") ==
        "'a.svg', line 2: path data: 'X' is no command; they are M L H V C S Q T A Z");
  CHECK(refusal_of_path("M1 1A2 2 0 2 0 1 1") ==
        "'a.svg', line 2: path data: expected 0 or 1, but found '2 0 1 1'");
  CHECK(refusal_of_path("M1 1L inf 2").ends_with("expected a number, but found 'inf 2'"));
  CHECK(refusal_of_path("M1e308 1l1e308 1") ==
        "'a.svg', line 2: a position is not a finite number");
  CHECK(
      refusal_of_svg("<svg viewBox='0 0 8 8'><g transform='turn(3)'/></svg>") ==
      "'a.svg', line 1: transform: turn of 1 numbers is none of matrix, translate, scale, rotate, "
      "skewX and skewY with theirs");
  CHECK(refusal_of_svg("<svg viewBox='0 0 8 8'><rect width='a'/></svg>") ==
        "'a.svg', line 1: width=\"a\" must be a number, alone or with px, mm, cm, in, pt or pc");
  CHECK(refusal_of_svg("<svg viewBox='0 0 8 8'><circle r='2em'/></svg>") ==
        "'a.svg', line 1: r=\"2em\" must be a number, alone or with px, mm, cm, in, pt or pc");
  CHECK(
      refusal_of_svg("<svg viewBox='0 0 8 8'>\n<style><![CDATA[.a{fill:none}]]></style></svg>") ==
      "'a.svg', line 2: <style> has rules for fill, which slipflow cannot apply; save the drawing "
      "with attributes instead (presentation attributes)");
  std::string nested = "<svg viewBox='0 0 8 8'>";
  for (int k = 0; k < 255; ++k) nested += "<g>";
  CHECK(refusal_of_svg(nested + "<g>") ==
        "'a.svg', line 1: elements are nested more than 256 deep");
  CHECK(refusal_of_svg(nested).find("no element found") != std::string::npos);
}

}  // namespace test_svg
