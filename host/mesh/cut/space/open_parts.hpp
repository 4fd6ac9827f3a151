// The open part of a face between two cells.
#pragma once

#include <vector>

#include "cut_faces.hpp"

namespace slipflow::mesh::cut {

/// Shares of a face's area: a smaller open part is closed, a larger one is the whole face.
constexpr double kClosedShare = 1e-3;
constexpr double kWholeShare = 1 - 1e-12;

/// The open part of a face and its centroid in the plane.
struct OpenFace {
  double area = 0;
  Point at;
};

/// The gas on a face that cells exchange through it.
struct OpenParts {
  bool is_whole = false;
  std::vector<const FacePart*> parts;  ///< of a face that is not
};

/// The open part of a face that is `whole` without walls.
inline OpenFace open_face_of(const OpenParts& parts, const OpenFace& whole) {
  if (parts.is_whole) return whole;
  OpenFace open;
  for (const FacePart* part : parts.parts) {
    open.area += part->area;
    open.at.x += part->area * part->at.x, open.at.y += part->area * part->at.y;
  }
  if (open.area > kWholeShare * whole.area) return whole;
  if (open.area < kClosedShare * whole.area) return {0, whole.at};
  return {open.area, {open.at.x / open.area, open.at.y / open.area}};
}

}  // namespace slipflow::mesh::cut
