// Polyhedra that a plane cuts, as they appear in a picture of the plane.
#pragma once

#include <array>
#include <vector>

#include "point_values.hpp"
#include "slipflow/drawing/window.hpp"
#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::drawing {

class PlaneCut {
 public:
  /// Across an axis, at a position on it.
  PlaneCut(const mesh::PolyMesh& mesh, int axis, double position);

  using Ends = std::array<double, 2>;
  /// The extent of the cells in the plane, along the picture's x and y; else that of the mesh.
  const std::array<Ends, 2>& extent() const { return extent_; }
  /// The cells that are cut and meet the window with their bounds, in increasing order.
  std::vector<int> cells_in(const Window& window) const;
  /// The cell under the middle of each pixel of a picture of the window, by rows from the lowest
  /// on; -1 outside of all cells.
  std::vector<int> cells_under(const Window& window, int width, int height) const;
  /// A value for the middle of each pixel, in the order of cells_under(), NaN outside of all cells:
  /// linear in triangles between the outline of a cell and its middle.
  std::vector<double> values_under(const PointValues& values, const Window& window, int width,
                                   int height) const;
  /// The extent as a window.
  Window window() const;

 private:
  using Point = std::array<double, 2>;
  /// Where the plane cuts an edge between two points of the mesh; of a face, -1 - face is the
  /// middle.
  struct Cut {
    Point at;
    int from, to;
    double part;
    double value(const PointValues& values) const;
  };
  /// Where a face of the cell is cut. Those of a cell make closed polygons.
  struct Segment {
    int cell;
    Cut a, b;
  };
  struct Corner;

  void cut_face(const mesh::PolyMesh& mesh, int face);
  void add_segment(const mesh::PolyMesh& mesh, int face, const Cut& a, const Cut& b);
  Cut crossing(const Corner& a, const Corner& b) const;
  void measure(const mesh::PolyMesh& mesh);

  const int axis_, across_, along_;
  const double position_;
  bool at_lowest_ = false;
  std::vector<Segment> segments_;
  std::array<Ends, 2> extent_{};
};

}  // namespace slipflow::drawing
