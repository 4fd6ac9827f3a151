#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "plane_gaps.hpp"
#include "slipflow/setup/gaps.hpp"

namespace slipflow::setup {

namespace {
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
