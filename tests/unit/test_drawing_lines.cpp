// Contours that end at walls with numbers on them, and streamlines that are whole, evenly apart and
// symmetric.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../../host/drawing/overlays.hpp"
#include "../../host/drawing/palette.hpp"
#include "../../host/drawing/plane_view.hpp"
#include "slipflow/mesh/mesh.hpp"

namespace test_drawing_lines {

using namespace slipflow;
using namespace slipflow::drawing;

namespace {
using Line = std::vector<Dot>;

double distance(const Dot& a, const Dot& b) { return std::hypot(a.x - b.x, a.y - b.y); }

PicturePlan plan_of(const Window& window, int width, int height) {
  PicturePlan plan;
  plan.width = 1600;
  plan.text.size = 28;
  plan.window = window;
  plan.plot = {0, 0, width, height};
  return plan;
}

/// A stretched channel with a body of three by two cells.
mesh::Mesh channel_with_body() {
  mesh::Mesh mesh{
      mesh::geometric_axis(0, 4, 20, 1.07), mesh::geometric_axis(-1, 1, 12, 0.9), {}, {}};
  mesh.tags.assign(mesh.layout().size(), 0);
  for (int j = 4; j < 6; ++j)
    for (int i = 7; i < 10; ++i) mesh.tags[mesh.layout().at(i, j)] = 1;
  return mesh;
}

double linear(double x, double y) { return 2 * x + 3 * y; }

output::Snapshot linear_field(const mesh::Mesh& mesh) {
  output::Snapshot snapshot{0, 0, &mesh, {{"p", "p", {}}}};
  for (int j = 0; j < mesh.y.cells(); ++j)
    for (int i = 0; i < mesh.x.cells(); ++i)
      snapshot.fields[0].values.push_back(
          mesh.solid(i, j) ? 1e9 : linear(mesh.x.centre(i), mesh.y.centre(j)));
  return snapshot;
}

/// A flow at the points of a grid of the window, which may have a hole.
template <class Flow>
PlaneFlow flow_of(const Window& window, Flow flow) {
  PlaneFlow made;
  for (PointGrid* grid : {&made.across, &made.along})
    for (int k = 0; k <= 100; ++k) {
      grid->x.push_back(window.x0 + window.width() * k / 100);
      grid->y.push_back(window.y0 + window.height() * k / 100);
    }
  for (const double y : made.across.y)
    for (const double x : made.across.x) {
      const auto [u, v] = flow(x, y);
      made.across.values.push_back(u);
      made.along.values.push_back(v);
    }
  return made;
}

double nearest(const Dot& dot, const std::vector<Line>& lines) {
  double least = 1e9;
  for (const Line& line : lines)
    for (const Dot& there : line) least = std::min(least, distance(dot, there));
  return least;
}

bool is_at_border(const Dot& dot, const PicturePlan& plan) {
  return std::min({dot.x, dot.y, plan.plot.width - dot.x, plan.plot.height - dot.y}) < 1e-6;
}

bool is_whole(const Line& line, const PicturePlan& plan) {
  return distance(line.front(), line.back()) < 1e-9 ||
         (is_at_border(line.front(), plan) && is_at_border(line.back(), plan));
}

/// Half of a four-leaved vortex: u = d psi / dy, v = - d psi / dx of psi = sin(pi x) sin(2 pi y).
std::pair<double, double> vortices(double x, double y) {
  using std::numbers::pi;
  return {2 * pi * std::sin(pi * x) * std::cos(2 * pi * y),
          -pi * std::cos(pi * x) * std::sin(2 * pi * y)};
}
}  // namespace

TEST_CASE("contours of a linear field are straight up to the walls, where they end") {
  const auto mesh = channel_with_body();
  const auto snapshot = linear_field(mesh);
  const auto view = view_of(snapshot, std::nullopt);
  const auto plan = plan_of(view.whole, 1000, 500);
  const auto grid = view.grid_of(snapshot.fields[0].values, view.whole);
  const Dot low = plan.at(mesh.x.faces[7], mesh.y.faces[4]);
  const Dot high = plan.at(mesh.x.faces[10], mesh.y.faces[6]);
  const auto is_at_body = [&](const Dot& dot) {
    const double across = std::max({low.x - dot.x, dot.x - high.x, low.y - dot.y, dot.y - high.y});
    return std::abs(across) < 1e-6;
  };
  int at_body = 0;
  for (const double value : {-1.7, 0.3, 2.2, 3.1, 5.9, 8.8}) {
    CAPTURE(value);
    const auto lines = joined(contour(grid, value, plan));
    CHECK(!lines.empty());
    for (const Line& line : lines) {
      for (const Dot& dot : line) {
        const double x = plan.window.x0 + dot.x / 1000 * plan.window.width();
        const double y = plan.window.y0 + dot.y / 500 * plan.window.height();
        CHECK(std::abs(linear(x, y) - value) < 1e-12);
      }
      for (const Dot& end : {line.front(), line.back()}) {
        CHECK((is_at_border(end, plan) || is_at_body(end)));
        at_body += is_at_body(end);
      }
    }
  }
  CHECK(at_body == 4);  // two lines end at both of its sides
}

TEST_CASE("pieces of a closed contour are one line") {
  const Window window{-1, -1, 1, 1};
  const auto plan = plan_of(window, 800, 800);
  const auto grid =
      flow_of(window, [](double x, double y) { return std::pair(std::hypot(x, y), 0.0); }).across;
  const auto lines = joined(contour(grid, 0.7, plan));
  REQUIRE(lines.size() == 1);
  CHECK(distance(lines[0].front(), lines[0].back()) == 0);
  CHECK(joined(contour(grid, 1.2, plan)).size() == 4);
}

TEST_CASE("contours carry their numbers in gaps, away from other lines and numbers") {
  const Window window{-1, -1, 1, 1};
  const auto plan = plan_of(window, 1000, 1000);
  const auto grid =
      flow_of(window, [](double x, double y) { return std::pair(std::hypot(x, y), 0.0); }).across;
  std::vector<LevelLines> levels;
  for (const Tick& level : contour_levels({0, 1.4}, 7))
    levels.push_back({level, joined(contour(grid, level.value, plan))});
  const auto labels = cut_gaps_for_labels(levels, plan);
  const auto style = label_style(plan);
  std::vector<Dot> places;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const double radius = 0.2 * static_cast<double>(k);
    CAPTURE(radius);
    // From 1 on there is a line in each corner, the last of which are too short.
    CHECK(labels[k].size() == (k == 0 || k > 6 ? 0 : k > 4 ? 4 : 1));
    for (const auto& [at, angle, text] : labels[k]) {
      CHECK(text == levels[k].level.label);
      const double half = 0.5 * length_of(plain_runs(text), style);
      const double r = std::hypot(at.x - 500, at.y - 500) / 500;
      CHECK(r < radius + 1e-3);
      CHECK(r > radius - 0.02);  // the middle of a chord
      // Along the circle, upright.
      CHECK(std::abs(angle) <= 0.5 * std::numbers::pi);
      CHECK(std::abs(std::cos(angle) * (at.x - 500) + std::sin(angle) * (at.y - 500)) < 5);
      for (std::size_t n = 0; n < levels.size(); ++n)
        for (const Line& line : levels[n].lines)
          for (const Dot& dot : line) {
            const double along =
                std::cos(angle) * (dot.x - at.x) + std::sin(angle) * (dot.y - at.y);
            const double up = -std::sin(angle) * (dot.x - at.x) + std::cos(angle) * (dot.y - at.y);
            CHECK((std::abs(along) > half || std::abs(up) > 0.5 * style.size));
          }
      for (const Dot& other : places) CHECK(distance(other, at) > style.size);
      places.push_back(at);
    }
  }
}

