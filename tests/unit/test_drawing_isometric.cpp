// Pictures of a box in an isometric view: what hides what, surfaces of a field, data of walls.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "../../host/drawing/isometric_canvas.hpp"
#include "../../host/drawing/isosurface.hpp"
#include "../../host/drawing/picture_plan.hpp"
#include "png_picture.hpp"
#include "slipflow/drawing/isometric_picture.hpp"
#include "test_output_support.hpp"

namespace test_drawing_isometric {

using namespace slipflow;
using namespace slipflow::drawing;
using test_output::Pixel;

namespace {
mesh::Mesh box_of(mesh::Axis x, mesh::Axis y, mesh::Axis z) {
  mesh::Mesh box{std::move(x), std::move(y), std::move(z), {}};
  box.tags.assign(box.layout().size(), 0);
  return box;
}

/// The values of a function of the middles of the cells.
std::vector<double> values_on(const mesh::Mesh& mesh, const auto& value) {
  std::vector<double> values;
  mesh::for_cells(mesh::cells_of(mesh.layout()), [&](int i, int j, int k) {
    values.push_back(value(mesh.x.centre(i), mesh.y.centre(j), mesh.z.centre(k)));
  });
  return values;
}

/// Area of a surface, how often each of its edges is that of a triangle, and the largest error of
/// the value on it, which should be that of x + 2 y.
struct Surface {
  double area = 0, error = 0;
  std::map<std::set<std::array<long, 3>>, int> edges{};
};

Surface surface_of(const mesh::Mesh& mesh, const std::vector<double>& field, double level) {
  Surface surface;
  const auto shown = values_on(mesh, [](double x, double y, double) { return x + 2 * y; });
  for_isosurface(mesh, field, level, shown, [&](const SurfaceTriangle& t) {
    const auto& [a, b, c] = t.corners;
    Point3 u, v;
    double value = 0;
    for (std::size_t k = 0; k < 3; ++k) u[k] = b[k] - a[k], v[k] = c[k] - a[k];
    for (const Point3& corner : t.corners) value += (corner[0] + 2 * corner[1]) / 3;
    surface.error = std::max(surface.error, std::abs(value - t.value));
    surface.area += 0.5 * std::hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                                     u[0] * v[1] - u[1] * v[0]);
    const auto key = [](const Point3& p) {
      return std::array{std::lround(1e9 * p[0]), std::lround(1e9 * p[1]), std::lround(1e9 * p[2])};
    };
    for (std::size_t k = 0; k < 3; ++k)
      ++surface.edges[{key(t.corners[k]), key(t.corners[(k + 1) % 3])}];
  });
  return surface;
}

constexpr Colour kFirst = rgb(0xff0000), kSecond = rgb(0x0000ff);

/// The pixel in the middle of two squares across z, at these heights.
Colour drawn(double first, double second, bool second_comes_first) {
  IsometricCanvas canvas({-1, -1, 2, 2}, 30, 30);
  const auto square = [](double z) {
    // On the line of sight through (0.5, 0.5, 0).
    const double x = 0.5 + z, y = 0.5 - z;
    return std::array<Point3, 4>{
        {{x - 1, y - 1, z}, {x + 1, y - 1, z}, {x + 1, y + 1, z}, {x - 1, y + 1, z}}};
  };
  if (second_comes_first) canvas.polygon(square(second), kSecond);
  canvas.polygon(square(first), kFirst);
  if (!second_comes_first) canvas.polygon(square(second), kSecond);
  const Isometric middle = isometric({0.5, 0.5, 0});
  const auto pixel = [](double at) { return static_cast<std::size_t>((at + 1) * 10); };
  return canvas.pixels()[pixel(middle.y) * 30 + pixel(middle.x)];
}
}  // namespace

TEST_CASE("the surface of a field: a sphere is closed and has its area, of any widths") {
  const auto square = [](double x, double y, double z) { return x * x + y * y + z * z; };
  const auto box = box_of(mesh::uniform_axis(-1, 1, 40), mesh::geometric_axis(-1, 1, 36, 1.02),
                          mesh::uniform_axis(-1, 1, 32));
  const auto values = values_on(box, square);
  const Surface sphere = surface_of(box, values, 0.49);
  CHECK(sphere.area == doctest::Approx(4 * std::numbers::pi * 0.49).epsilon(0.01));
  CHECK(sphere.error < 1e-12);
  CHECK(std::ranges::all_of(sphere.edges, [](const auto& edge) { return edge.second == 2; }));
  // The same field from above the level.
  auto less = values;
  for (double& value : less) value = -value;
  CHECK(surface_of(box, less, -0.49).area == doctest::Approx(sphere.area));
  CHECK(surface_of(box, values, 4).area == 0);
}

