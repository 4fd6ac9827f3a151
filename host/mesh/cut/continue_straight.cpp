// Outlines at open boundaries of the mesh. Ghost cells there have the values of the outermost cells
// or of the prescribed inflow, so the walls next to that gas continue straight along the normal.
#include <algorithm>

#include "cut_work.hpp"

namespace slipflow::mesh::cut {

namespace {
/// Ends closer to the boundary than this share of the mesh's least width lie on it.
constexpr double kOnBoundary = 1e-3;

class Continuation {
 public:
  Continuation(Outlines& outlines, const Axis& axis, Side side)
      : outlines_(outlines),
        is_low_(side % 2 == 0),
        at_(is_low_ ? axis.faces[kPad] : axis.faces[axis.faces.size() - 1 - kPad]),
        far_(is_low_ ? axis.faces.front() - axis.widths.front()
                     : axis.faces.back() + axis.widths.back()),
        near_(kOnBoundary * *std::ranges::min_element(axis.widths)) {}

  /// Whether a position is on the boundary or outside the domain.
  bool is_outside(double position) const {
    return is_low_ ? position <= at_ + near_ : position >= at_ - near_;
  }

  /// At a boundary across x. Edges that only touch it from inside cancel each other.
  void continue_along_x() {
    std::vector<ClipEdge> kept, straight;
    for (ClipEdge e : outlines_.edges) {
      if (is_outside(is_low_ ? e.x1 : e.x0)) continue;
      if (is_outside(is_low_ ? e.x0 : e.x1)) {
        const double y = e.y_at(at_);
        (is_low_ ? e.x0 : e.x1) = at_, (is_low_ ? e.y0 : e.y1) = y;
        add(straight, {std::min(at_, far_), y, std::max(at_, far_), y, e.direction, e.region,
                       straight_source(e.source)});
      }
      kept.push_back(e);
    }
    std::erase_if(straight, [](const ClipEdge& e) { return e.direction == 0; });
    kept.insert(kept.end(), straight.begin(), straight.end());
    outlines_.edges = std::move(kept);
  }

  /// At a boundary across y. What is south of the mesh counts for the winding numbers of all cells
  /// above it, so it is moved away from the boundary but kept.
  void continue_along_y() {
    std::vector<ClipEdge> made;
    for (const ClipEdge& e : outlines_.edges) {
      const bool first_is_outside = is_outside(e.y0), last_is_outside = is_outside(e.y1);
      const double x = first_is_outside == last_is_outside ? e.x1 : e.x_at(at_);
      ClipEdge inside = e, outside = e;
      if (first_is_outside != last_is_outside) {
        (first_is_outside ? inside.x0 : inside.x1) = x,
                                        (first_is_outside ? inside.y0 : inside.y1) = at_;
        (first_is_outside ? outside.x1 : outside.x0) = x;
        made.push_back({x, std::min(at_, far_), x, std::max(at_, far_), 1, e.region,
                        straight_source(e.source)});
      }
      outside.y0 = outside.y1 = far_;
      if (!first_is_outside || !last_is_outside) made.push_back(inside);
      if ((first_is_outside || last_is_outside) && outside.x0 < outside.x1) made.push_back(outside);
    }
    outlines_.edges = std::move(made);
  }

 private:
  /// A straight source of the same wall.
  int straight_source(int source) {
    WallPiece straight;
    straight.wall = outlines_.sources[source].wall;
    straight.curve = outlines_.sources[source].curve;
    outlines_.sources.push_back(straight);
    return static_cast<int>(outlines_.sources.size()) - 1;
  }

  static void add(std::vector<ClipEdge>& straight, const ClipEdge& edge) {
    const auto same = std::ranges::find_if(straight, [&](const ClipEdge& other) {
      return other.y0 == edge.y0 && other.region == edge.region;
    });
    if (same == straight.end())
      straight.push_back(edge);
    else
      same->direction += edge.direction;
  }

  Outlines& outlines_;
  bool is_low_;
  double at_, far_, near_;
};
}  // namespace

void continue_straight(CutWork& work, Side side) {
  Outlines& outlines = work.outlines;
  const bool along_x = across_x(side);
  Continuation continuation(outlines, along_x ? work.padded.x() : work.padded.y(), side);
  if (along_x)
    continuation.continue_along_x();
  else
    continuation.continue_along_y();
  std::erase_if(outlines.corners, [&](const SharpCorner& corner) {
    return continuation.is_outside(along_x ? corner.at.x : corner.at.y);
  });
}

}  // namespace slipflow::mesh::cut
