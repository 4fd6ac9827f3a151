// What pictures show besides cells: ranges, windows, lines and arrows; and their formats.
#include <doctest/doctest.h>

#include <cmath>

#include "../../host/drawing/overlays.hpp"
#include "../../host/drawing/plane_view.hpp"
#include "slipflow/drawing/picture.hpp"
#include "test_output_support.hpp"

namespace test_drawing_overlays {

using namespace slipflow::drawing;
using slipflow::output::Snapshot;

namespace {
Extremes extremes_of(const std::vector<double>& values) {
  Extremes extremes;
  for (const double value : values) extremes.take(value);
  return extremes;
}

/// A vortex about (4, 2), and a field that grows along x.
class Vortex {
 public:
  Vortex() : mesh_(test_output::gas_mesh({0, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 1, 2, 3, 4})) {
    snapshot_.mesh = &mesh_;
    std::vector<double> p, u, v;
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 8; ++i) {
        p.push_back(i - 2.0);
        u.push_back(-(j - 1.5));
        v.push_back(i - 3.5);
      }
    snapshot_.fields = {{"p", "p", p}, {"u", "u", u}, {"v", "v", v}};
  }
  Vortex(const Vortex&) = delete;
  Vortex& operator=(const Vortex&) = delete;

  const Snapshot& snapshot() const { return snapshot_; }

 private:
  slipflow::mesh::Mesh mesh_;
  Snapshot snapshot_;
};

PictureStyle small() {
  PictureStyle style{"Title", 400};
  style.velocity = {"u", "v", "w"};
  return style;
}

PointGrid grid_of(double (*f)(double, double)) {
  PointGrid grid;
  for (int k = 0; k <= 20; ++k) grid.x.push_back(0.1 * k), grid.y.push_back(0.1 * k);
  for (const double y : grid.y)
    for (const double x : grid.x) grid.values.push_back(f(x, y));
  return grid;
}

PicturePlan plan_of_square() {
  PicturePlan plan;
  plan.width = 1600;
  plan.window = {0, 0, 2, 2};
  plan.plot = {0, 0, 200, 200};
  return plan;
}

/// Distance from the middle of the square, in its units.
double radius(const Dot& dot) { return std::hypot(dot.x / 100 - 1, dot.y / 100 - 1); }
}  // namespace

TEST_CASE(
    "a range reaches from the smallest to the largest value, with two signs as far both ways") {
  const Extremes seen = extremes_of({3, -1, std::nan(""), 2});
  CHECK(range_of(seen, false) == Range{-1, 3});
  CHECK(range_of(seen, true) == Range{-3, 3});
  CHECK(range_of(seen) == Range{-3, 3});
  CHECK(range_of(extremes_of({1, 3})) == Range{1, 3});
  CHECK(range_of(extremes_of({-3, 0})) == Range{-3, 0});
  CHECK(range_of({}, false) == Range{0, 1});
  CHECK(range_of({}, true) == Range{-1, 1});
}

TEST_CASE("colours end at percentiles where a field is singular, else at the extremes") {
  std::vector<double> values;
  for (int k = 0; k <= 1000; ++k) values.push_back(k * 0.001);
  const auto check = [&](double lo, double hi) {
    CHECK(ends_of_colours(values).lo == lo);
    CHECK(ends_of_colours(values).hi == hi);
  };
  check(0, 1);
  values[0] = -7, values[1000] = 2.4;  // from 0.5: 15 and 3.9 times as far as 0.005 and 0.995
  check(0.005, 2.4);
  values[999] = 2.6;
  check(0.005, 0.995);
  values[1000] = std::nan(""), values[0] = -60;  // 122 times
  check(-60, 0.994);
  // One hot spot in a uniform gas.
  values.assign(1000, 1.0);
  values[400] = 9;
  check(1, 9);
  values = {0, 0, 0, 50};
  check(0, 50);
}

