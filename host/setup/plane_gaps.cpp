#include "plane_gaps.hpp"

namespace slipflow::setup {

namespace {
constexpr int kCoarse = 3;
}

std::optional<PlaneGaps::Run> PlaneGaps::run_at(int a, int b) const {
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

void PlaneGaps::take(int a, const Run& run, Passage& passage) {
  ++passage.length;
  for (int b = run.begin; b < run.end; ++b) {
    mark(a, b) = Mark::other;
    passage.cells.push_back({a, (b % across_ + across_) % across_});
  }
}

/// Next to walls only.
PlaneGaps::End PlaneGaps::end_at(int a, const Run& run) const {
  for (int b = run.begin; b < run.end; ++b)
    if (region_.acts(wall(a, b))) return End::wall;
  return End::symmetry;
}

/// Follows the gap from `start` in steps of +1 or -1 to where it opens or ends. Each cell is
/// visited once: where it meets another gap, it leads through or ends as that one.
PlaneGaps::End PlaneGaps::end_of(int start, Run run, int step, Passage& passage) {
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

std::optional<PlaneGaps::Passage> PlaneGaps::passage_at(int a, int b) {
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

}  // namespace slipflow::setup
