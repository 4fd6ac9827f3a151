#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <span>

#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/mesh/vectors.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::mesh {

namespace {
constexpr std::size_t kMostNamed = 6;

/// Cells joined to pieces: each leads to another one of its piece, the last to itself.
class Pieces {
 public:
  explicit Pieces(int cells) : next_(static_cast<std::size_t>(cells)) {
    std::iota(next_.begin(), next_.end(), 0);
  }

  int of(int cell) {
    while (next(cell) != cell) cell = next(cell) = next(next(cell));
    return cell;
  }
  void join(int a, int b) { next(of(a)) = of(b); }

 private:
  int& next(int cell) { return next_[static_cast<std::size_t>(cell)]; }
  std::vector<int> next_;
};

void join_cyclic(const PolyMesh& mesh, Pieces& pieces) {
  const auto cell = [&](int face) { return mesh.owner[static_cast<std::size_t>(face)]; };
  for (const Patch& patch : mesh.patches) {
    const auto other = std::ranges::find(mesh.patches, patch.neighbour_patch, &Patch::name);
    if (patch.type != "cyclic" || other == mesh.patches.end()) continue;
    for (int k = 0; k < std::min(patch.faces, other->faces); ++k)
      pieces.join(cell(patch.begin + k), cell(other->begin + k));
  }
}
}  // namespace

std::vector<int> pieces_of(const PolyMesh& mesh) {
  Pieces pieces(mesh.cells);
  for (std::size_t face = 0; face < mesh.neighbour.size(); ++face)
    pieces.join(mesh.owner[face], mesh.neighbour[face]);
  join_cyclic(mesh, pieces);
  std::vector<int> sizes(static_cast<std::size_t>(mesh.cells));
  for (int cell = 0; cell < mesh.cells; ++cell) ++sizes[static_cast<std::size_t>(pieces.of(cell))];
  std::erase(sizes, 0);
  std::ranges::sort(sizes, std::greater<>());
  return sizes;
}

std::string warning_of_pieces(const PolyMesh& mesh) {
  const auto sizes = pieces_of(mesh);
  if (sizes.size() < 2) return "";
  const std::span first(sizes.data(), std::min(sizes.size(), kMostNamed));
  return fmt::format("the mesh is in {} pieces that no face connects, of {}{} cells", sizes.size(),
                     fmt::join(first, ", "), first.size() < sizes.size() ? ", ..." : "");
}

