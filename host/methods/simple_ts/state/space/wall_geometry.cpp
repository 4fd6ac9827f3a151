#include "wall_geometry.hpp"

#include <algorithm>
#include <cmath>

namespace slipflow::simple_ts {

namespace {
/// Cosine of the angle up to which a piece of wall follows the surface of its body.
constexpr double kSameNormal = 0.7071;
/// Between a velocity and the wall the tangent turns by at most this part.
constexpr double kMostTurned = 0.5;

/// Cosine of the least turning at an edge.
constexpr double kLeastTurning = 0.9397;

/// How far a point is from a facet, on either side.
double distance_from(const mesh::Facet& facet, const Vector3& x) {
  const Vector3 r = x - facet.at;
  if (facet.radius == 0) return std::abs(dot(facet.direction, r));
  return std::abs(norm(part_across(r, facet.direction)) - facet.radius);
}

/// The nearest to a point of a facet and its images one period away.
mesh::Facet nearest_image(const mesh::Facet& facet, const Vector3& x, const Vector3& periods) {
  mesh::Facet nearest = facet;
  for (int image = 0; image < 27; ++image) {
    const std::array<int, 3> moves = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
    mesh::Facet moved = facet;
    for (std::size_t a = 0; a < 3; ++a) moved.at[a] += moves[a] * periods[a];
    if (distance_from(moved, x) < distance_from(nearest, x)) nearest = moved;
  }
  return nearest;
}

/// The axis along which a vector is shortest.
Vector3 shortest_along(const Vector3& n) {
  Vector3 e{};
  std::size_t shortest = 0;
  for (std::size_t a = 1; a < 3; ++a)
    if (std::abs(n[a]) < std::abs(n[shortest])) shortest = a;
  e[shortest] = 1;
  return e;
}
}  // namespace

WallGeometry::WallGeometry(const mesh::WallPatch& patch, const std::vector<mesh::CutSolid>& solids,
                           const Vector3& periods)
    : wall(patch.wall),
      body(patch.body),
      S(patch.S),
      area(norm(patch.S)),
      at(patch.at),
      on_wall_(patch.at) {
  n = direction_ = (1 / area) * S;
  if (patch.body >= 0 && patch.facet >= 0) {
    const mesh::CutSolid& of = solids[static_cast<std::size_t>(patch.body)];
    take_facet(mesh::facet_of(of.solid, patch.facet), of.gas_inside, periods);
  }
  set_tangents();
}

void WallGeometry::take_facet(const mesh::Facet& facet, bool gas_inside, const Vector3& periods) {
  const mesh::Facet image = nearest_image(facet, at, periods);
  if (image.radius == 0) {
    const double along = dot(image.direction, n);
    if (std::abs(along) < kSameNormal) return;
    on_wall_ = image.at;
    direction_ = (along < 0 ? -1.0 : 1.0) * image.direction;
    return;
  }
  const Vector3 r = part_across(at - image.at, image.direction);
  const double sign = gas_inside ? -1 : 1;
  if (!(-sign * dot(r, n) >= kSameNormal * norm(r)) || norm(r) == 0) return;
  on_wall_ = image.at, direction_ = image.direction;
  radius_ = image.radius, sign_ = sign;
  const bool is_sphere = image.direction == Vector3{};
  curvature = {sign / radius_, is_sphere ? sign / radius_ : 0};
}

// The second tangent of a cylinder is along its axis.
void WallGeometry::set_tangents() {
  if (!is_flat() && direction_ != Vector3{}) {
    t[1] = unit(part_across(direction_, n));
    t[0] = cross(n, t[1]);
  } else {
    t[0] = unit(part_across(shortest_along(n), n));
    t[1] = cross(n, t[0]);
  }
}

double WallGeometry::distance(const Vector3& x) const {
  if (is_flat()) return dot(direction_, on_wall_ - x);
  return sign_ * (norm(from_axis(x)) - radius_);
}

double WallGeometry::turned(int k, int axis, const Vector3& offset) const {
  const double turn = std::clamp(curvature[k] * dot(t[k], offset), -kMostTurned, kMostTurned);
  return t[k][axis] + n[axis] * turn;
}

// d* of section 5, (1 + k d) times the integral of 1/((1 + k s)^3 (1 + m s)) from 0 to d, with the
// curvatures k along the tangent and m across it; for the surfaces that there are.
double WallGeometry::effective(int k, double d) const {
  const double along = curvature[k], other = curvature[1 - k];
  const double x = along * d;
  if (along == 0) return other == 0 ? d : std::log1p(other * d) / other;
  if (other == 0) return d * (1 + x / 2) / (1 + x);
  return d * (1 + x + x * x / 3) / ((1 + x) * (1 + x));
}

// Exact at a sphere; at a cylinder to third order, as in a plane.
double WallGeometry::effective_of_heat(double d) const {
  return d / std::max(1 + (curvature[0] + curvature[1]) * d / 2, kLeast);
}

WallGeometry WallGeometry::without_curvature() const {
  WallGeometry flat = *this;
  flat.curvature = {};
  return flat;
}

bool meet_in_edge(const WallGeometry& a, const WallGeometry& b) {
  if (a.body < 0 || a.body != b.body || dot(a.n, b.n) > kLeastTurning) return false;
  return dot(a.n, b.at - a.at) > 0 && dot(b.n, a.at - b.at) > 0;
}

}  // namespace slipflow::simple_ts
