#include "plane_cut.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <limits>

#include "slipflow/mesh/mesh.hpp"
#include "slipflow/mesh/poly_search.hpp"

namespace slipflow::drawing {

namespace {
// Pixels by which neighbours overlap, so that rounding opens no gap.
constexpr double kSlack = 1e-9;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// A pixel's row, and where the outline of a cell crosses its middle.
struct Crossing {
  int row;
  double x;
  auto operator<=>(const Crossing&) const = default;
};

/// In pixels, with a value.
struct Vertex {
  double x, y, value;
};

/// Sets the pixels whose middles the triangle holds.
void fill_triangle(const std::array<Vertex, 3>& t, int width, int height,
                   std::vector<double>& pixels) {
  const auto [a, b, c] = t;
  const double twice_area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (twice_area == 0) return;
  const auto begin = [](double low, int count) {
    return static_cast<int>(std::clamp(std::ceil(low - 0.5 - kSlack), 0.0, 1.0 * count));
  };
  const auto end = [](double high, int count) {
    return static_cast<int>(std::clamp(std::floor(high + 0.5 + kSlack), 0.0, 1.0 * count));
  };
  for (int j = begin(std::min({a.y, b.y, c.y}), height); j < end(std::max({a.y, b.y, c.y}), height);
       ++j)
    for (int i = begin(std::min({a.x, b.x, c.x}), width); i < end(std::max({a.x, b.x, c.x}), width);
         ++i) {
      const double x = i + 0.5 - a.x, y = j + 0.5 - a.y;
      const double of_b = (x * (c.y - a.y) - y * (c.x - a.x)) / twice_area;
      const double of_c = (y * (b.x - a.x) - x * (b.y - a.y)) / twice_area;
      if (std::min({of_b, of_c, 1 - of_b - of_c}) < -kSlack) continue;
      pixels[index(j) * index(width) + index(i)] =
          a.value + of_b * (b.value - a.value) + of_c * (c.value - a.value);
    }
}

/// Rows whose middles lie in [low, high).
int first_row(double low, int rows) {
  return static_cast<int>(std::clamp(std::ceil(low - 0.5), 0.0, static_cast<double>(rows)));
}
}  // namespace

/// A point of a face; `label` orders the ends of an edge, so that all faces cut it at one point.
struct PlaneCut::Corner {
  mesh::Vector3 x;
  int label;
  bool is_above;
};

PlaneCut::PlaneCut(const mesh::PolyMesh& mesh, int axis, double position)
    : axis_(axis),
      across_(mesh::axes_of_planes[index(axis)][0]),
      along_(mesh::axes_of_planes[index(axis)][1]),
      position_(position) {
  // A point in the plane counts as above it; in the lowest plane, as below.
  at_lowest_ = position <= mesh::extent_of(mesh)[index(axis)][0];
  for (int face = 0; face < mesh.faces(); ++face) cut_face(mesh, face);
  std::ranges::stable_sort(segments_, {}, &Segment::cell);
  measure(mesh);
}

PlaneCut::Cut PlaneCut::crossing(const Corner& a, const Corner& b) const {
  if (a.label > b.label) return crossing(b, a);
  const auto k = index(axis_);
  const double part = (position_ - a.x[k]) / (b.x[k] - a.x[k]);
  return {{std::lerp(a.x[index(across_)], b.x[index(across_)], part),
           std::lerp(a.x[index(along_)], b.x[index(along_)], part)},
          a.label,
          b.label,
          part};
}

double PlaneCut::Cut::value(const PointValues& values) const {
  const auto end = [&](int label) {
    return label < 0 ? values.face_middles[index(-1 - label)] : values.points[index(label)];
  };
  return end(from) + part * (end(to) - end(from));
}

void PlaneCut::add_segment(const mesh::PolyMesh& mesh, int face, const Cut& a, const Cut& b) {
  segments_.push_back({mesh.owner[index(face)], a, b});
  if (face < mesh.internal_faces()) segments_.push_back({mesh.neighbour[index(face)], a, b});
}

void PlaneCut::cut_face(const mesh::PolyMesh& mesh, int face) {
  const auto corner = [&](const mesh::Vector3& x, int label) {
    const double height = x[index(axis_)];
    return Corner{x, label, at_lowest_ ? height > position_ : height >= position_};
  };
  std::vector<Corner> corners;
  mesh::Vector3 mean{};
  for (const int label : mesh.points_of(face)) {
    corners.push_back(corner(mesh.points[index(label)], label));
    for (std::size_t k = 0; k < 3; ++k) mean[k] += corners.back().x[k];
  }
  std::vector<Cut> cuts;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Corner &a = corners[k], &b = corners[(k + 1) % corners.size()];
    if (a.is_above != b.is_above) cuts.push_back(crossing(a, b));
  }
  if (cuts.size() < 3) {
    if (!cuts.empty()) add_segment(mesh, face, cuts[0], cuts[1]);
    return;
  }
  // It is not convex, or not plane: triangles about its middle.
  for (double& x : mean) x /= static_cast<double>(corners.size());
  const Corner middle = corner(mean, -1 - face);
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Corner &a = corners[k], &b = corners[(k + 1) % corners.size()];
    cuts.clear();
    if (a.is_above != b.is_above) cuts.push_back(crossing(a, b));
    if (a.is_above != middle.is_above) cuts.push_back(crossing(a, middle));
    if (b.is_above != middle.is_above) cuts.push_back(crossing(b, middle));
    if (!cuts.empty()) add_segment(mesh, face, cuts[0], cuts[1]);
  }
}

