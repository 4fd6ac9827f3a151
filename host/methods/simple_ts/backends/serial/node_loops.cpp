#include "node_loops.hpp"

#include <algorithm>

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

namespace {
// Distance in nodes within which equations read walls and boundaries, given shared quantities.
constexpr int kReach = 2;

// Marks the nodes within reach of a solid cell, or of a boundary where the mesh ends.
class NearNodes {
 public:
  explicit NearNodes(const Case& c) : layout_(c.mesh.layout()), near_(layout_.size(), 0) {
    const int nx = layout_.nx, ny = layout_.ny;
    for (int j = -SF_PAD; j < ny + SF_PAD; ++j)
      for (int i = -SF_PAD; i < nx + SF_PAD; ++i) {
        const bool beyond_side =
            (!c.continues(mesh::west) && i < 0) || (!c.continues(mesh::east) && i >= nx) ||
            (!c.continues(mesh::south) && j < 0) || (!c.continues(mesh::north) && j >= ny);
        if (beyond_side || c.mesh.solid(i, j)) mark_around(i, j);
      }
  }

  bool operator()(int i, int j) const { return near_[layout_.at(i, j)]; }

 private:
  void mark_around(int i0, int j0) {
    const auto clip = [](int k, int n) { return std::clamp(k, -SF_PAD, n + SF_PAD - 1); };
    for (int j = clip(j0 - kReach, layout_.ny); j <= clip(j0 + kReach, layout_.ny); ++j)
      for (int i = clip(i0 - kReach, layout_.nx); i <= clip(i0 + kReach, layout_.nx); ++i)
        near_[layout_.at(i, j)] = 1;
  }

  mesh::Layout layout_;
  std::vector<char> near_;
};
}  // namespace

NodeLoops::NodeLoops(const Case& c) {
  const auto layout = c.mesh.layout();
  const NearNodes near(c);
  const int end = layout.nx + SF_PAD;
  for (int j = -SF_PAD; j < layout.ny + SF_PAD; ++j) {
    auto& row = runs_.emplace_back();
    for (int i = -SF_PAD; i < end; ++i)
      if (row.empty() || row.back().open == near(i, j))
        row.push_back({i, i + 1, !near(i, j)});
      else
        ++row.back().i1;
  }
}

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
