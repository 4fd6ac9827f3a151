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

/// The piece of wall nearest to a point: of two with a common end there, the one whose line is
/// farther away.
struct NearestPiece {
  double distance = std::numeric_limits<double>::infinity();
  double beyond = 0;        ///< from its line, positive on the side of the body
  double n_x = 0, n_y = 0;  ///< out of the gas

  void take(std::span<const mesh::WallPiece> pieces, double x, double y) {
    for (const mesh::WallPiece& piece : pieces) take(piece, x - piece.x, y - piece.y);
  }

 private:
  void take(const mesh::WallPiece& piece, double dx, double dy) {
    const double length = std::hypot(piece.S_x, piece.S_y);
    if (length == 0) return;
    const double nx = piece.S_x / length, ny = piece.S_y / length;
    const double across = nx * dx + ny * dy, along = nx * dy - ny * dx;
    const double apart = std::hypot(across, std::max(std::abs(along) - 0.5 * length, 0.0));
    const bool is_nearer = apart < distance * (1 - kSameDistance);
    const bool is_as_near = apart < distance * (1 + kSameDistance);
    if (!is_nearer && !(is_as_near && std::abs(across) > std::abs(beyond))) return;
    distance = apart, beyond = across, n_x = nx, n_y = ny;
  }
};

/// The pieces in a cell; none in one that is not listed.
std::span<const mesh::WallPiece> pieces_in(const mesh::CutMesh& cut, std::size_t cell) {
  if (cut.place[cell] < 0) return {};
  const auto n = static_cast<std::size_t>(cut.place[cell]);
  const auto first = static_cast<std::size_t>(cut.first_piece[n]);
  return std::span(cut.pieces)
      .subspan(first, static_cast<std::size_t>(cut.first_piece[n + 1]) - first);
}
}  // namespace

std::optional<NearWall> wall_near(const mesh::Mesh& mesh, const mesh::CutMesh& cut, double factor,
                                  double x, double y) {
  const int i = mesh.x.cell_at(x), j = mesh.y.cell_at(y);
  const mesh::Layout layout = mesh.layout();
  NearestPiece nearest;
  for (int k = j - 1; k <= j + 1; ++k)
    for (int n = i - 1; n <= i + 1; ++n)
      nearest.take(pieces_in(cut, layout.at(n, k)), x / factor, y / factor);
  if (!std::isfinite(nearest.distance)) return std::nullopt;
  const double width =
      std::abs(nearest.n_x) * mesh.x.widths[i] + std::abs(nearest.n_y) * mesh.y.widths[j];
  const double distance = factor * nearest.distance / width;
  return NearWall{nearest.beyond > 0 ? -distance : distance, nearest.n_x, nearest.n_y};
}

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
      NearestPiece nearest;
      nearest.take(pieces_in(cut, mesh.layout().at(i, j)),
                   (window.x0 + (x + 0.5) / width * window.width()) / factor,
                   (window.y0 + (y + 0.5) / height * window.height()) / factor);
      pixels.push_back(nearest.beyond > 0);
    }
  return pixels;
}

}  // namespace slipflow::drawing
