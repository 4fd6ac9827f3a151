// Sections of solids by planes across an axis.
#pragma once

#include <vector>

#include "plane_section.hpp"

namespace slipflow::mesh::cut {

/// Cuts a solid by planes. Facets: 0 of a sphere; the lateral surface and both ends of a cylinder;
/// the ends and then the sides of a prism; the number of a triangle, or of the first one of
/// connected triangles in a plane.
class Sections {
 public:
  explicit Sections(Solid solid);

  /// The outlines in the plane at x across an axis, none if it misses the solid. Round lines have
  /// their crossings with the lines of the mesh, and points in between.
  std::vector<Section> across(int axis, double x, const PlaneLines& lines) const;

  /// Whether a flat side lies within `near` of a plane.
  bool has_side_in(int axis, double x, double near) const;

  /// The point of a round facet and of its images that is nearest to a point; of a flat facet that
  /// point. Periods are 0 where there is none.
  Position3 on_facet(int facet, const Position3& near, const Position3& periods) const;

  /// The unit normal of a triangle, in either sense; zero of all other solids.
  Position3 normal_of(int facet) const;

  const Extent3& box() const { return box_; }

 private:
  Position3 on_facet(int facet, const Position3& near) const;

  Solid solid_;
  Extent3 box_;
  std::vector<int> facets_;         // of the triangles of a surface
  std::vector<Position3> normals_;  // of these triangles
};

}  // namespace slipflow::mesh::cut
