// The gas in one cell: a sweep of trapezoids between the breaks of the outlines in it.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "clip_edges.hpp"
#include "coverage.hpp"

namespace slipflow::mesh::cut {

/// Lengths as shares of a cell's width below which two places are one.
constexpr double kSameBreak = 1e-12;
constexpr double kOnSide = 1e-13;

struct Interval {
  double from = 0, to = 0;
};

/// Gas between two breaks along x; `lower` and `upper` are edges, -1: the cell's side.
struct Trapezoid {
  double x0 = 0, x1 = 0;
  double low0 = 0, low1 = 0, high0 = 0, high1 = 0;  ///< at x0 and x1
  int lower = -1, upper = -1;
  int slab = 0, part = 0;

  double area() const { return (x1 - x0) * 0.5 * ((high0 - low0) + (high1 - low1)); }
};

/// The part of a source in a cell. S and the mean point are sums over its segments, the point
/// times the length. Source -1: a closed part of a face.
struct PieceSum {
  int source = -1;
  int wall = 0;  ///< of a piece without source
  double S_x = 0, S_y = 0, x = 0, y = 0, length = 0;
  double outline_x = 0, outline_y = 0;  ///< as in WallPiece
};

/// From x on, edges of a region south of a cell change the winding number.
struct Jump {
  double x;
  int region, direction;
};

/// A connected part of the gas in a cell: the largest, which has the others.
struct ClippedCell {
  double volume = 0, x = 0, y = 0;                ///< its area and centroid
  double all_gas = 0;                             ///< area of all parts
  std::vector<ClippedCell> others;                ///< without `all_gas` and `edges`
  int body = -1;                                  ///< one that covers some of the cell
  std::array<std::vector<Interval>, 4> sections;  ///< its limits on the sides, by Side
  std::vector<Trapezoid> gas;
  std::vector<PieceSum> pieces;
  std::vector<int> edges;  ///< those that touch the cell
};

/// Clips cells by outlines. Works on one cell after another.
class CellClipper {
 public:
  CellClipper(const std::vector<CutBody>& bodies, const Outlines& outlines)
      : outlines_(outlines), bodies_(bodies), coverage_(bodies, outlines) {}

  /// The gas in the cell, given the edges that touch it and the jumps below it.
  ClippedCell clip(const Rectangle& cell, std::span<const int> edges, std::span<const Jump> jumps);

  /// The body at x above the jumps; -1: gas.
  int body_above(double x, std::span<const Jump> jumps);

 private:
  struct Height {
    double y;
    int edge;
  };
  void find_breaks(std::span<const Jump> jumps);
  void add_break(double x);
  void add_crossings();
  void sweep_slab(int slab, std::span<const Jump> jumps, ClippedCell& result);
  void sort_edges_at(double from, double to);
  void add_gas(int slab, int lower, int upper);
  void join_parts();
  int root(int trapezoid);
  void divide(ClippedCell& result);
  void measure(ClippedCell& result) const;
  void add_sections(ClippedCell& result) const;
  void add_pieces(ClippedCell& result) const;
  void add_upright_pieces(double x, ClippedCell& result) const;
  int upright_source(double x, double y) const;

  const Outlines& outlines_;
  const std::vector<CutBody>& bodies_;
  Coverage coverage_;
  Rectangle cell_;
  std::vector<int> edges_;
  std::vector<double> breaks_;
  std::vector<Height> heights_;
  std::vector<Trapezoid> gas_;
  std::vector<int> joined_;
  std::vector<double> areas_;
};

}  // namespace slipflow::mesh::cut
