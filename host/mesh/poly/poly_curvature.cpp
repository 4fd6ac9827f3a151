#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/mesh/vectors.hpp"

namespace slipflow::mesh {

namespace {
const double kCosineOfSharp = std::cos(kSharpEdge * 3.14159265358979323846 / 180);
constexpr double kNothingKnown = 1e-3;  // of the square of a term: it is that of the others
constexpr double kFlat = 1e-6;          // curvature times the size of the neighbourhood
constexpr std::size_t kTerms = 6;       // 1, x, y, x^2/2, x y, y^2/2

/// The faces that share an edge with each boundary face, none across sharp edges.
class SmoothSurface {
 public:
  SmoothSurface(const PolyMesh& mesh, const PolyGeometry& geometry)
      : mesh_(mesh), neighbours_(static_cast<std::size_t>(mesh.faces() - mesh.internal_faces())) {
    struct Edge {
      std::pair<int, int> points;
      int face;
    };
    std::vector<Edge> edges;
    for (const Patch& patch : mesh.patches) {
      if (!patch.is_boundary()) continue;
      for (int face = patch.begin; face < patch.end(); ++face) {
        int before = mesh.points_of(face).back();
        for (const int point : mesh.points_of(face)) {
          edges.push_back({std::minmax(before, point), face});
          before = point;
        }
      }
    }
    std::ranges::sort(edges, {}, [](const Edge& e) { return std::pair(e.points, e.face); });
    for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
      while (end < edges.size() && edges[end].points == edges[begin].points) ++end;
      if (end - begin != 2) continue;
      const int a = edges[begin].face, b = edges[begin + 1].face;
      const Vector3 &S = area(geometry, a), &T = area(geometry, b);
      if (dot(S, T) < kCosineOfSharp * length(S) * length(T)) continue;
      of(a).push_back(b);
      of(b).push_back(a);
    }
  }

  /// The face and those around it that share a point with it and are reached through each other.
  std::vector<int> around(int face) {
    std::vector<int> found = {face};
    const auto own = mesh_.points_of(face);
    const auto touches = [&](int other) {
      return std::ranges::any_of(mesh_.points_of(other), [&](int point) {
        return std::ranges::find(own, point) != own.end();
      });
    };
    for (std::size_t k = 0; k < found.size(); ++k)
      for (const int other : of(found[k]))
        if (touches(other) && std::ranges::find(found, other) == found.end())
          found.push_back(other);
    return found;
  }

 private:
  static const Vector3& area(const PolyGeometry& geometry, int face) {
    return geometry.face_areas[static_cast<std::size_t>(face)];
  }
  std::vector<int>& of(int face) {
    return neighbours_[static_cast<std::size_t>(face - mesh_.internal_faces())];
  }

  const PolyMesh& mesh_;
  std::vector<std::vector<int>> neighbours_;
};

/// Two unit vectors normal to n and each other; one along an axis if n is normal to that.
std::array<Vector3, 2> along_face(const Vector3& n) {
  Vector3 axis{};
  const auto least = std::ranges::min_element(n, {}, [](double x) { return std::abs(x); });
  axis[static_cast<std::size_t>(least - n.begin())] = 1;
  const Vector3 s = cross(n, axis);
  const Vector3 t = (1 / length(s)) * s;
  return {t, cross(n, t)};
}

/// The last three coefficients of a parabola through points by least squares. Terms that the points
/// do not tell apart from those before are left out.
class Parabola {
 public:
  void add(double x, double y, double height) {
    const std::array<double, kTerms> terms = {1, x, y, 0.5 * x * x, x * y, 0.5 * y * y};
    for (std::size_t i = 0; i < kTerms; ++i) {
      for (std::size_t j = 0; j < kTerms; ++j) matrix_[i][j] += terms[i] * terms[j];
      right_[i] += terms[i] * height;
    }
  }

  std::array<double, 3> second_derivatives() {
    std::array<double, kTerms> squares{}, solution{};
    std::array<bool, kTerms> known{};
    for (std::size_t k = 0; k < kTerms; ++k) squares[k] = matrix_[k][k];
    for (std::size_t k = 0; k < kTerms; ++k) {
      known[k] = matrix_[k][k] > kNothingKnown * squares[k];
      for (std::size_t i = k + 1; known[k] && i < kTerms; ++i) {
        const double factor = matrix_[i][k] / matrix_[k][k];
        for (std::size_t j = k; j < kTerms; ++j) matrix_[i][j] -= factor * matrix_[k][j];
        right_[i] -= factor * right_[k];
      }
    }
    for (std::size_t k = kTerms; k-- > 0;) {
      if (!known[k]) continue;
      double sum = right_[k];
      for (std::size_t j = k + 1; j < kTerms; ++j) sum -= matrix_[k][j] * solution[j];
      solution[k] = sum / matrix_[k][k];
    }
    return {solution[3], solution[4], solution[5]};
  }

 private:
  std::array<std::array<double, kTerms>, kTerms> matrix_{};
  std::array<double, kTerms> right_{};
};

Curvature curvature_at(const PolyMesh& mesh, const PolyGeometry& geometry, int face,
                       const std::vector<int>& around) {
  const Vector3& S = geometry.face_areas[static_cast<std::size_t>(face)];
  const Vector3& centre = geometry.face_centres[static_cast<std::size_t>(face)];
  std::set<int> points;
  for (const int other : around)
    points.insert(mesh.points_of(other).begin(), mesh.points_of(other).end());
  double size = 0;
  for (const int point : points)
    size = std::max(size, length(mesh.points[static_cast<std::size_t>(point)] - centre));
  const Vector3 n = (1 / length(S)) * S;
  const auto [s, t] = along_face(n);
  Parabola parabola;
  for (const int point : points) {
    const Vector3 d = (1 / size) * (mesh.points[static_cast<std::size_t>(point)] - centre);
    parabola.add(dot(d, s), dot(d, t), dot(d, n));
  }
  // The height is out of the fluid: that of a convex body grows.
  const auto [ss, st, tt] = parabola.second_derivatives();
  Curvature made{};
  if (std::max({std::abs(ss), std::abs(st), std::abs(tt)}) < kFlat) return made;
  constexpr std::array<std::array<std::size_t, 2>, 6> kEntries = {
      {{0, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {2, 2}}};
  for (std::size_t k = 0; k < made.size(); ++k) {
    const auto [i, j] = kEntries[k];
    made[k] = (ss * s[i] * s[j] + st * (s[i] * t[j] + t[i] * s[j]) + tt * t[i] * t[j]) / size;
  }
  return made;
}
}  // namespace

std::vector<Curvature> curvatures_of(const PolyMesh& mesh, const PolyGeometry& geometry) {
  SmoothSurface surface(mesh, geometry);
  std::vector<Curvature> all(static_cast<std::size_t>(mesh.faces() - mesh.internal_faces()));
  for (int face = mesh.internal_faces(); face < mesh.faces(); ++face)
    if (const auto around = surface.around(face); around.size() > 1)
      all[static_cast<std::size_t>(face - mesh.internal_faces())] =
          curvature_at(mesh, geometry, face, around);
  return all;
}

}  // namespace slipflow::mesh
