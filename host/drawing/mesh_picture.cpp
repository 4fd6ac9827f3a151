#include "slipflow/drawing/mesh_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cut_outline.hpp"
#include "palette.hpp"
#include "picture_frame.hpp"
#include "slipflow/output/files.hpp"

namespace slipflow::drawing {

namespace {
// More colours, darker ones of Tol's.
constexpr std::array kDarker = {rgb(0x777777), rgb(0x332288), rgb(0x999933),
                                rgb(0x882255), rgb(0x44aa99), rgb(0x661100)};
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

/// The edges of stairs, drawn over bodies and outlines.
constexpr Colour kStairs = rgb(0xcc0000);

/// Cut cells with less solid than this are drawn as gas.
constexpr double kLeastShare = 1e-6;

Colour blended(Colour a, Colour b, double share_of_b) {
  const auto mix = [&](std::uint8_t x, std::uint8_t y) {
    return static_cast<std::uint8_t>(std::lround(x + (y - x) * share_of_b));
  };
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

class MeshDrawing {
 public:
  MeshDrawing(const mesh::Mesh& mesh, const MeshPicture& picture)
      : mesh_(mesh),
        picture_(picture),
        kinds_(kinds_of(picture)),
        plan_(plan_mesh_picture(window_of(mesh), picture.width, !picture.title.empty(),
                                static_cast<int>(std::min(kinds_.size(), kLegendLines)),
                                picture.letters)),
        columns_(cells_under_pixels(mesh.x, mesh.x.faces.front(), mesh.x.faces.back(),
                                    plan_.plot.width)),
        rows_(cells_under_pixels(mesh.y, mesh.y.faces.front(), mesh.y.faces.back(),
                                 plan_.plot.height)),
        figure_(plan_.width, plan_.height, ImageFormat::png) {}

  std::string png() {
    const bool all_faces = draw_plot();
    for (const BodyLabel& body : picture_.bodies) draw_name(body);
    draw_sides();
    draw_axes(figure_, plan_, "", "");
    draw_side_names();
    draw_legend();
    draw_heading(figure_, plan_, picture_.title,
                 label_runs(fmt::format(
                     "{} × {} cells{}{}", mesh_.x.cells(), mesh_.y.cells(),
                     all_faces ? "" : " (some faces left out)",
                     picture_.length_unit.empty() ? "" : ", lengths in " + picture_.length_unit)));
    return figure_.bytes();
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

  /// Cell faces and bodies, pixel by pixel. Returns whether all faces are drawn.
  bool draw_plot() {
    const Box& plot = plan_.plot;
    std::vector<Colour> pixels(static_cast<std::size_t>(plot.width) * plot.height, kWhite);
    const double apart = plan_.scaled(6);
    const Faces x = faces_to_draw(mesh_.x, plot.width, apart);
    const Faces y = faces_to_draw(mesh_.y, plot.height, apart);
    const auto pixel = [&](int column, int row) -> Colour& {
      return pixels[static_cast<std::size_t>(row) * plot.width + column];
    };
    for (int row = 0; row < plot.height; ++row)
      for (const int column : x.pixels) pixel(column, row) = kFaintLine;
    for (const int row : y.pixels)
      for (int column = 0; column < plot.width; ++column) pixel(column, row) = kFaintLine;
    paint_bodies(pixels);
    if (picture_.cut) paint_cut_cells(pixels);
    figure_.image(plot, pixels);
    if (picture_.cut) draw_outlines(figure_, plan_, *picture_.cut, picture_.length_factor);
    if (!picture_.stairs.empty()) draw_stairs();
    return x.all && y.all;
  }

  int tag_at(int x, int y) const { return mesh_.tags[mesh_.layout().at(columns_[x], rows_[y])]; }

  void paint_bodies(std::vector<Colour>& pixels) const {
    std::vector<Colour> colours;
    for (const auto& kind : picture_.wall_kinds) colours.push_back(colour_of(kind));
    Colour* pixel = pixels.data();
    for (int y = 0; y < plan_.plot.height; ++y)
      for (int x = 0; x < plan_.plot.width; ++x, ++pixel) {
        const int tag = tag_at(x, y);
        const auto is_other = [&](int px, int py) {
          return tag_at(px, py) != tag && solid_share(px, py) == 0;
        };
        if (tag != 0) *pixel = any_near(plan_, x, y, is_other) ? kInk : colours[tag - 1];
      }
  }

  /// The edges of the stairs: faces between a cell of them and gas.
  void draw_stairs() {
    const mesh::Layout layout = mesh_.layout();
    const auto is_solid = [&](int i, int j) { return picture_.stairs[layout.at(i, j)] != 0; };
    const auto at = [&](int i, int j) { return plan_.at(mesh_.x.faces[i], mesh_.y.faces[j]); };
    std::vector<std::vector<Dot>> edges;
    mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int) {
      if (i > 0 && is_solid(i, j) != is_solid(i - 1, j)) edges.push_back({at(i, j), at(i, j + 1)});
      if (j > 0 && is_solid(i, j) != is_solid(i, j - 1)) edges.push_back({at(i, j), at(i + 1, j)});
    });
    figure_.strokes(edges, 2 * plan_.line, kStairs);
  }

  /// The cell under a pixel in the list of cut cells; nothing if it is not there.
  const mesh::CutCell* cut_cell_at(int x, int y) const {
    if (!picture_.cut) return nullptr;
    const int number = picture_.cut->place[mesh_.layout().at(columns_[x], rows_[y])];
    return number < 0 ? nullptr : &picture_.cut->cells[number];
  }

  /// The share of a cut cell that is solid; 0 for other cells.
  double solid_share(int x, int y) const {
    const mesh::CutCell* cell = cut_cell_at(x, y);
    if (!cell || cell->volume == 0) return 0;
    const double area = mesh_.x.widths[cell->i] * mesh_.y.widths[cell->j];
    const double factor = picture_.length_factor;
    return std::max(1 - cell->volume * factor * factor / area, 0.0);
  }

  /// The wall of the first piece of a cut cell.
  int wall_of(const mesh::CutCell& cell) const {
    const mesh::CutMesh& cut = *picture_.cut;
    const auto number = static_cast<std::size_t>(&cell - cut.cells.data());
    return cut.pieces[static_cast<std::size_t>(cut.first_piece[number])].wall;
  }

  /// Mixes the colour of the body into cut cells.
  void paint_cut_cells(std::vector<Colour>& pixels) const {
    Colour* pixel = pixels.data();
    for (int y = 0; y < plan_.plot.height; ++y)
      for (int x = 0; x < plan_.plot.width; ++x, ++pixel) {
        const double share = solid_share(x, y);
        if (!(share > kLeastShare)) continue;
        const int wall = wall_of(*cut_cell_at(x, y));
        *pixel = blended(*pixel, colour_of(picture_.wall_kinds[wall - 1]), share);
      }
  }

  /// Writes the name into the body, if there is room for it.
  void draw_name(const BodyLabel& body) {
    const auto& b = body.cells;
    const Dot low = plan_.at(mesh_.x.faces[b.i0], mesh_.y.faces[b.j0]);
    const Dot high = plan_.at(mesh_.x.faces[b.i1], mesh_.y.faces[b.j1]);
    const double x = 0.5 * (low.x + high.x), y = 0.5 * (low.y + high.y);
    TextStyle style = plan_.text;
    style.colour = kWhite;
    style.across = Align::middle;
    const auto name = plain_runs(body.name);
    const double half = 0.5 * length_of(name, style);
    for (const double px : {x - half, x + half})
      for (const double py : {y - style.size, y + style.size}) {
        const int column = static_cast<int>(std::floor(px)) - plan_.plot.x;
        const int row = static_cast<int>(std::floor(py)) - plan_.plot.y;
        if (column < 0 || column >= plan_.plot.width || row < 0 || row >= plan_.plot.height ||
            tag_at(column, row) != body.wall)
          return;
      }
    draw_text(figure_, x, y, name, style);
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
      figure_.fill(bands[side], colour_of(picture_.side_kinds[side]));
    figure_.frame(plot, plan_.line, kInk);
  }

  void draw_side_names() {
    const Box& plot = plan_.plot;
    const int x = plot.x + plot.width / 2, y = plot.y + plot.height / 2;
    TextStyle style = plan_.text;
    style.across = Align::middle;
    style.vertical = Align::low;
    const auto words = [&](mesh::Side side, const char* name) {
      return plain_runs(name + (": " + picture_.sides[side]));
    };
    draw_text(figure_, x, plot.top() + plan_.border + plan_.gap, words(mesh::north, "north"),
              style);
    draw_text(figure_, x, plan_.margin + plan_.below, words(mesh::south, "south"), style);
    style = plan_.text;
    style.upwards = true;
    draw_text(figure_, plan_.margin, y, words(mesh::west, "west"), style);
    draw_text(figure_, plot.right() + plan_.border + plan_.gap, y, words(mesh::east, "east"),
              style);
  }

  void draw_legend() {
    const int size = static_cast<int>(plan_.text.size);
    int y = plan_.margin +
            static_cast<int>(std::min(kinds_.size(), kLegendLines)) * plan_.legend_line();
    for (std::size_t k = 0; k < std::min(kinds_.size(), kLegendLines); ++k) {
      y -= plan_.legend_line();
      const bool more = k + 1 == kLegendLines && kinds_.size() > kLegendLines;
      const auto text =
          plain_runs(more ? fmt::format("and {} more", kinds_.size() - k) : kinds_[k]);
      const int left = plan_.plot.x;
      if (!more) figure_.fill({left, y, size, size}, colour_of(kinds_[k]));
      const int room = plan_.width - left - 2 * size - plan_.margin;
      draw_text(figure_, left + 2 * size, y + 0.5 * size, text, fitted(plan_.text, text, room));
    }
  }

  const mesh::Mesh& mesh_;
  const MeshPicture& picture_;
  const std::vector<std::string> kinds_;
  const PicturePlan plan_;
  const std::vector<int> columns_, rows_;
  Figure figure_;
};

bool has_body(const mesh::Mesh& plane) {
  for (int j = 0; j < plane.y.cells(); ++j)
    for (int i = 0; i < plane.x.cells(); ++i)
      if (plane.solid(i, j)) return true;
  return false;
}

/// The plane across z that has a body and is nearest to the middle; without bodies the middle.
mesh::Mesh plane_with_body(const mesh::Mesh& mesh) {
  const int cells = mesh.z.cells(), middle = cells / 2;
  for (int distance = 0; distance <= middle; ++distance)
    for (const int k : {middle - distance, middle + distance}) {
      if (k >= cells) continue;
      auto plane = mesh::plane_of(mesh, 2, k);
      if (has_body(plane)) return plane;
    }
  return mesh::plane_of(mesh, 2, middle);
}
}  // namespace

std::string draw_mesh_picture(const mesh::Mesh& mesh, const MeshPicture& picture) {
  if (mesh.axes() > 2) return draw_mesh_picture(plane_with_body(mesh), picture);
  return MeshDrawing(mesh, picture).png();
}

void write_mesh_picture(const std::filesystem::path& file, const mesh::Mesh& mesh,
                        const MeshPicture& picture) {
  output::write_whole_file(file, draw_mesh_picture(mesh, picture));
}

}  // namespace slipflow::drawing
