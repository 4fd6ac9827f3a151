// Labels: Greek letters, subscripts, superscripts, and text that is not one.
#include <doctest/doctest.h>

#include "../../host/drawing/label.hpp"
#include "../../host/drawing/svg_names.hpp"

namespace test_drawing_labels {

using namespace slipflow::drawing;

namespace {
/// "p_{0}": the runs in one line of text.
std::string written(const std::vector<TextRun>& runs) {
  std::string text;
  for (const TextRun& run : runs)
    text += run.place == TextRun::Place::line    ? run.text
            : run.place == TextRun::Place::below ? "_{" + run.text + "}"
                                                 : "^{" + run.text + "}";
  return text;
}
}  // namespace

TEST_CASE("labels have Greek letters, subscripts and superscripts") {
  const auto label = [](const std::string& text) { return written(label_runs(text)); };
  CHECK(label("pressure p / p0") == "pressure p / p_{0}");
  CHECK(label("density rho / rho0") == "density ρ / ρ_{0}");
  CHECK(label("x / um") == "x / \u00b5m");
  CHECK(label("velocity u / (m/s)") == "velocity u / (m/s)");
  CHECK(label("sum mum um2") == "sum mum \u00b5m_{2}");
  CHECK(label("T_wall, T_{in 1}") == "T_{wall}, T_{in 1}");
  CHECK(label("rho_omega") == "ρ_{ω}");
  CHECK(label("10^-3 m^2") == "10^{−3} m^{2}");
  CHECK(label("|grad rho|") == "|∇ρ|");
  CHECK(label("t = -0.5, 1-2") == "t = −0.5, 1-2");
  CHECK(label("Mach12 Rhodes mug") == "Mach12 Rhodes mug");
  CHECK(label("a_ b^ _") == "a_ b^ _");
  CHECK(label("x_{open") == "x_{}{open");
}

TEST_CASE("plain text is unchanged, except characters that no font has") {
  CHECK(plain_runs("").empty());
  CHECK(written(plain_runs("p0 T_wall rho ^2 Поток")) == "p0 T_wall rho ^2 Поток");
  CHECK(written(plain_runs("a\xff\xc0\x80\xed\xa0\x80z\n\t")) == "a??????z  ");
  CHECK(written(plain_runs("\xf0\x9f\x98\x80\xf0\x9f")) == "\xf0\x9f\x98\x80??");
}

TEST_CASE("parts of an SVG file have numbers of their own") {
  CHECK(with_even_names("<g id=\"s-7\"/><use xlink:href=\"#s-7\"/><a f=\"url(#m9)\"/>") ==
        "<g id=\"part0\"/><use xlink:href=\"#part0\"/><a f=\"url(#part1)\"/>");
}

}  // namespace test_drawing_labels