void PlaneCut::measure(const mesh::PolyMesh& mesh) {
  const auto whole = mesh::extent_of(mesh);
  extent_ = {whole[index(across_)], whole[index(along_)]};
  for (std::size_t k = 0; k < 2 && !segments_.empty(); ++k) {
    // A corner may be the second end of both of its segments.
    extent_[k] = {segments_[0].a.at[k], segments_[0].a.at[k]};
    for (const Segment& segment : segments_)
      for (const double end : {segment.a.at[k], segment.b.at[k]})
        extent_[k] = {std::min(extent_[k][0], end), std::max(extent_[k][1], end)};
  }
}

std::vector<int> PlaneCut::cells_in(const Window& window) const {
  std::vector<int> cells;
  for (auto segment = segments_.begin(); segment != segments_.end();) {
    const int cell = segment->cell;
    Point low = segment->a.at, high = low;
    for (; segment != segments_.end() && segment->cell == cell; ++segment)
      for (const Point& end : {segment->a.at, segment->b.at})
        for (std::size_t k = 0; k < 2; ++k) {
          low[k] = std::min(low[k], end[k]);
          high[k] = std::max(high[k], end[k]);
        }
    if (high[0] > window.x0 && low[0] < window.x1 && high[1] > window.y0 && low[1] < window.y1)
      cells.push_back(cell);
  }
  return cells;
}

Window PlaneCut::window() const {
  return {extent_[0][0], extent_[1][0], extent_[0][1], extent_[1][1]};
}

std::vector<int> PlaneCut::cells_under(const Window& window, int width, int height) const {
  std::vector<int> pixels(index(width) * index(height), -1);
  const auto pixel = [&](const Point& at) {
    return Point{(at[0] - window.x0) / window.width() * width,
                 (at[1] - window.y0) / window.height() * height};
  };
  const auto fill = [&](int cell, const Crossing& from, const Crossing& to) {
    const auto row = pixels.begin() + static_cast<std::ptrdiff_t>(from.row) * width;
    std::fill(row + first_row(from.x - kSlack, width), row + first_row(to.x + kSlack, width), cell);
  };
  std::vector<Crossing> outline;
  for (auto segment = segments_.begin(); segment != segments_.end();) {
    const int cell = segment->cell;
    outline.clear();
    for (; segment != segments_.end() && segment->cell == cell; ++segment) {
      Point a = pixel(segment->a.at), b = pixel(segment->b.at);
      if (a[1] > b[1]) std::swap(a, b);
      for (int row = first_row(a[1], height); row < first_row(b[1], height); ++row)
        outline.push_back({row, a[0] + (row + 0.5 - a[1]) / (b[1] - a[1]) * (b[0] - a[0])});
    }
    std::ranges::sort(outline);
    for (std::size_t k = 0; k + 1 < outline.size(); k += 2) fill(cell, outline[k], outline[k + 1]);
  }
  return pixels;
}

std::vector<double> PlaneCut::values_under(const PointValues& values, const Window& window,
                                           int width, int height) const {
  std::vector<double> pixels(index(width) * index(height),
                             std::numeric_limits<double>::quiet_NaN());
  const auto vertex = [&](const Point& at, double value) {
    return Vertex{(at[0] - window.x0) / window.width() * width,
                  (at[1] - window.y0) / window.height() * height, value};
  };
  for (auto first = segments_.begin(); first != segments_.end();) {
    const auto last = std::find_if(first, segments_.end(), [&](const Segment& segment) {
      return segment.cell != first->cell;
    });
    Point middle{};
    double length = 0;
    for (auto s = first; s != last; ++s) {
      const double part = std::hypot(s->b.at[0] - s->a.at[0], s->b.at[1] - s->a.at[1]);
      for (std::size_t k = 0; k < 2; ++k) middle[k] += 0.5 * part * (s->a.at[k] + s->b.at[k]);
      length += part;
    }
    if (length > 0) {
      mesh::Vector3 x{};
      x[index(across_)] = middle[0] /= length;
      x[index(along_)] = middle[1] /= length;
      x[index(axis_)] = position_;
      const Vertex top = vertex(middle, values.in_cell(first->cell, x));
      for (auto s = first; s != last; ++s)
        fill_triangle(
            {top, vertex(s->a.at, s->a.value(values)), vertex(s->b.at, s->b.value(values))}, width,
            height, pixels);
    }
    first = last;
  }
  return pixels;
}

}  // namespace slipflow::drawing
