#include "point_values.hpp"

#include <array>
#include <cmath>
#include <span>

namespace slipflow::drawing {

namespace {
using mesh::Vector3;

// This part of the trace is added to the diagonal, because the gradient across a single layer of
// cells is not determined.
constexpr double kRegular = 1e-9;

double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector3 difference(const Vector3& a, const Vector3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Sums of d d^T and d (difference of values) over the neighbours, by one over d^2.
struct NormalEquations {
  std::array<Vector3, 3> matrix{};
  Vector3 right{};

  void add(const Vector3& d, double change) {
    const double weight = 1 / dot(d, d);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) matrix[i][j] += weight * d[i] * d[j];
      right[i] += weight * d[i] * change;
    }
  }
  /// By the adjugate of the symmetric matrix.
  Vector3 solution() const {
    auto m = matrix;
    const double trace = m[0][0] + m[1][1] + m[2][2];
    if (!(trace > 0)) return {};
    for (std::size_t k = 0; k < 3; ++k) m[k][k] += kRegular * trace;
    const std::array<Vector3, 3> adjugate = {cross(m[1], m[2]), cross(m[2], m[0]),
                                             cross(m[0], m[1])};
    const double determinant = dot(m[0], adjugate[0]);
    Vector3 x{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) x[j] += adjugate[i][j] * right[i] / determinant;
    return x;
  }
};

std::size_t as_index(int i) { return static_cast<std::size_t>(i); }
}  // namespace

PointValues::PointValues(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry,
                         const std::vector<double>& cells)
    : points(mesh.points.size()), centres_(geometry.centres), cells_(cells) {
  find_gradients(mesh);
  std::vector<double> weights(points.size());
  for (int face = 0; face < mesh.faces(); ++face) {
    std::array<int, 2> sides = {mesh.owner[as_index(face)], 0};
    if (face < mesh.internal_faces()) sides[1] = mesh.neighbour[as_index(face)];
    for (const int cell : std::span(sides).first(face < mesh.internal_faces() ? 2 : 1))
      for (const int point : mesh.points_of(face)) {
        const Vector3& x = mesh.points[as_index(point)];
        const Vector3 d = difference(x, centres_[as_index(cell)]);
        const double weight = 1 / std::sqrt(dot(d, d));
        points[as_index(point)] += weight * in_cell(cell, x);
        weights[as_index(point)] += weight;
      }
  }
  for (std::size_t k = 0; k < points.size(); ++k) points[k] /= weights[k];
  for (int face = 0; face < mesh.faces(); ++face) {
    const auto corners = mesh.points_of(face);
    double sum = 0;
    for (const int point : corners) sum += points[as_index(point)];
    face_middles.push_back(sum / static_cast<double>(corners.size()));
  }
}

double PointValues::in_cell(int cell, const Vector3& x) const {
  return cells_[as_index(cell)] +
         dot(gradients_[as_index(cell)], difference(x, centres_[as_index(cell)]));
}

void PointValues::find_gradients(const mesh::PolyMesh& mesh) {
  std::vector<NormalEquations> equations(as_index(mesh.cells));
  for (int face = 0; face < mesh.internal_faces(); ++face) {
    const auto a = as_index(mesh.owner[as_index(face)]),
               b = as_index(mesh.neighbour[as_index(face)]);
    const Vector3 d = difference(centres_[b], centres_[a]);
    const double change = cells_[b] - cells_[a];
    equations[a].add(d, change);
    equations[b].add(d, change);
  }
  for (const auto& each : equations) gradients_.push_back(each.solution());
}

}  // namespace slipflow::drawing
