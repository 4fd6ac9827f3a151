#include "slipflow/drawing/mesh_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "palette.hpp"
#include "picture_frame.hpp"
#include "slipflow/output/files.hpp"

namespace slipflow::drawing {

namespace {
// More colours, darker ones of Tol's.
constexpr std::array<Colour, 6> kDarker = {{{0x77, 0x77, 0x77},
                                            {0x33, 0x22, 0x88},
                                            {0x99, 0x99, 0x33},
                                            {0x88, 0x22, 0x55},
                                            {0x44, 0xaa, 0x99},
                                            {0x66, 0x11, 0x00}}};
constexpr std::size_t kColours = kDistinct.size() + kDarker.size();
constexpr std::size_t kLegendLines = kColours;

/// Pixels of the cell faces that are drawn: those at least `apart` from the one before.
struct Faces {
  std::vector<int> pixels;
  bool all = true;
};

Faces faces_to_draw(const mesh::Axis& axis, int pixels, double apart) {
  const double lo = axis.faces.front(), scale = pixels / (axis.faces.back() - lo);
  Faces faces;
  double last = 0;
  for (int k = 1; k < axis.cells(); ++k) {
    const double at = (axis.faces[k] - lo) * scale;
    if (at - last < apart * (1 - 1e-9)) {
      faces.all = false;
      continue;
    }
    last = at;
    faces.pixels.push_back(static_cast<int>(at));
  }
  return faces;
}

class MeshDrawing {
 public:
  MeshDrawing(const mesh::Mesh& mesh, const MeshPicture& picture)
      : mesh_(mesh),
        picture_(picture),
        kinds_(kinds_of(picture)),
        plan_(plan_mesh_picture(mesh, picture.width, !picture.title.empty(),
                                static_cast<int>(std::min(kinds_.size(), kLegendLines)))),
        columns_(cells_under_pixels(mesh.x, plan_.plot.width)),
        rows_(cells_under_pixels(mesh.y, plan_.plot.height)),
        canvas_(plan_.width, plan_.height, kWhite) {}

  std::string png() {
    const bool all_faces = draw_faces();
    draw_bodies();
    for (const BodyLabel& body : picture_.bodies) draw_name(body);
    draw_sides();
    draw_x_axis(canvas_, plan_, mesh_.x, "");
    draw_y_axis(canvas_, plan_, mesh_.y, "");
    draw_side_names();
    draw_legend();
    draw_heading(canvas_, plan_, picture_.title,
                 fmt::format("{} x {} cells{}, lengths in L", mesh_.x.cells(), mesh_.y.cells(),
                             all_faces ? "" : " (some faces left out)"));
    return canvas_.png();
  }

 private:
  /// Each kind once: those of the sides, then of the bodies.
  static std::vector<std::string> kinds_of(const MeshPicture& picture) {
    std::vector<std::string> kinds;
    const auto add = [&](const std::string& kind) {
      if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
    };
    for (const auto& kind : picture.side_kinds) add(kind);
    for (const BodyLabel& body : picture.bodies) add(picture.wall_kinds[body.wall - 1]);
    return kinds;
  }

  Colour colour_of(const std::string& kind) const {
    const auto at = std::ranges::find(kinds_, kind) - kinds_.begin();
    const auto colour = static_cast<std::size_t>(at) % kColours;
    return colour < kDistinct.size() ? kDistinct[colour] : kDarker[colour - kDistinct.size()];
  }

  bool draw_faces() {
    const Box& plot = plan_.plot;
    const double apart = plan_.scaled(6);
    const Faces x = faces_to_draw(mesh_.x, plot.width, apart);
    const Faces y = faces_to_draw(mesh_.y, plot.height, apart);
    for (const int pixel : x.pixels)
      canvas_.fill({plot.x + pixel, plot.y, 1, plot.height}, kFaintLine);
    for (const int pixel : y.pixels)
      canvas_.fill({plot.x, plot.y + pixel, plot.width, 1}, kFaintLine);
    return x.all && y.all;
  }

  int tag_at(int x, int y) const { return mesh_.tags[mesh_.layout().at(columns_[x], rows_[y])]; }

  void draw_bodies() {
    std::vector<Colour> colours;
    for (const auto& kind : picture_.wall_kinds) colours.push_back(colour_of(kind));
    for (int y = 0; y < plan_.plot.height; ++y) {
      Colour* row = canvas_.row(plan_.plot.y + y) + plan_.plot.x;
      for (int x = 0; x < plan_.plot.width; ++x) {
        const int tag = tag_at(x, y);
        const auto is_other = [&](int px, int py) { return tag_at(px, py) != tag; };
        if (tag != 0) row[x] = any_near(plan_, x, y, is_other) ? kInk : colours[tag - 1];
      }
    }
  }