TEST_CASE("the range shown is that of the window, of cells that it meets") {
  const Vortex vortex;
  auto style = small();
  CHECK(ends_shown(vortex.snapshot(), "p", style).lo == -2);
  CHECK(ends_shown(vortex.snapshot(), "p", style).hi == 5);
  style.zoom = Window{2.5, 0, 4, 1};
  CHECK(ends_shown(vortex.snapshot(), "p", style).lo == 0);
  CHECK(ends_shown(vortex.snapshot(), "p", style).hi == 1);
}

TEST_CASE(
    "a given range, a window, lines and arrows each change a picture, its size only the window") {
  const Vortex vortex;
  const auto plain = draw_picture(vortex.snapshot(), "p", small());
  const auto size_of = [](const std::string& png) { return png.substr(16, 8); };
  const auto changed = [&](auto change) {
    auto style = small();
    change(style);
    const auto picture = draw_picture(vortex.snapshot(), "p", style);
    CHECK(picture != plain);
    CHECK(picture == draw_picture(vortex.snapshot(), "p", style));
    return size_of(picture) == size_of(plain);
  };
  CHECK(changed([](PictureStyle& s) { s.range = Range{-200, 1e6}; }));
  CHECK(changed([](PictureStyle& s) { s.contours = 5; }));
  CHECK(changed([](PictureStyle& s) { s.streamlines = 5; }));
  CHECK(changed([](PictureStyle& s) { s.vectors = 5; }));
  CHECK(!changed([](PictureStyle& s) { s.zoom = Window{1, 1, 3, 3}; }));
}

TEST_CASE("PDF and SVG files are those formats, and the same each time") {
  const Vortex vortex;
  auto style = small();
  style.streamlines = 4;
  for (const auto format : {ImageFormat::pdf, ImageFormat::svg}) {
    style.format = format;
    const auto file = draw_picture(vortex.snapshot(), "v", style);
    CHECK(file.find(format == ImageFormat::pdf ? "%PDF-" : "<svg ") < 100);
    CHECK(file == draw_picture(vortex.snapshot(), "v", style));
  }
}

TEST_CASE("a contour is where the field has the value") {
  const auto circles = grid_of([](double x, double y) { return std::hypot(x - 1, y - 1); });
  const auto pieces = contour(circles, 0.7, plan_of_square());
  CHECK(pieces.size() > 30);
  for (const Piece& piece : pieces)
    for (const Dot& dot : {piece.a, piece.b})
      CHECK(radius(dot) == doctest::Approx(0.7).epsilon(0.01));
  auto holed = circles;
  for (double& value : holed.values) value = std::nan("");
  CHECK(contour(holed, 0.7, plan_of_square()).empty());
}

TEST_CASE("streamlines of a vortex are circles, and arrows are as long as the flow is fast") {
  const PlaneFlow flow = {grid_of([](double, double y) { return 1 - y; }),
                          grid_of([](double x, double) { return x - 1; })};
  const auto plan = plan_of_square();
  const auto lines = streamlines(flow, 10, plan);
  CHECK(lines.size() > 3);
  for (const auto& line : lines)
    for (const Dot& dot : line) CHECK(std::abs(radius(dot) - radius(line.front())) < 0.05);
  double longest = 0;
  for (const Piece& piece : arrows(flow, 9, plan)) {
    const double length = std::hypot(piece.b.x - piece.a.x, piece.b.y - piece.a.y);
    const double r = radius({0.5 * (piece.a.x + piece.b.x), 0.5 * (piece.a.y + piece.b.y)});
    CHECK(length == doctest::Approx(0.9 * 200 / 9 * r / std::sqrt(2.0)));
    longest = std::max(longest, length);
  }
  CHECK(longest > 10);
}

TEST_CASE("few streamlines are long ones") {
  auto plan = plan_of_square();
  plan.plot = {0, 0, 1300, 700};
  const PlaneFlow channel = {grid_of([](double, double) { return 1.0; }),
                             grid_of([](double, double) { return 0.0; })};
  const PlaneFlow vortex = {grid_of([](double, double y) { return 1.01 - y; }),
                            grid_of([](double x, double) { return x - 0.97; })};
  for (int count = 1; count <= 3; ++count) {
    CAPTURE(count);
    CHECK(streamlines(channel, count, plan).size() == static_cast<std::size_t>(count));
    CHECK(!streamlines(vortex, count, plan).empty());
  }
}

