#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "slipflow/setup/gaps.hpp"

namespace slipflow::setup {

namespace {
constexpr int kCoarse = 3;

/// Gaps up to three cells wide in a plane of the mesh, between walls across one of its axes.
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
  std::optional<Run> run_at(int a, int b) const {
    Run run{b, b + 1, 0, 0};
    while (wall(a, run.begin - 1) == 0 && b - run.begin < kCoarse) --run.begin;
    while (wall(a, run.end) == 0 && run.cells() <= kCoarse) ++run.end;
    if (run.cells() > kCoarse) return std::nullopt;
    const bool periodic = region_.periodic(static_cast<int>(across_axis_));
    if (!periodic && (run.begin < 0 || run.end > across_)) return std::nullopt;
    run.wall_before = wall(a, run.begin - 1), run.wall_behind = wall(a, run.end);
    const bool act = region_.acts(run.wall_before) && region_.acts(run.wall_behind);
    return act ? std::optional(run) : std::nullopt;
  }

  /// The passage of the gap at this cell; none where there is no gap, or it was followed before.
  std::optional<Passage> passage_at(int a, int b) {
    if (wall(a, b) != 0 || mark(a, b) != Mark::none) return std::nullopt;
    const auto run = run_at(a, b);
    if (!run) return std::nullopt;
    Passage passage;
    take(a, *run, passage);
    const End one = end_of(a, *run, 1, passage);
    passage.is_loop = one == End::loop;
    const End two = passage.is_loop ? End::loop : end_of(a, *run, -1, passage);
    const auto is = [&](End end) { return one == end || two == end; };
    if (passage.is_loop || (one == End::open && two == End::open))
      passage.way = Way::through;
    else if (is(End::open) && is(End::wall))
      passage.way = Way::dead;
    for (const auto& [along, across] : passage.cells)
      if (passage.way == Way::through) mark(along, across) = Mark::through;
    return passage;
  }

  Gap gap(int a, const Run& run) const {
    return {run.wall_before, run.wall_behind, cell(a, std::clamp(run.begin, 0, across_ - 1)),
            static_cast<double>(run.cells())};
  }

 private:
  enum class End { wall, symmetry, open, loop };
  enum class Mark : char { none, through, other };

  int wall(int a, int b) const { return region_.wall(cell(a, b)); }
  Mark& mark(int a, int b) {
    const int wrapped = (b % across_ + across_) % across_;
    return ways_[static_cast<std::size_t>(a) * across_ + wrapped];
  }

  void take(int a, const Run& run, Passage& passage) {
    ++passage.length;
    for (int b = run.begin; b < run.end; ++b) {
      mark(a, b) = Mark::other;
      passage.cells.push_back({a, (b % across_ + across_) % across_});
    }
  }

  /// Next to walls only.
  End end_at(int a, const Run& run) const {
    for (int b = run.begin; b < run.end; ++b)
      if (region_.acts(wall(a, b))) return End::wall;
    return End::symmetry;
  }

  /// Follows the gap from `start` in steps of +1 or -1 to where it opens or ends. Each cell is
  /// visited once: where it meets another gap, it leads through or ends as that one.
  End end_of(int start, Run run, int step, Passage& passage) {
    for (int a = start + step;; a += step) {
      if (region_.periodic(static_cast<int>(along_axis_))) a = (a + along_) % along_;
      if (a == start) return End::loop;
      int b = run.begin;
      while (b < run.end && wall(a, b) != 0) ++b;
      if (b == run.end) return end_at(a, run);
      if (a < 0 || a >= along_) return End::open;
      if (mark(a, b) != Mark::none) return mark(a, b) == Mark::through ? End::open : End::wall;
      const auto next = run_at(a, b);
      if (!next) return End::open;
      run = *next;
      take(a, run, passage);
    }
  }