TEST_CASE("between dense streamlines contours carry their numbers in gaps of both") {
  const Window window{-1, -1, 1, 1};
  const auto plan = plan_of(window, 1000, 1000);
  const auto grid = flow_of(window, [](double, double y) { return std::pair(y, 0.0); }).across;
  const auto lines =
      streamlines(flow_of(window, [](double, double) { return std::pair(0.0, 1.0); }), 40, plan);
  CHECK(lines.size() == 40);
  std::vector<LevelLines> levels;
  for (const auto& [value, text] : {std::pair(0.3, "0.3"), {-0.4, "-0.4"}, {1e-6, "0"}})
    levels.push_back({{value, text}, joined(contour(grid, value, plan))});
  const auto labels = cut_gaps_for_labels(levels, plan, lines);
  CHECK(labels[2].empty());  // at the arrowheads, which are in the middle of the lines
  for (const int level : {0, 1}) {
    REQUIRE(labels[level].size() == 1);
    const LineLabel& label = labels[level][0];
    const double height = label_style(plan).size;
    const double half = 0.5 * length_of(plain_runs(label.text), label_style(plan));
    const auto parts = parts_outside({label}, lines, plan);
    double shown = 0;
    for (const Line& part : parts) {
      shown += distance(part.front(), part.back());
      for (const Dot& dot : part)
        CHECK((std::abs(dot.x - label.at.x) > half || std::abs(dot.y - label.at.y) > 0.5 * height));
    }
    CHECK(parts.size() > 40);
    CHECK(parts.size() < 45);
    const double cut = 40 * 1000 - shown, count = static_cast<double>(parts.size()) - 40;
    CHECK(cut > count * height);
    CHECK(cut < count * 2 * height);
  }
}

TEST_CASE("streamlines of a channel go from end to end, evenly apart") {
  const Window window{0, 0, 4, 1};
  const auto plan = plan_of(window, 1200, 300);
  for (const int count : {3, 4, 10}) {
    CAPTURE(count);
    const auto lines = streamlines(
        flow_of(window, [](double, double) { return std::pair(1.0, 0.0); }), count, plan);
    CHECK(lines.size() == static_cast<std::size_t>(count));
    for (const Line& line : lines) {
      CHECK(line.front().x == 0);
      CHECK(line.back().x == doctest::Approx(1200));
      const double place = line.front().y / 300 * count - 0.5;
      CHECK(std::abs(place - std::round(place)) < 1e-6);
    }
  }
}

