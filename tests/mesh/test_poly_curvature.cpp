// Shape operators of boundary faces against those of a torus, which is convex, hollow and a saddle.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "slipflow/mesh/poly_build.hpp"
#include "slipflow/mesh/poly_geometry.hpp"

namespace test_poly_curvature {

using namespace slipflow::mesh;

namespace {
constexpr int kCells = 16;                     // along the surface
constexpr double kRing = 2;                    // radius of the axis of the torus
constexpr double kAround = 1.6, kAlong = 0.5;  // sizes of the patch, radians
constexpr double kMiddle = -1.8;               // of the angle around the axis: the saddle

using Place = std::array<int, 3>;

/// At the distance r from the axis, turned by phi around it, and by theta along it.
Vector3 on_torus(double r, double phi, double theta) {
  const double from_centre = kRing + r * std::cos(phi);
  return {from_centre * std::cos(theta), from_centre * std::sin(theta), r * std::sin(phi)};
}

/// Cells between the distances of 0.5 and 0.8 from the axis: hexahedra, or tetrahedra with points
/// moved along the surfaces.
PolyMesh shell(bool tetrahedra) {
  const auto label = [](const Place& at) {
    return at[0] + (kCells + 1) * (at[1] + (kCells + 1) * at[2]);
  };
  std::vector<Vector3> points;
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j <= kCells; ++j)
      for (int i = 0; i <= kCells; ++i) {
        const double moved = tetrahedra ? 0.2 : 0;
        const double x = i + moved * std::sin(7.0 * i + 3 * j + k);
        const double y = j + moved * std::cos(5.0 * i + 11 * j + k);
        points.push_back(
            on_torus(0.5 + 0.15 * k, kMiddle + kAround * (x / kCells - 0.5), kAlong * y / kCells));
      }
  Elements cells;
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < kCells; ++j)
      for (int i = 0; i < kCells; ++i) {
        if (!tetrahedra) {
          const std::vector<int> corners = {label({i, j, k}),
                                            label({i + 1, j, k}),
                                            label({i + 1, j + 1, k}),
                                            label({i, j + 1, k}),
                                            label({i, j, k + 1}),
                                            label({i + 1, j, k + 1}),
                                            label({i + 1, j + 1, k + 1}),
                                            label({i, j + 1, k + 1})};
          cells.add(CellShape::hexahedron, corners, -1);
          continue;
        }
        std::array<std::size_t, 3> order = {0, 1, 2};
        do {
          Place at = {i, j, k};
          std::vector<int> corners = {label(at)};
          for (const std::size_t axis : order) {
            ++at[axis];
            corners.push_back(label(at));
          }
          cells.add(CellShape::tetrahedron, corners, -1);
        } while (std::next_permutation(order.begin(), order.end()));
      }
  return poly_mesh_of(points, cells, {}, "rest", "shell");
}

double between(const Vector3& a, const Curvature& K, const Vector3& b) {
  return a[0] * (K[0] * b[0] + K[1] * b[1] + K[3] * b[2]) +
         a[1] * (K[1] * b[0] + K[2] * b[1] + K[4] * b[2]) +
         a[2] * (K[3] * b[0] + K[4] * b[1] + K[5] * b[2]);
}

struct Errors {
  double around = 0, along = 0, mixed = 0;
  int faces = 0;
};

/// Largest errors on the surface at the distance r; `sign`: 1 if the fluid is outside.
Errors errors_at(const PolyMesh& mesh, double r, double sign) {
  const auto geometry = geometry_of(mesh);
  const auto all = curvatures_of(mesh, geometry);
  Errors found;
  for (int face = mesh.internal_faces(); face < mesh.faces(); ++face) {
    const auto& x = geometry.face_centres[static_cast<std::size_t>(face)];
    const double theta = std::atan2(x[1], x[0]), out = std::hypot(x[0], x[1]) - kRing;
    const double phi = std::atan2(x[2], out);
    const Vector3 n = {std::cos(phi) * std::cos(theta), std::cos(phi) * std::sin(theta),
                       std::sin(phi)};
    const auto& S = geometry.face_areas[static_cast<std::size_t>(face)];
    const double size = std::sqrt(S[0] * S[0] + S[1] * S[1] + S[2] * S[2]);
    const double cosine = -sign * (n[0] * S[0] + n[1] * S[1] + n[2] * S[2]) / size;
    if (std::abs(std::hypot(out, x[2]) - r) > 0.02 || cosine < 0.9) continue;
    const Vector3 around = {-std::sin(phi) * std::cos(theta), -std::sin(phi) * std::sin(theta),
                            std::cos(phi)};
    const Vector3 along = {-std::sin(theta), std::cos(theta), 0};
    const Curvature& K = all[static_cast<std::size_t>(face - mesh.internal_faces())];
    const double of_axis = std::cos(phi) / (kRing + r * std::cos(phi));
    found.around = std::max(found.around, std::abs(between(around, K, around) * r * sign - 1));
    found.along = std::max(found.along, std::abs(between(along, K, along) * sign - of_axis));
    found.mixed = std::max(found.mixed, std::abs(between(around, K, along)));
    ++found.faces;
  }
  return found;
}
}  // namespace

TEST_CASE("curvatures of a torus, of its patch's edges too: convex outside, hollow inside") {
  for (const bool tetrahedra : {false, true}) {
    CAPTURE(tetrahedra);
    const auto mesh = shell(tetrahedra);
    for (const double sign : {1.0, -1.0}) {
      const Errors found = errors_at(mesh, sign > 0 ? 0.5 : 0.8, sign);
      CHECK(found.faces == kCells * kCells * (tetrahedra ? 2 : 1));
      CHECK(found.around < 0.05);
      CHECK(found.along < 0.1);
      CHECK(found.mixed < 0.05);
    }
  }
}

TEST_CASE("flat faces and those at sharp edges have no curvature") {
  // A roof: two planes that meet at an angle.
  const auto largest = [](double degrees) {
    Mesh box{uniform_axis(-4, 4, 8), uniform_axis(0, 3, 3), uniform_axis(0, 2, 2), {}};
    box.tags.assign(box.layout().size(), 0);
    auto mesh = poly_mesh_of(box);
    const double slope = std::tan(degrees / 2 * 3.14159265358979323846 / 180);
    for (auto& point : mesh.points) point[1] -= slope * std::abs(point[0]);
    double most = 0;
    for (const Curvature& K : curvatures_of(mesh, geometry_of(mesh)))
      for (const double part : K) most = std::max(most, std::abs(part));
    return most;
  };
  CHECK(largest(0) == 0);
  CHECK(largest(kSharpEdge + 1) == 0);
  CHECK(largest(kSharpEdge - 1) > 0.1);
}

}  // namespace test_poly_curvature