namespace {
constexpr double kSevere = 70;   // degrees
constexpr double kPlane = 0.99;  // |S| over the sum of the triangles

double angle_between(const Vector3& a, const Vector3& b) {
  const double cosine = dot(a, b) / (length(a) * length(b));
  return std::acos(std::clamp(cosine, -1.0, 1.0)) * 180 / std::numbers::pi;
}

/// Distance of the face centre from the line between the points a and b, over their distance.
double skewness(const Vector3& a, const Vector3& b, const Vector3& area, const Vector3& centre) {
  const Vector3 d = b - a;
  const double across = dot(area, d);
  if (across == 0) return 0;
  const Vector3 crossing = a + dot(area, centre - a) / across * d;
  return length(centre - crossing) / length(d);
}

void add_faces(const PolyMesh& mesh, const PolyGeometry& geometry, PolyQuality& quality) {
  double sum = 0;
  for (std::size_t f = 0; f < mesh.neighbour.size(); ++f) {
    const auto& a = geometry.centres[static_cast<std::size_t>(mesh.owner[f])];
    const auto& b = geometry.centres[static_cast<std::size_t>(mesh.neighbour[f])];
    const auto& area = geometry.face_areas[f];
    const double angle = angle_between(b - a, area);
    sum += angle;
    quality.max_non_orthogonality = std::max(quality.max_non_orthogonality, angle);
    quality.severe_faces += angle > kSevere;
    quality.inverted_faces += dot(b - a, area) <= 0;
    quality.max_skewness =
        std::max(quality.max_skewness, skewness(a, b, area, geometry.face_centres[f]));
  }
  if (!mesh.neighbour.empty())
    quality.mean_non_orthogonality = sum / static_cast<double>(mesh.neighbour.size());
}

double area_of_triangles(const PolyMesh& mesh, int face) {
  const auto labels = mesh.points_of(face);
  const auto point = [&](std::size_t k) {
    return mesh.points[static_cast<std::size_t>(labels[k % labels.size()])];
  };
  Vector3 mean{};
  for (std::size_t k = 0; k < labels.size(); ++k) mean = mean + point(k);
  mean = 1.0 / static_cast<double>(labels.size()) * mean;
  double sum = 0;
  for (std::size_t k = 0; k < labels.size(); ++k)
    sum += 0.5 * length(cross(point(k) - mean, point(k + 1) - mean));
  return sum;
}

/// Longest over shortest side of the box around the points of a cell.
double aspect_ratio(const PolyMesh& mesh, std::span<const int> faces) {
  Vector3 low = mesh.points[static_cast<std::size_t>(mesh.points_of(faces[0])[0])], high = low;
  for (const int face : faces)
    for (const int label : mesh.points_of(face))
      for (std::size_t a = 0; a < 3; ++a) {
        low[a] = std::min(low[a], mesh.points[static_cast<std::size_t>(label)][a]);
        high[a] = std::max(high[a], mesh.points[static_cast<std::size_t>(label)][a]);
      }
  const auto [least, most] = std::minmax({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
  return most / least;
}
}  // namespace

PolyQuality quality_of(const PolyMesh& mesh, const PolyGeometry& geometry) {
  PolyQuality quality;
  const auto [least, most] = std::minmax_element(geometry.volumes.begin(), geometry.volumes.end());
  quality.volumes = {*least, *most};
  for (const double volume : geometry.volumes) quality.total_volume += volume;
  add_faces(mesh, geometry, quality);
  for (int face = 0; face < mesh.faces(); ++face)
    quality.warped_faces += length(geometry.face_areas[static_cast<std::size_t>(face)]) <
                            kPlane * area_of_triangles(mesh, face);
  const CellFaces faces = faces_of_cells(mesh);
  for (int cell = 0; cell < mesh.cells; ++cell) {
    const auto its_faces = faces.of(cell);
    if (quality.by_faces.size() <= its_faces.size()) quality.by_faces.resize(its_faces.size() + 1);
    ++quality.by_faces[its_faces.size()];
    quality.max_aspect_ratio = std::max(quality.max_aspect_ratio, aspect_ratio(mesh, its_faces));
  }
  return quality;
}

std::vector<std::string> report_of(const PolyMesh& mesh, const PolyQuality& quality) {
  std::vector<std::string> lines;
  lines.push_back(fmt::format("cells           {}", mesh.cells));
  for (std::size_t k = 0; k < quality.by_faces.size(); ++k)
    if (quality.by_faces[k] > 0)
      lines.push_back(fmt::format("  with {:2} faces  {}", k, quality.by_faces[k]));
  lines.push_back(fmt::format("faces           {}, of which {} are internal", mesh.faces(),
                              mesh.internal_faces()));
  lines.push_back(fmt::format("points          {}", mesh.points.size()));
  for (const Patch& patch : mesh.patches)
    lines.push_back(fmt::format("patch           {} ({}), {} faces", shown(patch.name),
                                shown(patch.type), patch.faces));
  lines.push_back(fmt::format("volumes         {:.4g} to {:.4g}, total {:.6g}", quality.volumes[0],
                              quality.volumes[1], quality.total_volume));
  lines.push_back(
      fmt::format("non-orthogonality  at most {:.1f} degrees, mean {:.1f}; {} faces "
                  "above {:g}",
                  quality.max_non_orthogonality, quality.mean_non_orthogonality,
                  quality.severe_faces, kSevere));
  lines.push_back(fmt::format("skewness        at most {:.3g}", quality.max_skewness));
  lines.push_back(fmt::format("aspect ratio    at most {:.3g}", quality.max_aspect_ratio));
  if (quality.warped_faces > 0)
    lines.push_back(fmt::format("warning: {} faces are not plane", quality.warped_faces));
  if (quality.inverted_faces > 0)
    lines.push_back(
        fmt::format("warning: the normals of {} faces lead from the neighbour to the "
                    "owner",
                    quality.inverted_faces));
  return lines;
}

}  // namespace slipflow::mesh
