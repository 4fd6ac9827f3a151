#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>

#include "slipflow/mesh/poly_geometry.hpp"

namespace slipflow::mesh {

namespace {
constexpr std::size_t kMostNamed = 6;

/// Cells joined to pieces: each leads to another one of its piece, the last to itself.
class Pieces {
 public:
  explicit Pieces(int cells) : next_(static_cast<std::size_t>(cells)) {
    std::iota(next_.begin(), next_.end(), 0);
  }

  int of(int cell) {
    while (next(cell) != cell) cell = next(cell) = next(next(cell));
    return cell;
  }
  void join(int a, int b) { next(of(a)) = of(b); }

 private:
  int& next(int cell) { return next_[static_cast<std::size_t>(cell)]; }
  std::vector<int> next_;
};

void join_cyclic(const PolyMesh& mesh, Pieces& pieces) {
  const auto cell = [&](int face) { return mesh.owner[static_cast<std::size_t>(face)]; };
  for (const Patch& patch : mesh.patches) {
    const auto other = std::ranges::find(mesh.patches, patch.neighbour_patch, &Patch::name);
    if (patch.type != "cyclic" || other == mesh.patches.end()) continue;
    for (int k = 0; k < std::min(patch.faces, other->faces); ++k)
      pieces.join(cell(patch.begin + k), cell(other->begin + k));
  }
}
}  // namespace

std::vector<int> pieces_of(const PolyMesh& mesh) {
  Pieces pieces(mesh.cells);
  for (std::size_t face = 0; face < mesh.neighbour.size(); ++face)
    pieces.join(mesh.owner[face], mesh.neighbour[face]);
  join_cyclic(mesh, pieces);
  std::vector<int> sizes(static_cast<std::size_t>(mesh.cells));
  for (int cell = 0; cell < mesh.cells; ++cell) ++sizes[static_cast<std::size_t>(pieces.of(cell))];
  std::erase(sizes, 0);
  std::ranges::sort(sizes, std::greater<>());
  return sizes;
}

std::string warning_of_pieces(const PolyMesh& mesh) {
  const auto sizes = pieces_of(mesh);
  if (sizes.size() < 2) return "";
  const std::span first(sizes.data(), std::min(sizes.size(), kMostNamed));
  return fmt::format("the mesh is in {} pieces that no face connects, of {}{} cells", sizes.size(),
                     fmt::join(first, ", "), first.size() < sizes.size() ? ", ..." : "");
}

}  // namespace slipflow::mesh
