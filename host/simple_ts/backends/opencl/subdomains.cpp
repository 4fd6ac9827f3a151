#include "subdomains.hpp"

#include <algorithm>

namespace slipflow::simple_ts {

namespace {
// How far the equations of a node look.
constexpr int kReach = mesh::kPad;

bool reaches_solid_cells(const mesh::Mesh& mesh, const SfSubdomain& s) {
  const auto layout = mesh.layout();
  const int i0 = std::max(s.i0 - kReach, -mesh::kPad);
  const int i1 = std::min(s.i1 + kReach, layout.nx + mesh::kPad);
  const int j0 = std::max(s.j0 - kReach, -mesh::kPad);
  const int j1 = std::min(s.j1 + kReach, layout.ny + mesh::kPad);
  for (int j = j0; j < j1; ++j) {
    const auto row = mesh.tags.begin() + static_cast<std::ptrdiff_t>(layout.at(0, j));
    if (std::any_of(row + i0, row + i1, [](auto tag) { return tag != 0; })) return true;
  }
  return false;
}

// Where the pieces of [0, n) begin, as equal as can be, none longer than `longest`; and n.
std::vector<int> cuts(int n, int longest) {
  const int pieces = (n + longest - 1) / longest;
  std::vector<int> at;
  for (int k = 0; k <= pieces; ++k)
    at.push_back(static_cast<int>(static_cast<long>(n) * k / pieces));
  return at;
}
}  // namespace

Subdomains cut_into_subdomains(const Case& c, int columns, int rows) {
  const auto x = cuts(c.mesh.x.cells() + !c.periodic_x(), columns);
  const auto y = cuts(c.mesh.y.cells() + !c.periodic_y(), rows);
  Subdomains subdomains;
  for (std::size_t b = 0; b + 1 < y.size(); ++b)
    for (std::size_t a = 0; a + 1 < x.size(); ++a) {
      const SfSubdomain s{x[a], x[a + 1], y[b], y[b + 1]};
      (reaches_solid_cells(c.mesh, s) ? subdomains.near_walls : subdomains.open).push_back(s);
    }
  return subdomains;
}

}  // namespace slipflow::simple_ts
