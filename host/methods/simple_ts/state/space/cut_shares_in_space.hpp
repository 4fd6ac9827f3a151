// Friction at pieces of wall in space, and the shares of velocity nodes in it;
// docs/methods/cut-cells-in-space.md 3 and 5.
#pragma once

#include <array>
#include <vector>

#include "cut_arrays_in_space.hpp"
#include "listed_cells.hpp"
#include "wall_geometry.hpp"

namespace slipflow::simple_ts {

/// Finds how pieces of wall slow the gas from where the velocities of their cells are.
class FrictionInSpace {
 public:
  /// Geometry and shares of the cells have to be known.
  FrictionInSpace(const Case& c, const ListedCells& listed, const std::vector<SfCutCell>& cells)
      : case_(c), listed_(listed), cells_(cells) {}

  /// Friction from the mean velocities of the piece's cell, which is no image.
  SfCutFriction of_cell_mean(const WallGeometry& wall, const SfCutCell& cell) const;
  /// From the velocity on the cell's face across an axis, the lower one (side 0) or the upper one
  /// (-1, as SfCutShare has it), and the mean ones of the cell along the others.
  SfCutFriction of_node(const WallGeometry& wall, const SfCutCell& cell, int axis, int side) const;

 private:
  // A velocity along an axis: its place, if it exists.
  struct Sample {
    Vector3 x{};
    bool exists = false;
  };
  using Samples = std::array<Sample, 3>;

  Vector3 node_at(int axis, const ListedCells::Cell& cell) const;
  Samples mean_samples(const SfCutCell& cell) const;
  Vector3 motion(int wall, const Vector3& x) const;
  SfCutFriction friction(const WallGeometry& wall, const Samples& samples, int own, double h) const;

  const Case& case_;
  const ListedCells& listed_;
  const std::vector<SfCutCell>& cells_;
};

/// Completes the arrays, all else of which is known, by the shares of all velocity nodes. walls[n]
/// is the geometry of piece n.
void add_shares_in_space(const Case& c, const ListedCells& listed,
                         const std::vector<const WallGeometry*>& walls, CutArraysInSpace& arrays);

}  // namespace slipflow::simple_ts
