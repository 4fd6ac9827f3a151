#include "cut_outline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "palette.hpp"
#include "picture_frame.hpp"

namespace slipflow::drawing {

namespace {
/// Distances that differ by a smaller part are those of a common end of two pieces.
constexpr double kSameDistance = 1e-6;

/// Whether the nearest piece has the point on its side of the body: of two with a common end there,
/// the one whose line is farther away.
bool is_behind(std::span<const mesh::WallPiece> pieces, double x, double y) {
  double least = std::numeric_limits<double>::infinity(), beyond = 0;
  for (const mesh::WallPiece& piece : pieces) {
    const double length = std::hypot(piece.S_x, piece.S_y);
    if (length == 0) continue;
    const double n_x = piece.S_x / length, n_y = piece.S_y / length;
    const double dx = x - piece.x, dy = y - piece.y;
    const double across = n_x * dx + n_y * dy, along = n_x * dy - n_y * dx;
    const double distance = std::hypot(across, std::max(std::abs(along) - 0.5 * length, 0.0));
    const bool is_nearer = distance < least * (1 - kSameDistance);
    const bool is_as_near = distance < least * (1 + kSameDistance);
    if (is_nearer || (is_as_near && std::abs(across) > std::abs(beyond))) {
      least = distance;
      beyond = across;
    }
  }
  return beyond > 0;
}
}  // namespace

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
  const std::span pieces(cut.pieces);
  std::vector<bool> pixels;
  pixels.reserve(columns.size() * rows.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int i = columns[static_cast<std::size_t>(x)], j = rows[static_cast<std::size_t>(y)];
      const int place = cut.place[mesh.layout().at(i, j)];
      if (place < 0) {
        pixels.push_back(false);
        continue;
      }
      const auto n = static_cast<std::size_t>(place);
      const auto first = static_cast<std::size_t>(cut.first_piece[n]);
      const auto end = static_cast<std::size_t>(cut.first_piece[n + 1]);
      pixels.push_back(is_behind(pieces.subspan(first, end - first),
                                 (window.x0 + (x + 0.5) / width * window.width()) / factor,
                                 (window.y0 + (y + 0.5) / height * window.height()) / factor));
    }
  return pixels;
}

}  // namespace slipflow::drawing