  const GapRegion& region_;
  const std::size_t along_axis_, across_axis_, layer_axis_;
  const int layer_, along_, across_;
  std::vector<Mark> ways_;
};

/// The first gap two or three cells wide whose walls are across one axis of a plane.
std::optional<Gap> coarse_gap_across(const GapRegion& region, int across) {
  PlaneGaps gaps(region, 1 - across, across);
  for (int j = 0; j < region.mesh.y.cells(); ++j)  // in the order of the tags in memory
    for (int i = 0; i < region.mesh.x.cells(); ++i) {
      const int a = across == 1 ? i : j, b = across == 1 ? j : i;
      if (region.wall(gaps.cell(a, b - 1)) == 0) continue;
      const auto run = gaps.run_at(a, b);
      if (!run || run->cells() < 2) continue;
      const auto passage = gaps.passage_at(a, b);
      if (passage && passage->way == PlaneGaps::Way::through) return gaps.gap(a, *run);
    }
  return std::nullopt;
}

/// The gaps on three axes between walls across one of them.
class SpaceGaps {
 public:
  SpaceGaps(const GapRegion& region, int across) : region_(region), across_(across) {
    for (int k = 0, way = 0; k < 3; ++k)
      if (k != across) along_[way++] = k;
  }

  /// The first one cell wide, else the first.
  std::optional<Gap> narrowest() {
    for (int way = 0; way < 2; ++way) follow(way);
    std::optional<Gap> first;
    for_planes(0, [&](PlaneGaps& gaps, int a, int b) {
      if ((first && first->cells == 1) || !leads_through(index(gaps.cell(a, b)))) return;
      const auto run = gaps.run_at(a, b);
      if (!first || run->cells() < first->cells) first = gaps.gap(a, *run);
    });
    return first;
  }

 private:
  struct Step {
    bool through = false, dead = false;
    std::int32_t length = 0;  // of the passage
  };

  int cells(int axis) const { return region_.mesh.axis(axis).cells(); }
  std::size_t index(const std::array<int, 3>& at) const {
    const auto nx = static_cast<std::size_t>(cells(0)), ny = static_cast<std::size_t>(cells(1));
    return at[0] + nx * (at[1] + ny * static_cast<std::size_t>(at[2]));
  }

  /// Calls visit(gaps, a, b) for the cells of all planes along the axis number `way` of the two.
  template <class Visit>
  void for_planes(int way, Visit visit) const {
    const int along = along_[way];
    for (int layer = 0; layer < cells(along_[1 - way]); ++layer) {
      PlaneGaps gaps(region_, along, across_, layer);
      for (int a = 0; a < cells(along); ++a)
        for (int b = 0; b < cells(across_); ++b) visit(gaps, a, b);
    }
  }

  void follow(int way) {
    auto& steps = steps_[way];
    steps.assign(static_cast<std::size_t>(region_.mesh.cells()), {});
    for_planes(way, [&](PlaneGaps& gaps, int a, int b) {
      if (region_.wall(gaps.cell(a, b - 1)) == 0) return;
      const auto passage = gaps.passage_at(a, b);
      if (!passage) return;
      const Step step{
          passage->way == PlaneGaps::Way::through, passage->way == PlaneGaps::Way::dead,
          passage->is_loop ? std::numeric_limits<std::int32_t>::max() : passage->length};
      for (const auto& [along, across] : passage->cells)
        steps[index(gaps.cell(along, across))] = step;
    });
  }

  bool leads_through(std::size_t at) const {
    const Step &one = steps_[0][at], &two = steps_[1][at];
    const auto counts = [](const Step& flow, const Step& other) {
      return flow.through && (!other.dead || other.length > flow.length);
    };
    return counts(one, two) || counts(two, one);
  }

  const GapRegion& region_;
  const int across_;
  std::array<int, 2> along_{};
  std::array<std::vector<Step>, 2> steps_;  // by cell of the domain
};
}  // namespace

std::optional<Gap> first_coarse_gap(const GapRegion& region) {
  for (const int across : {1, 0})
    if (const auto gap = coarse_gap_across(region, across)) return gap;
  return std::nullopt;
}

std::optional<Gap> narrowest_gap_in_space(const GapRegion& region) {
  std::optional<Gap> narrowest;
  for (int across = 0; across < 3; ++across) {
    // Between two boundaries alone it is as wide as the domain: no memory for a large mesh.
    if (region.bodies.empty() && region.mesh.axis(across).cells() > 3) continue;
    const auto gap = SpaceGaps(region, across).narrowest();
    if (gap && (!narrowest || gap->cells < narrowest->cells)) narrowest = gap;
    if (narrowest && narrowest->cells == 1) break;
  }
  return narrowest;
}

}  // namespace slipflow::setup
