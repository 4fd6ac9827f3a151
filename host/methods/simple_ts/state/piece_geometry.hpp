// A piece of cut wall as the equations see it; docs/methods/cut-cells.md.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "slipflow/mesh/cut_mesh.hpp"

namespace slipflow::simple_ts {

using Vector = std::array<double, 2>;

inline double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1]; }
inline double square(double x) { return x * x; }

// The turn of the tangent between a node and the wall changes friction by at most this part.
inline constexpr double kMostTurn = 0.5, kLeastFriction = 0.67, kMostFriction = 1.5;

/// Distances, tangents and curvature of a piece of wall as the equations use them.
class PieceGeometry {
 public:
  explicit PieceGeometry(const mesh::WallPiece& piece) : piece_(piece) {
    length = std::hypot(piece.S_x, piece.S_y);
    n = {piece.S_x / length, piece.S_y / length};
    t = {-n[1], n[0]};
  }
  double distance(const Vector& x) const {
    if (piece_.curvature == 0) return dot(n, {piece_.x - x[0], piece_.y - x[1]});
    const double r = std::hypot(x[0] - piece_.centre_x, x[1] - piece_.centre_y);
    return std::copysign(1.0, piece_.curvature) * r - 1 / piece_.curvature;
  }
  /// By how much the tangent component along an axis is turned at x, times the curvature.
  double turned(int axis, const Vector& x) const {
    const double s = piece_.curvature * dot(t, {x[0] - piece_.x, x[1] - piece_.y});
    return t[axis] + n[axis] * std::clamp(s, -kMostTurn, kMostTurn);
  }
  double slip_factor(double d) const { return 1 + piece_.curvature * d; }
  /// The distance over which the shear rate at the wall makes the velocity there.
  double effective(double d) const { return d * (1 + piece_.curvature * d / 2) / slip_factor(d); }
  double effective_of_heat(double d) const { return d / (1 + piece_.curvature * d / 2); }

  Vector n, t;
  double length = 0;

 private:
  const mesh::WallPiece& piece_;
};

/// The force K at a convex corner, docs/methods/cut-cells.md 5: from the flow around a wedge with
/// free slip, whose angle in the gas is alpha and which goes like r^(1 + lambda), times a fitted
/// factor. `y`: mean distance of velocity nodes from the corner.
inline double strength_at(const mesh::WallCorner& corner, double factor, double y) {
  const double cosine = corner.before_x * corner.after_x + corner.before_y * corner.after_y;
  const double turn = std::acos(std::clamp(cosine, -1.0, 1.0));
  const double alpha = std::numbers::pi + turn, lambda = 1 - std::numbers::pi / alpha;
  return factor * (4 * alpha / std::numbers::pi - 2) * std::sin(0.5 * turn) * (1 - lambda) /
         (1 + lambda) *
         (std::pow(corner.length_before / y, lambda) + std::pow(corner.length_after / y, lambda));
}

/// An effective length of friction, limited so that the turn of the tangent changes little.
inline double clamped_friction(double value, double reference) {
  return std::clamp(value, kLeastFriction * reference, kMostFriction * reference);
}

}  // namespace slipflow::simple_ts
