#include "slipflow/mesh/poly_geometry.hpp"

#include <fmt/format.h>

#include "slipflow/mesh/vectors.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::mesh {

namespace {
// Relative: sums of the area vectors of a closed cell have only rounding errors.
constexpr double kClosed = 1e-8;

Vector3 mean_of(const PolyMesh& mesh, int face) {
  const auto labels = mesh.points_of(face);
  Vector3 sum{};
  for (const int label : labels) sum = sum + mesh.points[static_cast<std::size_t>(label)];
  return 1.0 / static_cast<double>(labels.size()) * sum;
}

/// Calls visit(area vector, centre) for each triangle of a face about the mean of its points.
template <class Visit>
void visit_triangles(const PolyMesh& mesh, int face, const Vector3& mean, Visit visit) {
  const auto labels = mesh.points_of(face);
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const auto& a = mesh.points[static_cast<std::size_t>(labels[k])];
    const auto& b = mesh.points[static_cast<std::size_t>(labels[(k + 1) % labels.size()])];
    visit(0.5 * cross(a - mean, b - mean), 1.0 / 3.0 * (mean + a + b));
  }
}

void set_face(const PolyMesh& mesh, int face, PolyGeometry& geometry) {
  const Vector3 mean = mean_of(mesh, face);
  Vector3 area{};
  visit_triangles(mesh, face, mean,
                  [&](const Vector3& part, const Vector3&) { area = area + part; });
  const double size = length(area);
  // Triangles of a warped face count by their areas across the face.
  double total = 0;
  Vector3 moment{};
  if (size > 0)
    visit_triangles(mesh, face, mean, [&](const Vector3& part, const Vector3& centre) {
      const double across = dot(part, area) / size;
      total += across;
      moment = moment + across * centre;
    });
  geometry.face_areas[static_cast<std::size_t>(face)] = area;
  geometry.face_centres[static_cast<std::size_t>(face)] = total > 0 ? 1 / total * moment : mean;
}

/// Means of the centres of the faces of each cell.
std::vector<Vector3> middles_of_cells(const PolyMesh& mesh, const PolyGeometry& geometry) {
  std::vector<Vector3> sums(static_cast<std::size_t>(mesh.cells), Vector3{});
  std::vector<int> count(sums.size(), 0);
  const auto add = [&](int cell, int face) {
    auto& sum = sums[static_cast<std::size_t>(cell)];
    sum = sum + geometry.face_centres[static_cast<std::size_t>(face)];
    ++count[static_cast<std::size_t>(cell)];
  };
  for (int face = 0; face < mesh.faces(); ++face) {
    add(mesh.owner[static_cast<std::size_t>(face)], face);
    if (face < mesh.internal_faces()) add(mesh.neighbour[static_cast<std::size_t>(face)], face);
  }
  for (std::size_t cell = 0; cell < sums.size(); ++cell)
    sums[cell] = 1.0 / count[cell] * sums[cell];
  return sums;
}

void set_cells(const PolyMesh& mesh, PolyGeometry& geometry) {
  const auto middles = middles_of_cells(mesh, geometry);
  const auto add = [&](int cell, int face, double sign) {
    const auto at = static_cast<std::size_t>(cell);
    const auto& centre = geometry.face_centres[static_cast<std::size_t>(face)];
    const auto& area = geometry.face_areas[static_cast<std::size_t>(face)];
    const double pyramid = sign * dot(area, centre - middles[at]) / 3;
    geometry.volumes[at] += pyramid;
    // Relative to the middle of the cell, so that a mesh far from the origin keeps its digits.
    geometry.centres[at] = geometry.centres[at] + 0.75 * pyramid * (centre - middles[at]);
  };
  for (int face = 0; face < mesh.faces(); ++face) {
    add(mesh.owner[static_cast<std::size_t>(face)], face, 1);
    if (face < mesh.internal_faces()) add(mesh.neighbour[static_cast<std::size_t>(face)], face, -1);
  }
  for (std::size_t cell = 0; cell < middles.size(); ++cell) {
    const double volume = geometry.volumes[cell];
    const Vector3 away = volume > 0 ? 1 / volume * geometry.centres[cell] : Vector3{};
    geometry.centres[cell] = middles[cell] + away;
  }
}

void require_closed_cells(const PolyMesh& mesh, const PolyGeometry& geometry,
                          const std::string& name) {
  std::vector<Vector3> sums(static_cast<std::size_t>(mesh.cells), Vector3{});
  std::vector<double> sizes(sums.size(), 0.0);
  const auto add = [&](int cell, int face, double sign) {
    const auto at = static_cast<std::size_t>(cell);
    const auto& area = geometry.face_areas[static_cast<std::size_t>(face)];
    sums[at] = sums[at] + sign * area;
    sizes[at] += length(area);
  };
  for (int face = 0; face < mesh.faces(); ++face) {
    add(mesh.owner[static_cast<std::size_t>(face)], face, 1);
    if (face < mesh.internal_faces()) add(mesh.neighbour[static_cast<std::size_t>(face)], face, -1);
  }
  for (std::size_t cell = 0; cell < sums.size(); ++cell)
    if (!(length(sums[cell]) <= kClosed * sizes[cell]))
      throw Error(
          ExitStatus::bad_input,
          fmt::format("{}: cell {} is not closed: its faces do not surround it", name, cell));
}
}  // namespace

PolyGeometry geometry_of(const PolyMesh& mesh) {
  PolyGeometry geometry;
  geometry.face_areas.resize(static_cast<std::size_t>(mesh.faces()));
  geometry.face_centres.resize(static_cast<std::size_t>(mesh.faces()));
  geometry.volumes.assign(static_cast<std::size_t>(mesh.cells), 0.0);
  geometry.centres.assign(static_cast<std::size_t>(mesh.cells), Vector3{});
  for (int face = 0; face < mesh.faces(); ++face) set_face(mesh, face, geometry);
  set_cells(mesh, geometry);
  return geometry;
}

void require_valid_geometry(const PolyMesh& mesh, const PolyGeometry& geometry,
                            const std::string& name) {
  for (int face = 0; face < mesh.faces(); ++face)
    if (!(length(geometry.face_areas[static_cast<std::size_t>(face)]) > 0))
      throw Error(ExitStatus::bad_input, fmt::format("{}: face {} has no area", name, face));
  require_closed_cells(mesh, geometry, name);
  for (std::size_t cell = 0; cell < geometry.volumes.size(); ++cell)
    if (!(geometry.volumes[cell] > 0))
      throw Error(ExitStatus::bad_input,
                  fmt::format("{}: cell {} has the volume {:g}; it must be positive", name, cell,
                              geometry.volumes[cell]));
}

}  // namespace slipflow::mesh
