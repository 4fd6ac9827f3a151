// Sections of solids by planes across an axis.
#pragma once

#include <vector>

#include "plane_section.hpp"

namespace slipflow::mesh::cut {

/// Where a section is taken: in the plane or, where a flat side of the solid lies in it, just below
/// and just above it; or on one of these sides alone.
enum class Where { both, below, above };

/// Cuts a solid by planes. Facets: 0 of a sphere; the mantle and both ends of a cylinder; the ends
/// and then the sides of a prism; the number of a triangle, of several in one plane the first.
class Sections {
 public:
  explicit Sections(Solid solid);

  /// The section by the plane at x across an axis. Round lines have their crossings with the lines
  /// of the mesh, and points in between. A plane that misses the solid has no section; one that a
  /// flat side lies in may have two.
  std::vector<Section> across(int axis, double x, const PlaneLines& lines, Where where) const;

  /// Whether a flat side lies in a plane.
  bool has_side_in(int axis, double x, const PlaneLines& lines) const;

  /// The point of a round facet, or of its nearest image, that is nearest to a point; of a flat
  /// facet that point. Periods are 0 where there is none.
  Position3 on_facet(int facet, const Position3& near, const Position3& periods) const;

  /// The unit normal of a triangle, in either sense; zero of all other solids.
  Position3 normal_of(int facet) const;

  const Solid& solid() const { return solid_; }

 private:
  Position3 on_facet(int facet, const Position3& near) const;

  Solid solid_;
  std::vector<int> facets_;         // of the triangles of a surface
  std::vector<Position3> normals_;  // of these triangles
};

}  // namespace slipflow::mesh::cut
