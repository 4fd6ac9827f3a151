// Gaps up to three cells wide in a plane of the mesh, between walls across one of its axes.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "slipflow/setup/gaps.hpp"

namespace slipflow::setup {

/// `along` counts cells in the direction of the flow through a gap, `across` those from wall to
/// wall, `layer` those of the third axis.
class PlaneGaps {
 public:
  /// Gas cells begin ... end - 1 across a gap, between two walls.
  struct Run {
    int begin = 0, end = 0;
    int wall_before = 0, wall_behind = 0;
    int cells() const { return end - begin; }
  };
  /// Whether a gap leads through, ends at a wall on one side, or on both sides or at a plane of
  /// symmetry.
  enum class Way { through, dead, closed };
  struct Cell {
    int along = 0, across = 0;
  };
  /// A gap followed along its axis.
  struct Passage {
    Way way = Way::closed;
    bool is_loop = false;
    int length = 0;           ///< steps along
    std::vector<Cell> cells;  ///< but those of other passages
  };

  PlaneGaps(const GapRegion& region, int along, int across, int layer = 0)
      : region_(region),
        along_axis_(static_cast<std::size_t>(along)),
        across_axis_(static_cast<std::size_t>(across)),
        layer_axis_(3 - along_axis_ - across_axis_),
        layer_(layer),
        along_(region.mesh.axis(along).cells()),
        across_(region.mesh.axis(across).cells()),
        ways_(static_cast<std::size_t>(along_) * static_cast<std::size_t>(across_), Mark::none) {}

  std::array<int, 3> cell(int a, int b) const {
    std::array<int, 3> at{};
    at[along_axis_] = a, at[across_axis_] = b, at[layer_axis_] = layer_;
    return at;
  }

  /// The run of gas that holds this cell, if it is narrow and between walls that act on the gas.
  std::optional<Run> run_at(int a, int b) const;

  /// The passage of the gap at this cell; none where there is no gap, or it was followed before.
  std::optional<Passage> passage_at(int a, int b);

  Gap gap(int a, const Run& run) const {
    return {run.wall_before, run.wall_behind, cell(a, std::clamp(run.begin, 0, across_ - 1)),
            run.cells()};
  }

 private:
  enum class End { wall, symmetry, open, loop };
  enum class Mark : char { none, through, other };

  int wall(int a, int b) const { return region_.wall(cell(a, b)); }
  Mark& mark(int a, int b) {
    const int wrapped = (b % across_ + across_) % across_;
    return ways_[static_cast<std::size_t>(a) * across_ + wrapped];
  }
  void take(int a, const Run& run, Passage& passage);
  End end_at(int a, const Run& run) const;
  End end_of(int start, Run run, int step, Passage& passage);

  const GapRegion& region_;
  const std::size_t along_axis_, across_axis_, layer_axis_;
  const int layer_, along_, across_;
  std::vector<Mark> ways_;
};

}  // namespace slipflow::setup