TEST_CASE("the surface of a field ends at solid cells and at values that are not finite") {
  auto box = box_of(mesh::uniform_axis(0, 1, 10), mesh::uniform_axis(0, 1, 10),
                    mesh::uniform_axis(0, 1, 10));
  auto values = values_on(box, [](double, double, double z) { return z; });
  CHECK(surface_of(box, values, 0.5).area == doctest::Approx(0.81));  // between middles of cells
  box.tags[box.layout().at(9, 9, 5)] = 1;
  CHECK(surface_of(box, values, 0.5).area == doctest::Approx(0.80));
  values[500] = std::nan("");  // of cell (0, 0, 5)
  CHECK(surface_of(box, values, 0.5).area == doctest::Approx(0.79));
}

TEST_CASE("the nearer surface is seen, whichever is drawn first") {
  for (const bool second_comes_first : {false, true}) {
    CHECK(drawn(0, 0.3, second_comes_first) == kSecond);
    CHECK(drawn(0.3, 0, second_comes_first) == kFirst);
  }
}

namespace {
/// A solid cell in the middle of 3 x 3 x 3, in a field of 5 with 9 south of it.
test_output::Picture solid_cell(const test_output::Folder& folder, const IsometricStyle& shown) {
  auto box =
      box_of(mesh::uniform_axis(0, 3, 3), mesh::uniform_axis(0, 3, 3), mesh::uniform_axis(0, 3, 3));
  box.tags[box.layout().at(1, 1, 1)] = 1;
  auto values = values_on(box, [](double, double y, double) { return y < 1 ? 9.0 : 5.0; });
  values[13] = 1e9;  // in the solid
  const output::Snapshot snapshot{0, 1.5, &box, {{"p", "pressure", values}}};
  test_output::write(folder / "p.png", draw_isometric_picture(snapshot, "p", {"", 800}, shown));
  return test_output::Picture(folder / "p.png");
}

/// The pixel at a point of that box, seen along (-1, 1, -1).
Pixel pixel_at(const test_output::Picture& picture, double x, double y, double z, int bars = 1) {
  const double right = std::sqrt(18.0), top = std::sqrt(24.0), low = -std::sqrt(1.5),
               room = 0.01 * right;
  const auto plan = plan_picture(unstretched({-room, low - room, 1.07 * right, top + low + room}),
                                 800, false, 1, bars);
  const Dot at = plan.at((x + y) / std::sqrt(2), (2 * z + y - x) / std::sqrt(6));
  return picture.pixel(static_cast<int>(at.x), static_cast<int>(at.y));
}

bool is_yellow(const Pixel& p) { return p[0] > p[2] + 80 && p[1] > p[2] + 80; }
bool is_violet(const Pixel& p) { return p[2] > p[1] + 30 && p[0] > p[1]; }
bool is_grey(const Pixel& p) { return std::abs(p[0] - p[1]) < 8 && std::abs(p[1] - p[2]) < 8; }
constexpr Pixel kWhitePixel = {255, 255, 255};
}  // namespace

TEST_CASE("a body has the colours of the adjacent gas, or those of wall data") {
  const test_output::Folder folder;
  const auto adjacent = solid_cell(folder, {});
  CHECK(is_yellow(pixel_at(adjacent, 1.5, 1, 1.5)));  // 9 at the south face
  CHECK(is_violet(pixel_at(adjacent, 2, 1.5, 1.5)));
  CHECK(is_violet(pixel_at(adjacent, 1.5, 1.5, 2)));
  CHECK(pixel_at(adjacent, 2.5, 0.5, 0.5) == kWhitePixel);

  IsometricStyle walls;
  // Above the cell across x, and that of the south face across y; none on top.
  walls.walls = WallColours{"heat flux", {{{0, 2, 1, 1}, 3.0}, {{1, 1, 1, 1}, -2.0}}};
  walls.walls->range = Range{-2, 3};
  const auto data = solid_cell(folder, walls);
  const auto red = [&](double x, double y, double z) { return pixel_at(data, x, y, z); };
  CHECK(red(2, 1.5, 1.5)[0] > red(2, 1.5, 1.5)[2] + 30);  // the map of both signs: red, blue
  CHECK(red(1.5, 1, 1.5)[2] > red(1.5, 1, 1.5)[0] + 30);
  CHECK(is_grey(red(1.5, 1.5, 2)));
}

TEST_CASE("slices hide what is behind them, and bodies what is behind those") {
  const test_output::Folder folder;
  const auto sliced = solid_cell(folder, {.slices = {{2, 1, 1.5}}});
  CHECK(is_violet(pixel_at(sliced, 2.5, 2.5, 1.5)));
  CHECK(is_yellow(pixel_at(sliced, 2.5, 0.5, 1.5)));
  CHECK(pixel_at(sliced, 1.5, 1.5, 2) == pixel_at(solid_cell(folder, {}), 1.5, 1.5, 2));
  // The lower half of the south face is behind the slice, and the slice is no darker than the bar.
  CHECK(pixel_at(sliced, 1.5, 1, 1.1) == Pixel{0xfd, 0xe7, 0x25});
}

}  // namespace test_drawing_isometric
