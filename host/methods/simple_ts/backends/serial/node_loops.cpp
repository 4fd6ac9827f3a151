#include "node_loops.hpp"

#include <algorithm>

#include "state/cut_pieces.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

namespace {
// Distance in nodes within which equations read walls and boundaries, given shared quantities.
constexpr int kReach = 2;

// Calls act(j, k) for every line along x, ghosts included, in the order of the arrays.
template <class Act>
void for_padded_lines(const mesh::Layout& layout, Act act) {
  const int pad = layout.nz > 0 ? SF_PAD : 0;
  for (int k = -pad; k < std::max(layout.nz, 1) + pad; ++k)
    for (int j = -SF_PAD; j < layout.ny + SF_PAD; ++j) act(j, k);
}

// Marks the nodes within reach of a solid cell, or of a boundary where the mesh ends.
class NearNodes {
 public:
  explicit NearNodes(const Case& c) : layout_(c.mesh.layout()), near_(layout_.size(), 0) {
    const std::vector<char> listed = listed_near_cut_walls(c);
    const auto ends = [&](int k, int n, mesh::Side low) {
      return (k < 0 && !c.continues(low)) || (k >= n && !c.continues(mesh::Side(low + 1)));
    };
    for_padded_lines(layout_, [&](int j, int k) {
      const bool line_ends =
          ends(j, layout_.ny, mesh::south) || (SF_AXES == 3 && ends(k, layout_.nz, mesh::bottom));
      for (int i = -SF_PAD; i < layout_.nx + SF_PAD; ++i)
        if (line_ends || ends(i, layout_.nx, mesh::west) || c.mesh.solid(i, j, k))
          mark_around(i, j, k);
        else if (!listed.empty() && listed[layout_.at(i, j, k)])
          near_[layout_.at(i, j, k)] = 1;
    });
  }

  bool operator()(int i, int j, int k) const { return near_[layout_.at(i, j, k)]; }

 private:
  void mark_around(int i0, int j0, int k0) {
    const auto clip = [](int k, int n) {
      return n == 0 ? 0 : std::clamp(k, -SF_PAD, n + SF_PAD - 1);
    };
    for (int k = clip(k0 - kReach, layout_.nz); k <= clip(k0 + kReach, layout_.nz); ++k)
      for (int j = clip(j0 - kReach, layout_.ny); j <= clip(j0 + kReach, layout_.ny); ++j)
        for (int i = clip(i0 - kReach, layout_.nx); i <= clip(i0 + kReach, layout_.nx); ++i)
          near_[layout_.at(i, j, k)] = 1;
  }

  mesh::Layout layout_;
  std::vector<char> near_;
};
}  // namespace

NodeLoops::NodeLoops(const Case& c, ThreadPool* pool) : layout_(c.mesh.layout()), pool_(pool) {
  const NearNodes near(c);
  for_padded_lines(layout_, [&](int j, int k) {
    auto& row = runs_.emplace_back();
    for (int i = -SF_PAD; i < layout_.nx + SF_PAD; ++i)
      if (row.empty() || row.back().open == near(i, j, k))
        row.push_back({i, i + 1, !near(i, j, k)});
      else
        ++row.back().i1;
  });
}

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
