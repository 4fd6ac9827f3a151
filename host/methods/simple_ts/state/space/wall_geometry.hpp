// A piece of cut wall in space as the equations see it; docs/methods/cut-cells-in-space.md.
#pragma once

#include <array>
#include <vector>

#include "slipflow/mesh/cut_in_space.hpp"
#include "vectors.hpp"

namespace slipflow::simple_ts {

/// Distances, tangents and curvatures of a piece of wall. It is a part of the plane, sphere or
/// cylinder of its body; of a plane through its own mean point if it is turned by more than 45
/// degrees from the body's surface, a closed face, or several triangles.
class WallGeometry {
 public:
  /// Periods are 0 where there is none. The body may be an image.
  WallGeometry(const mesh::WallPatch& patch, const std::vector<mesh::CutSolid>& solids,
               const Vector3& periods);

  bool is_flat() const { return radius_ == 0; }
  /// How far a point in the gas is from the wall; negative behind it.
  double distance(const Vector3& x) const;

  // Of section 5, by the tangent k: what depends on the distance d or, from `at`, the offset of the
  // place where a velocity is known.
  /// The component along an axis of the tangent there: a round wall turns it.
  double turned(int k, int axis, const Vector3& offset) const;
  double slip_factor(int k, double d) const { return 1 + curvature[k] * d; }
  /// The distance over which the shear rate at the wall makes the velocity there.
  double effective(int k, double d) const;
  /// The distance over which heat is conducted, section 7.
  double effective_of_heat(double d) const;

  /// The same wall without curvature, whose distances are those of the round one.
  WallGeometry without_curvature() const;

  int wall = 0;          ///< as in Mesh::tags
  int body = -1;         ///< as of mesh::WallPatch
  bool at_edge = false;  ///< a convex edge of its body is in its cell: set by its user
  Vector3 S{}, n;        ///< normal out of the gas times area, and of length 1
  double area = 0;
  Vector3 at{};                       ///< its mean point
  std::array<Vector3, 2> t{};         ///< along the directions of the curvatures
  std::array<double, 2> curvature{};  ///< positive of a convex body
  /// Where 1 + curvature d is less, the wall counts as a plane.
  static constexpr double kLeast = 0.25;

 private:
  void take_facet(const mesh::Facet& facet, bool gas_inside, const Vector3& periods);
  Vector3 from_axis(const Vector3& x) const { return part_across(x - on_wall_, direction_); }
  void set_tangents();

  Vector3 on_wall_{};    // a point of the plane or of the axis; the centre of a sphere
  Vector3 direction_{};  // out of the gas, or along the axis; zero of a sphere
  double radius_ = 0;    // 0: a plane
  double sign_ = 1;      // -1: gas inside
};

/// Whether two pieces of wall in a cell meet in a convex edge of their body, with a turning of more
/// than 20 degrees.
bool meet_in_edge(const WallGeometry& a, const WallGeometry& b);

}  // namespace slipflow::simple_ts
