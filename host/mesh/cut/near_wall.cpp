#include "slipflow/mesh/near_wall.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipflow::mesh {

namespace {
/// Distances that differ by a smaller part are those of a common end of two pieces.
constexpr double kSameDistance = 1e-6;

/// The piece of wall nearest to a point: of two with a common end there, the one whose line is
/// farther away.
struct NearestPiece {
  const WallPiece* piece = nullptr;
  double distance = std::numeric_limits<double>::infinity();
  double behind = 0;        ///< its line, positive on the side of the body
  double n_x = 0, n_y = 0;  ///< out of the gas

  void take(std::span<const WallPiece> pieces, double x, double y) {
    for (const WallPiece& of : pieces) take(of, x - of.x, y - of.y);
  }

 private:
  void take(const WallPiece& of, double dx, double dy) {
    const double length = std::hypot(of.S_x, of.S_y);
    if (length == 0) return;
    const double nx = of.S_x / length, ny = of.S_y / length;
    const double across = nx * dx + ny * dy, along = nx * dy - ny * dx;
    const double apart = std::hypot(across, std::max(std::abs(along) - 0.5 * length, 0.0));
    const bool is_nearer = apart < distance * (1 - kSameDistance);
    const bool is_as_near = apart < distance * (1 + kSameDistance);
    if (!is_nearer && !(is_as_near && std::abs(across) > std::abs(behind))) return;
    piece = &of, distance = apart, behind = across, n_x = nx, n_y = ny;
  }
};
}  // namespace

std::span<const WallPiece> pieces_in(const CutMesh& cut, std::size_t cell) {
  if (cut.place[cell] < 0) return {};
  const auto n = static_cast<std::size_t>(cut.place[cell]);
  const auto first = static_cast<std::size_t>(cut.first_piece[n]);
  return std::span(cut.pieces)
      .subspan(first, static_cast<std::size_t>(cut.first_piece[n + 1]) - first);
}

std::optional<NearWall> wall_near(const Mesh& mesh, const CutMesh& cut, double factor, double x,
                                  double y) {
  const int i = mesh.x.cell_at(x), j = mesh.y.cell_at(y);
  const Layout layout = mesh.layout();
  NearestPiece nearest;
  for (int k = j - 1; k <= j + 1; ++k)
    for (int n = i - 1; n <= i + 1; ++n)
      nearest.take(pieces_in(cut, layout.at(n, k)), x / factor, y / factor);
  if (!nearest.piece) return std::nullopt;
  const double width =
      std::abs(nearest.n_x) * mesh.x.widths[i] + std::abs(nearest.n_y) * mesh.y.widths[j];
  const double distance = factor * nearest.distance / width;
  return NearWall{nearest.behind > 0 ? -distance : distance, nearest.n_x, nearest.n_y};
}

const WallPiece* wall_before(const Mesh& mesh, const CutMesh& cut, double factor, int i, int j,
                             double x, double y) {
  NearestPiece nearest;
  nearest.take(pieces_in(cut, mesh.layout().at(i, j)), x / factor, y / factor);
  const double least = kOnWall * std::min(mesh.x.widths[i], mesh.y.widths[j]);
  return nearest.behind * factor > least ? nearest.piece : nullptr;
}

}  // namespace slipflow::mesh
