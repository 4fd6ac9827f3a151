#include "cut_outline.hpp"

#include "palette.hpp"
#include "picture_frame.hpp"
#include "slipflow/mesh/near_wall.hpp"

namespace slipflow::drawing {

void draw_outlines(Figure& figure, const PicturePlan& plan, const mesh::CutMesh& cut,
                   double factor) {
  std::vector<std::vector<Dot>> lines;
  for (const mesh::WallPiece& piece : cut.pieces) {
    if (piece.curve < 0) continue;
    const double dx = -piece.S_y / 2, dy = piece.S_x / 2;
    lines.push_back({plan.at(factor * (piece.x - dx), factor * (piece.y - dy)),
                     plan.at(factor * (piece.x + dx), factor * (piece.y + dy))});
  }
  figure.clip(plan.plot);
  figure.strokes(lines, plan.line, kInk);
  figure.clip({0, 0, figure.width(), figure.height()});
}

std::vector<bool> pixels_in_bodies(const PicturePlan& plan, const mesh::Mesh& mesh,
                                   const mesh::CutMesh& cut, double factor) {
  const Window& window = plan.window;
  const int width = plan.plot.width, height = plan.plot.height;
  const auto columns = cells_under_pixels(mesh.x, window.x0, window.x1, width);
  const auto rows = cells_under_pixels(mesh.y, window.y0, window.y1, height);
  std::vector<bool> pixels;
  pixels.reserve(columns.size() * rows.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int i = columns[static_cast<std::size_t>(x)], j = rows[static_cast<std::size_t>(y)];
      pixels.push_back(mesh::wall_before(mesh, cut, factor, i, j,
                                         window.x0 + (x + 0.5) / width * window.width(),
                                         window.y0 + (y + 0.5) / height * window.height()));
    }
  return pixels;
}

}  // namespace slipflow::drawing
