#include "slipflow/simple_ts/coarse_gaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "gaps.hpp"

namespace slipflow::simple_ts {

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
  CoarseGaps(const Case& c, bool walls_across_y)
      : case_(c),
        walls_across_y_(walls_across_y),
        along_(walls_across_y ? c.mesh.x.cells() : c.mesh.y.cells()),
        across_(walls_across_y ? c.mesh.y.cells() : c.mesh.x.cells()),
        periodic_along_(walls_across_y ? c.periodic_x() : c.periodic_y()),
        periodic_across_(walls_across_y ? c.periodic_y() : c.periodic_x()),
        seen_(static_cast<std::size_t>(c.cells())) {}

  std::optional<std::string> first() {
    for (int j = 0; j < case_.mesh.y.cells(); ++j)  // in the order of the tags in memory
      for (int i = 0; i < case_.mesh.x.cells(); ++i) {
        const int a = walls_across_y_ ? i : j, b = walls_across_y_ ? j : i;
        if (tag(a, b) != 0 || tag(a, b - 1) == 0 || seen(a, b)) continue;
        const auto run = run_at(a, b);
        if (run && run->end - run->begin > 1 && lets_gas_through(a, *run)) return warning(a, *run);
      }
    return std::nullopt;
  }

 private:
  enum class End { closed, open, loop };

  int tag(int a, int b) const {
    return case_.mesh
        .tags[walls_across_y_ ? case_.mesh.layout().at(a, b) : case_.mesh.layout().at(b, a)];
  }

  std::vector<bool>::reference seen(int a, int b) {
    const int wrapped = (b + across_) % across_;
    return seen_[static_cast<std::size_t>(a) * across_ + wrapped];
  }

  bool acts(int wall) const { return wall != 0 && case_.walls[wall - 1].values.acts_on_gas(); }

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

  std::string warning(int a, const Run& run) const {
    const int cells = run.end - run.begin;
    const int b = std::clamp(run.begin, 0, across_ - 1);
    const int i = walls_across_y_ ? a : b, j = walls_across_y_ ? b : a;
    const double excess = 200.0 / (cells * cells);  // docs/methods/simple-ts.md section 9
    return fmt::format(
        "the gap between {} and {} at cell ({}, {}), x = {:.6g}, y = {:.6g}, is {} cells "
        "wide: without slip {:.0f} % too much gas flows through it; make it four cells "
        "wide or more",
        wall_in_gap(case_, run.wall_before), wall_in_gap(case_, run.wall_behind), i, j,
        case_.mesh.x.centre(i), case_.mesh.y.centre(j), cells, excess);
  }

  const Case& case_;
  const bool walls_across_y_;
  const int along_, across_;
  const bool periodic_along_, periodic_across_;
  std::vector<bool> seen_;
};
}  // namespace

std::string warning_of_coarse_gap(const Case& c) {
  for (const bool walls_across_y : {true, false})
    if (const auto warning = CoarseGaps(c, walls_across_y).first()) return *warning;
  return "";
}

}  // namespace slipflow::simple_ts
