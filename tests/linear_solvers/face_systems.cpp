#include "face_systems.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "slipflow/mesh/poly_build.hpp"

namespace test_face_systems {

using namespace slipflow;
using linear_solvers::FaceSystem;
using mesh::PolyMesh;
using mesh::Vector3;

namespace {
mesh::Axis axis(int n, double stretch) {
  if (stretch == 0) return mesh::uniform_axis(0, 1, n);
  std::vector<double> faces;
  for (int k = 0; k <= n; ++k)
    faces.push_back(0.5 * (1 + std::tanh(stretch * (2.0 * k / n - 1)) / std::tanh(stretch)));
  return mesh::axis_from_faces(faces);
}

/// The position in the tube of a point of a unit cube.
Vector3 in_tube(double s, double a, double b) {
  const double largest = std::max(std::abs(a), std::abs(b)), size = std::hypot(a, b);
  const double to_disc = size > 0 ? largest / size : 0;
  const double radius = 1 - 0.5 * std::exp(-std::pow((s - 0.5) / 0.08, 2));
  const double bend = 6 + radius * a * to_disc, angle = 1.5 * s;
  return {bend * std::sin(angle), bend * std::cos(angle), radius * b * to_disc};
}

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

void add_boundary(FaceSystem& all, int cell, double b, const Vector3& d) {
  const auto at = static_cast<std::size_t>(cell);
  all.matrix.b[at] += b;
  for (std::size_t k = 0; k < 3; ++k) all.graph.to_boundary[at][k] += b * d[k];
}
}  // namespace

PolyMesh box(int nx, int ny, int nz, double stretch) {
  mesh::Mesh box{axis(nx, stretch), axis(ny, stretch), axis(nz, stretch), {}};
  box.tags.assign(box.layout().size(), 0);
  return mesh::poly_mesh_of(box);
}

PolyMesh tube_of_tetrahedra(int n) {
  const std::array<int, 3> cells = {40 * n, 8 * n, 8 * n};
  const auto label = [&](const std::array<int, 3>& at) {
    return at[0] + (cells[0] + 1) * (at[1] + (cells[1] + 1) * at[2]);
  };
  std::vector<Vector3> points;
  for (int k = 0; k <= cells[2]; ++k)
    for (int j = 0; j <= cells[1]; ++j)
      for (int i = 0; i <= cells[0]; ++i)
        points.push_back(
            in_tube(1.0 * i / cells[0], 2.0 * j / cells[1] - 1, 2.0 * k / cells[2] - 1));
  mesh::Elements all, outlet;
  outlet.names = {"outlet"};
  for (int k = 0; k < cells[2]; ++k)
    for (int j = 0; j < cells[1]; ++j)
      for (int i = 0; i < cells[0]; ++i) {
        std::array<std::size_t, 3> order = {0, 1, 2};
        do {
          std::array<int, 3> at = {i, j, k};
          std::vector<int> corners = {label(at)};
          for (const std::size_t a : order) {
            ++at[a];
            corners.push_back(label(at));
          }
          all.add(mesh::CellShape::tetrahedron, corners, -1);
          if (i + 1 < cells[0]) continue;
          std::erase_if(corners, [&](int c) { return c % (cells[0] + 1) != cells[0]; });
          if (corners.size() == 3) outlet.add(mesh::CellShape::triangle, corners, 0);
        } while (std::next_permutation(order.begin(), order.end()));
      }
  return mesh::poly_mesh_of(std::move(points), all, outlet, "wall", "tube");
}

// |S| over the distance of the centres along the normal.
FaceSystem laplacian(const PolyMesh& mesh, const std::string& given) {
  const auto geometry = mesh::geometry_of(mesh);
  FaceSystem all;
  linear_solvers::FaceGraph& graph = all.graph;
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
  for (const auto& patch : mesh.patches)
    for (int face = patch.begin; patch.name == given && face < patch.end(); ++face) {
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

FaceSystem periodic_square(int n) {
  FaceSystem all;
  all.graph.cells = n * n;
  all.graph.volumes.assign(static_cast<std::size_t>(n * n), 1.0);
  all.graph.to_boundary.assign(all.graph.volumes.size(), Vector3{});
  all.matrix.b.assign(all.graph.volumes.size(), 0.0);
  const auto join = [&](int a, int b, Vector3 across) {
    if (a > b) {
      std::swap(a, b);
      for (double& x : across) x = -x;
    }
    all.graph.owner.push_back(a);
    all.graph.neighbour.push_back(b);
    all.graph.across.push_back(across);
    all.matrix.a.push_back(1.0);
  };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      join(i + n * j, (i + 1) % n + n * j, {1, 0, 0});
      join(i + n * j, i + n * ((j + 1) % n), {0, 1, 0});
    }
  return all;
}

std::vector<double> disturbed(int count) {
  std::mt19937 generator(1);
  std::vector<double> values(static_cast<std::size_t>(count));
  double mean = 0;
  for (double& value : values) {
    value = static_cast<double>(generator()) / 4294967296.0 - 0.5;
    mean += value / count;
  }
  for (double& value : values) value -= mean;
  return values;
}

}  // namespace test_face_systems
