// Ellipses as closed lines of straight edges, which may be cut off.
#pragma once

#include <cmath>
#include <vector>

#include "plane_section.hpp"

namespace slipflow::mesh::cut {

/// The ellipse centre + p cos t + q sin t.
struct Ellipse {
  Point centre, p, q;
  Point at(double t) const {
    const double c = std::cos(t), s = std::sin(t);
    return {centre.x + c * p.x + s * q.x, centre.y + c * p.y + s * q.y};
  }
};

/// The ellipse as a closed line, by increasing angle: its crossings with the lines of the mesh, the
/// points at the given angles, and points in between.
Section section_of(const Ellipse& ellipse, const PlaneLines& lines,
                   const std::vector<double>& angles, int facet);

/// A half of the plane: n.x is at most c.
struct HalfPlane {
  Point n;
  double c = 0;
  double beyond(const Point& at) const { return n.x * at.x + n.y * at.y - c; }
};

/// Cuts a convex section off at a line: the new edge has the given facet.
void cut_off(const HalfPlane& half, int facet, Section& section);

/// Adds an edge to a section.
void add_edge(const Point& a, const Point& b, int facet, Section& section);

}  // namespace slipflow::mesh::cut