TEST_CASE("streamlines are whole, not closer than half of their distance, and leave no gap") {
  const Window window{0, 0, 2, 1};
  const auto plan = plan_of(window, 1000, 500);
  const auto waves =
      flow_of(window, [](double x, double) { return std::pair(1.0, 0.5 * std::cos(3 * x)); });
  const auto lines = streamlines(waves, 10, plan);
  CHECK(lines.size() > 9);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    CHECK(is_whole(lines[k], plan));
    auto others = lines;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    for (const Dot& dot : lines[k]) CHECK(nearest(dot, others) > 24);
  }
  for (int i = 1; i < 20; ++i)
    for (int j = 1; j < 10; ++j) CHECK(nearest({50.0 * i, 50.0 * j}, lines) < 55);
}

TEST_CASE("streamlines of vortices are closed, and those of a symmetric flow symmetric") {
  const Window window{0, 0, 1, 1};
  const auto plan = plan_of(window, 600, 600);
  const auto lines = streamlines(flow_of(window, vortices), 16, plan);
  CHECK(lines.size() == 8);  // 300 / 2 / (600 / 16) in each vortex
  for (const Line& line : lines) CHECK(distance(line.front(), line.back()) < 1e-9);
  for (const Line& line : lines)
    for (const Dot& dot : line) {
      CHECK(nearest({dot.x, 600 - dot.y}, lines) < 3);
      CHECK(nearest({600 - dot.x, dot.y}, lines) < 3);
    }
  // Towards a plate, about which they are mirrored.
  const Window jet{-1, 0, 1, 1};
  const auto towards = streamlines(
      flow_of(jet, [](double x, double y) { return std::pair(x, -y); }), 9, plan_of(jet, 700, 350));
  CHECK(towards.size() % 2 == 0);
  for (const Line& line : towards) {
    CHECK(is_whole(line, plan_of(jet, 700, 350)));
    for (const Dot& dot : line) CHECK(nearest({700 - dot.x, dot.y}, towards) < 1e-6);
  }
}

TEST_CASE("streamlines pass along a cylinder that cuts few cells, outside of it") {
  constexpr int n = 24;
  constexpr double width = 4.0 / n, x0 = 0.013, y0 = 0.037;  // the circle: six cells across
  mesh::Mesh mesh{mesh::uniform_axis(-2, 2, n), mesh::uniform_axis(-2, 2, n), {}, {}};
  mesh.tags.assign(mesh.layout().size(), 0);
  const auto cut = mesh::cut_mesh(mesh, {{mesh::Circle{{x0, y0}, 0.5}, false, 1}}, {false, false});
  mesh.tags = cut.tags;
  // The flow without friction, at the centroids of the gas.
  output::Snapshot snapshot{0, 0, &mesh, {{"u", "u", {}}, {"v", "v", {}}}};
  snapshot.cut = &cut;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const int place = cut.place[mesh.layout().at(i, j)];
      const double x = (place < 0 ? mesh.x.centre(i) : cut.cells[place].x) - x0;
      const double y = (place < 0 ? mesh.y.centre(j) : cut.cells[place].y) - y0;
      const double r2 = x * x + y * y;
      snapshot.fields[0].values.push_back(1 - 0.25 * (x * x - y * y) / (r2 * r2));
      snapshot.fields[1].values.push_back(-0.5 * x * y / (r2 * r2));
    }
  const auto view = view_of(snapshot, std::nullopt);
  const auto plan = plan_of(view.whole, 800, 800);
  const auto flow = flow_in(snapshot, {"u", "v", ""}, view, view.whole);
  for (const int count : {5, 16, 31}) {
    CAPTURE(count);
    int passing = 0;
    for (const Line& line : streamlines(flow, count, plan)) {
      double least = 10;
      for (const Dot& dot : line)
        least = std::min(least, std::hypot(dot.x / 200 - 2 - x0, dot.y / 200 - 2 - y0));
      CHECK(least > 0.5 - 0.1 * width);
      CHECK(is_whole(line, plan));
      passing += least < 0.5 + width;
    }
    CHECK(passing >= 1);
  }
}

TEST_CASE("a streamline that winds about a point ends before it is dense") {
  const Window window{-1, -1, 1, 1};
  const auto plan = plan_of(window, 600, 600);
  const auto spiral = streamlines(
      flow_of(window, [](double x, double y) { return std::pair(-y - 0.03 * x, x - 0.03 * y); }),
      12, plan);
  CHECK(!spiral.empty());
  double length = 0;
  for (const Line& line : spiral)
    for (std::size_t k = 1; k < line.size(); ++k) length += distance(line[k - 1], line[k]);
  // At half of the distance at the least, all lines are not longer than this.
  CHECK(length < 600 * 600 / 25);
}

TEST_CASE("streamlines have a colour that contours never have") {
  for (const Colour contour : {kInk, kWhite}) CHECK(!(kStream == contour));
}

}  // namespace test_drawing_lines
