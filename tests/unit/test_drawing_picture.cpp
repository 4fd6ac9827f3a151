#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

#include "../../host/drawing/colour_map.hpp"
#include "../../host/drawing/picture_plan.hpp"
#include "../../host/drawing/ticks.hpp"
#include "png_picture.hpp"
#include "slipflow/drawing/picture.hpp"
#include "test_output_support.hpp"

namespace test_drawing_picture {

using namespace slipflow::drawing;
using slipflow::ExitStatus;
using slipflow::output::Snapshot;
using test_output::failure;
using test_output::Folder;
using test_output::Picture;
using test_output::Pixel;

namespace {
constexpr Pixel kLowest = {0x44, 0x01, 0x54}, kHighest = {0xfd, 0xe7, 0x25};
constexpr Pixel kMiddle = {0x21, 0x91, 0x8c}, kGrey = {0xb4, 0xb4, 0xb4};
constexpr Pixel kBlue = {0x05, 0x30, 0x61}, kPale = {0xf7, 0xf6, 0xf6}, kRed = {0x67, 0x00, 0x1f};
constexpr Pixel kMagenta = {0xff, 0x00, 0xff}, kWhite = {0xff, 0xff, 0xff};

int brightness(const Pixel& p) { return 299 * p[0] + 587 * p[1] + 114 * p[2]; }

/// Draws a field on three by three cells, the middle one solid.
Picture draw(const Folder& folder, const std::vector<double>& values,
             const PictureStyle& style = {"Title", 800}) {
  auto mesh = test_output::gas_mesh({0, 1, 2, 3}, {0, 1, 2, 3});
  mesh.tags[mesh.layout().at(1, 1)] = 1;
  const Snapshot snapshot{0, 1.5, &mesh, {{"p", "pressure p / p0", values}}};
  test_output::write(folder / "p.png", draw_picture(snapshot, "p", style));
  return Picture(folder / "p.png");
}

}  // namespace

TEST_CASE("a picture has the asked width, is upright, and ignores values in solid cells") {
  const Folder folder;
  const Picture picture = draw(folder, {0, 1, 2, 3, 1e9, 5, 6, 7, 8});
  CHECK(picture.width() == 800);
  CHECK(picture.height() > 700);
  CHECK(picture.height() < 900);
  CHECK(picture.at(0.005, 0.005) == kWhite);
  const Pixel south_west = picture.at(0.2, 0.2), south_east = picture.at(0.75, 0.2);
  const Pixel north_west = picture.at(0.2, 0.8), north_east = picture.at(0.75, 0.8);
  CHECK(south_west == kLowest);
  CHECK(north_east == kHighest);
  CHECK(brightness(south_west) < brightness(south_east));
  CHECK(brightness(south_east) < brightness(north_west));
  CHECK(brightness(north_west) < brightness(north_east));
  CHECK(picture.at(0.475, 0.5) == kGrey);
  CHECK(std::filesystem::exists(folder / "p.png.tmp") == false);
}

TEST_CASE("a constant field gets the middle colour, nought the white of values of both signs") {
  const Folder folder;
  const auto colour = [&](double constant) {
    CAPTURE(constant);
    return draw(folder, std::vector<double>(9, constant)).at(0.2, 0.2);
  };
  for (const double constant : {1.0, -3.0, 1e300}) CHECK(colour(constant) == kMiddle);
  for (const double nought : {0.0, -1e-300}) CHECK(colour(nought) == kPale);
}

TEST_CASE("values of one sign are sequential, of both signs diverge from 0, unless one chooses") {
  const Folder folder;
  const auto corners = [&](double south_west, double north_east, const PictureStyle& style) {
    const auto picture = draw(folder, {south_west, 0, 0, 0, -1e9, 0, 0, 0, north_east}, style);
    return std::array{picture.at(0.2, 0.2), picture.at(0.75, 0.2), picture.at(0.75, 0.8)};
  };
  using Colours = std::array<Pixel, 3>;
  PictureStyle style{"Title", 800};
  CHECK(corners(2, 8, style)[1] == kLowest);
  CHECK(corners(-8, -2, style) == Colours{kLowest, kHighest, corners(-8, -2, style)[2]});
  CHECK(corners(-8, 8, style) == Colours{kBlue, kPale, kRed});
  // 0 stays in the middle.
  const auto mapped = [](std::size_t k) {
    const auto colour = slipflow::drawing::blue_to_red()[k];
    return Pixel{colour.r, colour.g, colour.b};
  };
  CHECK(corners(-4, 8, style) == Colours{mapped(64), kPale, kRed});
  // Rounding about 0 is no second sign.
  CHECK(corners(-0.01, 8, style)[2] == kHighest);
  CHECK(corners(-0.2, 8, style)[2] == kRed);
  style.diverging = false;
  CHECK(corners(-8, 8, style) == Colours{kLowest, kMiddle, kHighest});
  style.diverging = true;
  CHECK(corners(2, 8, style)[1] == kPale);
  CHECK(corners(2, 8, style)[2] == kRed);
  style.range = {-8, 4};
  CHECK(corners(-8, 8, style)[0] == kBlue);
  CHECK(corners(-8, 8, style)[2] == mapped(191));
  style.range = {4, 8};
  CHECK(corners(-8, 6, style) == Colours{kBlue, kBlue, kPale});
  style.diverging.reset();
  style.range = {0, 8};
  CHECK(corners(-8, 8, style) == Colours{kLowest, kLowest, kHighest});
}

TEST_CASE("a triangle marks each end of the bar that values are beyond") {
  const Folder folder;
  // Corners of the bar are white beside the tip of a triangle.
  const auto corners = [&](const slipflow::drawing::Range& range) {
    PictureStyle style{"Title", 800};
    style.range = range;
    const auto picture = draw(folder, {0, 1, 2, 3, -1e9, 5, 6, 7, 8}, style);
    const auto plan = slipflow::drawing::plan_picture({0, 0, 3, 3}, 800, true);
    const auto at = [&](double x, double y) {
      return picture.at((plan.bar.x + x) / plan.width, (plan.bar.y + y) / plan.height);
    };
    const double middle = 0.5 * plan.bar.width, top = plan.bar.height;
    const std::pair marked(at(1, 2) == kWhite, at(1, top - 2) == kWhite);
    if (marked.first) CHECK(at(middle, 9) == kLowest);
    if (marked.second) CHECK(at(middle, top - 9) == kHighest);
    return marked;
  };
  CHECK(corners({0, 8}) == std::pair(false, false));
  CHECK(corners({0.02, 7.98}) == std::pair(false, false));  // less than a colour
  CHECK(corners({0, 7}) == std::pair(false, true));
  CHECK(corners({1, 8}) == std::pair(true, false));
  CHECK(corners({1, 7}) == std::pair(true, true));
}

TEST_CASE("values that are not finite are magenta and do not change the range") {
  const Folder folder;
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  const Picture picture = draw(folder, {0, 1, nan, 3, 4, 5, infinity, 7, 8});
  CHECK(picture.at(0.2, 0.2) == kLowest);
  CHECK(picture.at(0.75, 0.8) == kHighest);
  CHECK(picture.at(0.75, 0.2) == kMagenta);
  CHECK(picture.at(0.2, 0.8) == kMagenta);
  CHECK(draw(folder, std::vector<double>(9, nan)).at(0.2, 0.2) == kMagenta);
}

TEST_CASE("cells of a stretched mesh are drawn at their own width") {
  const Folder folder;
  const auto mesh = test_output::gas_mesh({0, 0.1, 1}, {0, 1});
  const Snapshot snapshot{0, 0, &mesh, {{"p", "", {0, 1}}}};
  test_output::write(folder / "p.png", draw_picture(snapshot, "p", {"", 800}));
  const Picture picture(folder / "p.png");
  CHECK(picture.at(0.13, 0.5) == kLowest);
  CHECK(picture.at(0.25, 0.5) == kHighest);
}

TEST_CASE("a long channel is drawn flat but not as a thread") {
  const Folder folder;
  const auto mesh = test_output::gas_mesh({0, 100}, {0, 1});
  const Snapshot snapshot{0, 0, &mesh, {{"p", "", {0}}}};
  test_output::write(folder / "p.png", draw_picture(snapshot, "p", {"", 1000}));
  const Picture picture(folder / "p.png");
  CHECK(picture.height() > 150);
  CHECK(picture.height() < 300);
}

TEST_CASE("a picture of a field that is not there is an error of the program") {
  const auto mesh = test_output::gas_mesh({0, 1}, {0, 1});
  const Snapshot snapshot{0, 0, &mesh, {{"p", "", {0}}}};
  CHECK(failure([&] { draw_picture(snapshot, "q", {}); }).first == ExitStatus::internal_error);
}

TEST_CASE("tick labels are round and equally long") {
  using Labels = std::vector<std::string>;
  const auto labels = [](double lo, double hi, int intervals) {
    Labels result;
    const auto made = slipflow::drawing::round_ticks(lo, hi, intervals);
    for (const auto& tick : made.ticks) result.push_back(tick.label);
    if (made.exponent != 0) result.push_back(made.factor());
    return result;
  };
  CHECK(labels(0, 20, 10) == Labels{"0", "2", "4", "6", "8", "10", "12", "14", "16", "18", "20"});
  CHECK(labels(-0.5, 0.5, 3) == Labels{"−0.5", "0.0", "0.5"});
  CHECK(labels(0.29, 1.04, 5) == Labels{"0.4", "0.6", "0.8", "1.0"});
  CHECK(labels(-2e-6, 1.9e-6, 4) == Labels{"−2", "−1", "0", "1", " (10^-6)"});
  CHECK(labels(1e6, 1.2e6, 2) == Labels{"1.0", "1.1", "1.2", " (10^6)"});
  CHECK(slipflow::drawing::round_ticks(0, 1, 10).ticks[3].value == 0.3);
  // No double is the step.
  CHECK(labels(-1e-320, 1e-320, 5).empty());
  CHECK(labels(-1.7e308, 1.7e308, 5).empty());
}

TEST_CASE("the colour map grows lighter from end to end") {
  const auto& map = slipflow::drawing::viridis();
  CHECK(map.front() == slipflow::drawing::Colour{0x44, 0x01, 0x54});
  CHECK(map.back() == slipflow::drawing::Colour{0xfd, 0xe7, 0x25});
  const auto linear = [](int level) { return std::pow(level / 255.0, 2.2); };
  double last = 0;
  for (std::size_t k = 0; k < map.size(); k += 8) {
    const auto& c = map[k];
    const double light = 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
    CHECK(light > last);
    last = light;
  }
}

TEST_CASE("a body that cuts cells is filled up to its true outline") {
  const Folder folder;
  // Everything below a slanted line, which leaves 7.84 of 16 to the gas.
  const slipflow::mesh::Polygon shape{{{-9, -9}, {9, -9}, {9, 4.63}, {-9, -2.03}}};
  auto mesh = test_output::gas_mesh({0, 1, 2, 3, 4}, {0, 1, 2, 3, 4});
  const auto cut = slipflow::mesh::cut_mesh(mesh, {{shape, false, 1}}, {false, false});
  mesh.tags = cut.tags;
  // The part of the pixels of gas and solid that is gas.
  const auto gas_in = [&](const Snapshot& snapshot, bool smooth) {
    PictureStyle style{"", 800, Range{0, 2}};
    style.smooth = smooth;
    test_output::write(folder / "p.png", draw_picture(snapshot, "p", style));
    const Picture picture(folder / "p.png");
    double gas = 0, solid = 0;
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x) {
        gas += picture.pixel(x, y) == kMiddle;
        solid += picture.pixel(x, y) == kGrey;
      }
    return gas / (gas + solid);
  };
  Snapshot snapshot{0, 1.5, &mesh, {{"p", "pressure p / p0", std::vector<double>(16, 1.0)}}};
  CHECK(gas_in(snapshot, false) > 0.55);  // by cells
  snapshot.cut = &cut;
  CHECK(gas_in(snapshot, false) == doctest::Approx(0.49).epsilon(0.02));
  CHECK(gas_in(snapshot, true) == doctest::Approx(0.49).epsilon(0.02));
  const auto large = test_output::gas_mesh({0, 5, 10, 15, 20}, {0, 5, 10, 15, 20});
  mesh.x = large.x, mesh.y = large.y;
  snapshot.length_factor = 5;
  CHECK(gas_in(snapshot, false) == doctest::Approx(0.49).epsilon(0.02));
}

}  // namespace test_drawing_picture