TEST_CASE("streamlines of a diverging run are those of its directions") {
  const PlaneFlow one = {grid_of([](double, double y) { return 1 - y; }),
                         grid_of([](double x, double) { return x - 1; })};
  auto huge = one;
  for (double& value : huge.across.values) value *= 1e307;
  for (double& value : huge.along.values) value *= 1e307;
  const auto plan = plan_of_square();
  CHECK(streamlines(huge, 10, plan).size() == streamlines(one, 10, plan).size());
  for (const auto& line : streamlines(huge, 10, plan))
    for (const Dot& dot : line) CHECK(std::isfinite(dot.x + dot.y));
}

TEST_CASE("a contour at the undisturbed value does not follow its rounding noise") {
  const Range range{-1, 1};
  CHECK(contour_levels(range, 4).size() == 5);
  for (const auto& [level, label] : contour_levels(range, 4)) {
    const double round = std::round(level * 2) / 2;
    CHECK(std::abs(level - round) > 1e-7);
    CHECK(std::abs(level - round) < 1e-5);
  }
  const auto noise = grid_of([](double x, double y) { return 1e-15 * std::sin(99 * x * y); });
  for (const auto& level : contour_levels(range, 4))
    CHECK(contour(noise, level.value, plan_of_square()).empty());
  // As a field of colours it is nought.
  CHECK(range_of(extremes_of(noise.values), true) == Range{-1, 1});
  CHECK(range_of(extremes_of({-3e-9, 1e-9}), true) == Range{-3e-9, 3e-9});
}

TEST_CASE("axes name their unit if there is one, at the same distance whatever their numbers") {
  const Vortex vortex;
  auto snapshot = vortex.snapshot();
  const auto label = [&](const char* unit) {
    snapshot.length_unit = unit;
    const auto view = view_of(snapshot, std::nullopt);
    return view.x_label + ", " + view.y_label;
  };
  CHECK(label("um") == "x / um, y / um");
  CHECK(label("") == "x, y");
  const auto few = plan_picture({0, 0, 4, 4}, 1600, true);
  const auto many = plan_picture({0, 0, 0.0123, 0.0123}, 1600, true);
  const auto negative = plan_picture({-12.5, -12.5, -10, -10}, 1600, true);
  CHECK(few.y_ticks.ticks[0].label.size() < negative.y_ticks.ticks[0].label.size());
  for (const auto& plan : {many, negative}) {
    CHECK(plan.plot.x == few.plot.x);
    CHECK(plan.plot.width == few.plot.width);
    CHECK(plan.bar.x == few.bar.x);
  }
}

TEST_CASE("smooth shading is linear between the middles of cells, on request") {
  const Vortex vortex;
  const auto view = view_of(vortex.snapshot(), std::nullopt);
  const auto& p = vortex.snapshot().fields[0].values;  // x - 2.5
  const auto values = view.values_under(p, view.whole, 31, 13);
  for (int j = 0; j < 13; ++j)
    for (int i = 0; i < 31; ++i)
      CHECK(std::abs(values[static_cast<std::size_t>(31 * j + i)] - ((i + 0.5) * 8 / 31 - 2.5)) <
            1e-12);
  auto style = small();
  const auto cells = draw_picture(vortex.snapshot(), "p", style);
  style.smooth = true;
  CHECK(draw_picture(vortex.snapshot(), "p", style) != cells);
}

TEST_CASE("only windows that are too flat or too tall are not to scale, at any width") {
  for (const int width : {320, 333, 400, 1600}) {
    CAPTURE(width);
    for (const double height : {2.5, 7.0, 20.0, 23.9})
      CHECK(!plan_picture({0, 0, 20, height}, width, true).is_stretched());
    for (const double height : {2.3, 24.5})
      CHECK(plan_picture({0, 0, 20, height}, width, true).is_stretched());
  }
}

}  // namespace test_drawing_overlays
