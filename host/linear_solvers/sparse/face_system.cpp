#include "slipflow/linear_solvers/face_system.hpp"

#include <algorithm>
#include <cmath>

namespace slipflow::linear_solvers {

namespace {
using mesh::Vector3;

// A part of the distance between the centres: it bounds the coefficient of a face that is nearly
// parallel to the line between them.
constexpr double kLeastAlongNormal = 0.05;

Vector3 difference(const Vector3& a, const Vector3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
double product(const Vector3& a, const Vector3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double coefficient(const Vector3& area, const Vector3& d) {
  const double size = std::sqrt(product(area, area));
  const double along = product(area, d) / size;
  return size / std::max(along, kLeastAlongNormal * std::sqrt(product(d, d)));
}

void add_boundary(FaceLaplacian& all, int cell, double b, const Vector3& d) {
  const auto at = static_cast<std::size_t>(cell);
  all.matrix.b[at] += b;
  for (std::size_t k = 0; k < 3; ++k) all.graph.to_boundary[at][k] += b * d[k];
}
}  // namespace

FaceLaplacian laplacian_of(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry,
                           const std::vector<bool>& given) {
  FaceLaplacian all;
  FaceGraph& graph = all.graph;
  graph.cells = mesh.cells;
  graph.neighbour = mesh.neighbour;
  graph.owner.assign(mesh.owner.begin(), mesh.owner.begin() + mesh.internal_faces());
  graph.volumes = geometry.volumes;
  graph.to_boundary.assign(geometry.centres.size(), Vector3{});
  all.matrix.b.assign(geometry.centres.size(), 0.0);
  for (std::size_t f = 0; f < graph.owner.size(); ++f) {
    const Vector3 d = difference(geometry.centres[static_cast<std::size_t>(graph.neighbour[f])],
                                 geometry.centres[static_cast<std::size_t>(graph.owner[f])]);
    graph.across.push_back(d);
    all.matrix.a.push_back(coefficient(geometry.face_areas[f], d));
  }
  for (std::size_t p = 0; p < mesh.patches.size(); ++p)
    for (int face = mesh.patches[p].begin; given[p] && face < mesh.patches[p].end(); ++face) {
      const auto f = static_cast<std::size_t>(face);
      const int cell = mesh.owner[f];
      const Vector3 d =
          difference(geometry.face_centres[f], geometry.centres[static_cast<std::size_t>(cell)]);
      add_boundary(all, cell, coefficient(geometry.face_areas[f], d), d);
    }
  for (std::size_t cell = 0; cell < all.matrix.b.size(); ++cell)
    if (const double b = all.matrix.b[cell]; b > 0)
      for (double& d : graph.to_boundary[cell]) d /= b;
  return all;
}

SparseRows rows_of(int cells, const std::vector<int>& owner, const std::vector<int>& neighbour) {
  SparseRows rows;
  rows.starts.assign(static_cast<std::size_t>(cells) + 1, 0);
  for (std::size_t f = 0; f < owner.size(); ++f)
    for (const int cell : {owner[f], neighbour[f]})
      ++rows.starts[static_cast<std::size_t>(cell) + 1];
  for (std::size_t k = 1; k < rows.starts.size(); ++k) rows.starts[k] += rows.starts[k - 1];
  rows.columns.resize(2 * owner.size());
  rows.faces.resize(2 * owner.size());
  std::vector<int> next(rows.starts.begin(), rows.starts.end() - 1);
  const auto add = [&](int row, int column, std::size_t face) {
    const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(row)]++);
    rows.columns[at] = column;
    rows.faces[at] = static_cast<int>(face);
  };
  for (std::size_t f = 0; f < owner.size(); ++f) {
    add(owner[f], neighbour[f], f);
    add(neighbour[f], owner[f], f);
  }
  return rows;
}

}  // namespace slipflow::linear_solvers
