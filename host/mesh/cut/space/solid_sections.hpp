// Sections of each kind of solid.
#pragma once

#include <vector>

#include "plane_section.hpp"
#include "slipflow/mesh/cut_in_space.hpp"

namespace slipflow::mesh::cut {

std::vector<Section> section_at(const Prism& prism, int axis, double x, const PlaneLines& lines);
/// Whether a flat side lies within `near` of a plane.
bool has_side_in(const Prism& prism, int axis, double x, double near);

Facet facet_of(const Prism& prism, int facet);
Facet facet_of(const Sphere& sphere, int facet);
Facet facet_of(const Cylinder& cylinder, int facet);
Facet facet_of(const Surface& surface, int facet);

/// The closed lines in which a plane cuts triangles, which have these facets.
std::vector<Section> section_at(const Surface& surface, int axis, double x,
                                const std::vector<int>& facets);
/// The first triangle in the plane of each one, among connected triangles. `normals` are those of
/// the triangles, of length 1; 0 for a triangle without area, which is a facet of its own.
std::vector<int> facets_of(const Surface& surface, const std::vector<Position3>& normals);

/// The place of a point in a plane across an axis.
inline Point in_plane(const Position3& at, int axis) {
  const auto [e, f] = axes_of_planes[static_cast<std::size_t>(axis)];
  return {at[static_cast<std::size_t>(e)], at[static_cast<std::size_t>(f)]};
}

}  // namespace slipflow::mesh::cut