  /// Writes the name into the body, if there is room for it.
  void draw_name(const BodyLabel& body) {
    const auto& b = body.cells;
    const auto pixel = [](const mesh::Axis& axis, int face, int pixels) {
      return tick_position(axis.faces[face], {axis.faces.front(), axis.faces.back()}, pixels);
    };
    const int x0 = pixel(mesh_.x, b.i0, plan_.plot.width);
    const int x1 = pixel(mesh_.x, b.i1, plan_.plot.width);
    const int y0 = pixel(mesh_.y, b.j0, plan_.plot.height);
    const int y1 = pixel(mesh_.y, b.j1, plan_.plot.height);
    TextStyle style = plan_.text;
    style.colour = kWhite;
    style.across = Align::middle;
    const TextSize size = measure_text(body.name, style);
    const int x = (x0 + x1) / 2, y = (y0 + y1) / 2;
    for (const int left : {x - size.width / 2, x + size.width / 2})
      for (const int low : {y - size.height, y + size.height})
        if (left < 0 || left >= plan_.plot.width || low < 0 || low >= plan_.plot.height ||
            tag_at(left, low) != body.wall)
          return;
    draw_text(canvas_, plan_.plot.x + x, plan_.plot.y + y, body.name, style);
  }

  void draw_sides() {
    const Box& plot = plan_.plot;
    const int broad = plan_.border - plan_.line;
    const int left = plot.x - plan_.line, below = plot.y - plan_.line;
    const int width = plot.width + 2 * plan_.line, height = plot.height + 2 * plan_.line;
    const std::array<Box, 4> bands = {{{left - broad, below, broad, height},
                                       {left + width, below, broad, height},
                                       {left, below - broad, width, broad},
                                       {left, below + height, width, broad}}};
    for (std::size_t side = 0; side < bands.size(); ++side)
      canvas_.fill(bands[side], colour_of(picture_.side_kinds[side]));
    canvas_.frame(plot, plan_.line, kInk);
  }

  void draw_side_names() {
    const Box& plot = plan_.plot;
    const int x = plot.x + plot.width / 2, y = plot.y + plot.height / 2;
    TextStyle style = plan_.text;
    style.across = Align::middle;
    style.vertical = Align::low;
    draw_text(canvas_, x, plot.top() + plan_.border + plan_.gap,
              "north: " + picture_.sides[mesh::north], style);
    draw_text(canvas_, x, plan_.margin + plan_.below, "south: " + picture_.sides[mesh::south],
              style);
    style = plan_.text;
    style.upwards = true;
    draw_text(canvas_, plan_.margin, y, "west: " + picture_.sides[mesh::west], style);
    draw_text(canvas_, plot.right() + plan_.border + plan_.gap, y,
              "east: " + picture_.sides[mesh::east], style);
  }

  void draw_legend() {
    const int size = plan_.text.size;
    int y = plan_.margin +
            static_cast<int>(std::min(kinds_.size(), kLegendLines)) * plan_.legend_line();
    for (std::size_t k = 0; k < std::min(kinds_.size(), kLegendLines); ++k) {
      y -= plan_.legend_line();
      const bool more = k + 1 == kLegendLines && kinds_.size() > kLegendLines;
      const auto text = more ? fmt::format("and {} more", kinds_.size() - k) : kinds_[k];
      const int left = plan_.plot.x;
      if (!more) canvas_.fill({left, y, size, size}, colour_of(kinds_[k]));
      const int room = plan_.width - left - 2 * size - plan_.margin;
      draw_text(canvas_, left + 2 * size, y + size / 2, text, fitted(plan_.text, text, room));
    }
  }

  const mesh::Mesh& mesh_;
  const MeshPicture& picture_;
  const std::vector<std::string> kinds_;
  const PicturePlan plan_;
  const std::vector<int> columns_, rows_;
  Canvas canvas_;
};
}  // namespace

void write_mesh_picture(const std::filesystem::path& file, const mesh::Mesh& mesh,
                        const MeshPicture& picture) {
  if (mesh.axes() > 2)
    return write_mesh_picture(file, mesh::plane_of(mesh, 2, mesh.z.cells() / 2), picture);
  output::write_whole_file(file, MeshDrawing(mesh, picture).png());
}

}  // namespace slipflow::drawing
