#include <algorithm>
#include <optional>
#include <vector>

#include "slipflow/setup/gaps.hpp"

namespace slipflow::setup {

namespace {
constexpr int kCoarse = 3;

/// Gas cells begin ... end - 1 across a gap, between two walls.
struct Run {
  int begin = 0, end = 0;
  int wall_before = 0, wall_behind = 0;
};

/// The gaps whose walls lie across one axis. `along` counts cells in the direction of the flow
/// through a gap, `across` those from wall to wall.
class CoarseGaps {
 public:
  CoarseGaps(const GapRegion& region, bool walls_across_y)
      : region_(region),
        walls_across_y_(walls_across_y),
        along_(walls_across_y ? region.mesh.x.cells() : region.mesh.y.cells()),
        across_(walls_across_y ? region.mesh.y.cells() : region.mesh.x.cells()),
        periodic_along_(walls_across_y ? region.periodic_x : region.periodic_y),
        periodic_across_(walls_across_y ? region.periodic_y : region.periodic_x),
        seen_(static_cast<std::size_t>(along_) * static_cast<std::size_t>(across_)) {}

  std::optional<Gap> first() {
    for (int j = 0; j < region_.mesh.y.cells(); ++j)  // in the order of the tags in memory
      for (int i = 0; i < region_.mesh.x.cells(); ++i) {
        const int a = walls_across_y_ ? i : j, b = walls_across_y_ ? j : i;
        if (tag(a, b) != 0 || tag(a, b - 1) == 0 || seen(a, b)) continue;
        const auto run = run_at(a, b);
        if (run && run->end - run->begin > 1 && lets_gas_through(a, *run)) return gap(a, *run);
      }
    return std::nullopt;
  }

 private:
  enum class End { closed, open, loop };

  int tag(int a, int b) const {
    return region_.mesh
        .tags[walls_across_y_ ? region_.mesh.layout().at(a, b) : region_.mesh.layout().at(b, a)];
  }

  std::vector<bool>::reference seen(int a, int b) {
    const int wrapped = (b + across_) % across_;
    return seen_[static_cast<std::size_t>(a) * across_ + wrapped];
  }

  bool acts(int wall) const { return region_.acts[static_cast<std::size_t>(wall)]; }

  /// The run of gas that holds this cell, if it is narrow and between walls that act on the gas.
  std::optional<Run> run_at(int a, int b) const {
    Run run{b, b + 1, 0, 0};
    while (tag(a, run.begin - 1) == 0 && b - run.begin < kCoarse) --run.begin;
    while (tag(a, run.end) == 0 && run.end - run.begin <= kCoarse) ++run.end;
    if (run.end - run.begin > kCoarse) return std::nullopt;
    if (!periodic_across_ && (run.begin < 0 || run.end > across_)) return std::nullopt;
    run.wall_before = tag(a, run.begin - 1), run.wall_behind = tag(a, run.end);
    return acts(run.wall_before) && acts(run.wall_behind) ? std::optional(run) : std::nullopt;
  }

  /// Follows the gap from `start` in steps of +1 or -1 to where it opens or ends. Each cell is
  /// visited once: one that was seen before belongs to a dead end.
  End end_of(int start, Run run, int step) {
    for (int a = start + step;; a += step) {
      if (periodic_along_) a = (a + along_) % along_;
      if (a == start) return End::loop;
      int b = run.begin;
      while (b < run.end && tag(a, b) != 0) ++b;
      if (b == run.end) return End::closed;
      if (a < 0 || a >= along_) return End::open;
      if (seen(a, b)) return End::closed;
      const auto next = run_at(a, b);
      if (!next) return End::open;
      run = *next;
      for (int k = run.begin; k < run.end; ++k) seen(a, k) = true;
    }
  }

  bool lets_gas_through(int a, const Run& run) {
    const End one = end_of(a, run, 1);
    if (one == End::loop) return true;
    return end_of(a, run, -1) == End::open && one == End::open;
  }

  Gap gap(int a, const Run& run) const {
    const int b = std::clamp(run.begin, 0, across_ - 1);
    const int i = walls_across_y_ ? a : b, j = walls_across_y_ ? b : a;
    return {run.wall_before, run.wall_behind, i, j, run.end - run.begin};
  }

  const GapRegion& region_;
  const bool walls_across_y_;
  const int along_, across_;
  const bool periodic_along_, periodic_across_;
  std::vector<bool> seen_;
};
}  // namespace

std::optional<Gap> first_coarse_gap(const GapRegion& region) {
  for (const bool walls_across_y : {true, false})
    if (const auto gap = CoarseGaps(region, walls_across_y).first()) return gap;
  return std::nullopt;
}

}  // namespace slipflow::setup
