// Charts of curves: read back from the PNG, what is drawn where.
#include <doctest/doctest.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPNGReader.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "slipflow/drawing/line_chart.hpp"
#include "test_output_support.hpp"

namespace test_drawing_line_chart {

using namespace slipflow::drawing;
using test_output::Folder;

namespace {
/// The pixels of one colour, from the lower left corner.
struct Pixels {
  int width = 0, height = 0;
  std::vector<std::pair<int, int>> at;

  int columns() const {
    std::set<int> seen;
    for (const auto& [x, y] : at) seen.insert(x);
    return static_cast<int>(seen.size());
  }
  int highest() const {
    int top = -1;
    for (const auto& [x, y] : at) top = std::max(top, y);
    return top;
  }
};

Pixels drawn(const std::vector<ChartPanel>& panels, int red, int green, int blue,
             Scale y_scale = Scale::from_zero) {
  const Folder folder;
  test_output::write(folder / "chart.png",
                     slipflow::drawing::draw_line_chart(
                         panels, {"Title", "x", "y", 1600, Scale::powers_of_two, y_scale}));
  vtkNew<vtkPNGReader> reader;
  const std::string name = (folder / "chart.png").string();
  reader->SetFileName(name.c_str());
  reader->Update();
  Pixels pixels{
      reader->GetOutput()->GetDimensions()[0], reader->GetOutput()->GetDimensions()[1], {}};
  const auto* pixel = static_cast<unsigned char*>(reader->GetOutput()->GetScalarPointer());
  for (int y = 0; y < pixels.height; ++y)
    for (int x = 0; x < pixels.width; ++x, pixel += 3)
      if (pixel[0] == red && pixel[1] == green && pixel[2] == blue) pixels.at.emplace_back(x, y);
  return pixels;
}

Pixels first_curve(const std::vector<ChartPanel>& panels) {
  return drawn(panels, 0x00, 0x72, 0xb2);
}
Pixels second_curve(const std::vector<ChartPanel>& panels) {
  return drawn(panels, 0xd5, 0x5e, 0x00);
}

const Curve rising{"rising", {{8, 1}, {16, 2}, {32, 3}}};
}  // namespace

TEST_CASE("a curve crosses the panel, and the higher of two ends higher") {
  const Curve lower{"lower", {{8, 0.5}, {32, 1.0}}};
  const std::vector<ChartPanel> panels = {{"one", {rising, lower}}};
  const auto first = first_curve(panels), second = second_curve(panels);
  CHECK(first.columns() > 800);
  CHECK(second.columns() > 800);
  CHECK(first.highest() > second.highest() + 200);
}

TEST_CASE("long numbers on an axis stay clear of its label") {
  const Curve nearly_constant{"", {{1, 5.420745}, {2, 5.420765}}};
  const Pixels white = drawn({{"", {nearly_constant}}}, 0xff, 0xff, 0xff, Scale::linear);
  constexpr int left_of_plot = 170;
  std::vector<int> white_in_column(left_of_plot);
  for (const auto& [x, y] : white.at)
    if (x < left_of_plot) ++white_in_column[static_cast<std::size_t>(x)];
  int gap = 0, widest = 0, drawn_columns = 0;
  for (const int count : white_in_column) {
    gap = count == white.height ? gap + 1 : 0;
    drawn_columns += count < white.height;
    if (drawn_columns > 0) widest = std::max(widest, gap);
  }
  CHECK(drawn_columns > 80);
  CHECK(widest >= 8);
}

TEST_CASE("a name has its colour in every panel, and panels are in rows of two") {
  const std::vector<ChartPanel> one = {{"one", {rising}}};
  const std::vector<ChartPanel> four = {
      {"a", {rising}}, {"b", {rising}}, {"c", {}}, {"d", {rising}}};
  const auto single = first_curve(one), several = first_curve(four);
  CHECK(several.width == single.width);
  CHECK(second_curve(four).at.empty());
  const auto in_half = [&](bool right) {
    return std::count_if(several.at.begin(), several.at.end(),
                         [&](const auto& p) { return (p.first >= several.width / 2) == right; });
  };
  CHECK(in_half(true) > 200);   // b and d
  CHECK(in_half(false) > 100);  // a
}

TEST_CASE("numbers that are not finite are left out, and nothing at all is a chart too") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const auto points =
      std::vector<std::pair<double, double>>{{8, 1}, {16, nan}, {32, 3}, {0, 1}, {8, inf}};
  CHECK(first_curve({{"one", {{"holes", points}}}}).columns() > 800);
  CHECK(first_curve({}).width == 1600);
  CHECK(first_curve({{"empty", {}}}).at.empty());
}

}  // namespace test_drawing_line_chart
