#include "march_blocks.hpp"

#include <algorithm>

#include "state/cut_pieces.hpp"

namespace slipflow::simple_ts {

namespace {
// Distance in nodes at which the equations of a node read values.
constexpr int kReachOfEquations = mesh::kPad;
constexpr int kFewestLayers = 8;

// Whether cells [first, last) of an axis are within reach of a boundary of it that is `counted`.
bool reaches(const Case& c, int axis, int first, int last, auto counted) {
  const int n = c.mesh.axis(axis).cells();
  return (counted(mesh::Side(2 * axis)) && first < kReachOfEquations) ||
         (counted(mesh::Side(2 * axis + 1)) && last > n - kReachOfEquations);
}

// By layer, whether cells [i0, i1) x [j0, j1) of it have a wall or a `listed` cell within reach, or
// a boundary outside which the mesh does not continue.
std::vector<char> layers_near(const Case& c, const std::vector<char>& listed,
                              const SfBlock& column) {
  const auto layout = c.mesh.layout();
  const auto at_boundary = [&](int axis, int first, int last) {
    return reaches(c, axis, first, last, [&](mesh::Side side) { return !c.continues(side); });
  };
  const bool whole = at_boundary(0, column.i0, column.i1) || at_boundary(1, column.j0, column.j1);
  std::vector<char> near(static_cast<std::size_t>(layout.nz), whole);
  for (int k = 0; k < layout.nz; ++k)
    if (at_boundary(2, k, k + 1)) near[static_cast<std::size_t>(k)] = 1;
  if (whole || (!c.mesh.any_solid() && listed.empty())) return near;
  const int first = std::max(column.i0 - kReachOfEquations, -mesh::kPad);
  const int last = std::min(column.i1 + kReachOfEquations, layout.nx + mesh::kPad);
  for (int k = -mesh::kPad; k < layout.nz + mesh::kPad; ++k) {
    bool solid = false;
    for (int j = std::max(column.j0 - kReachOfEquations, -mesh::kPad);
         !solid && j < std::min(column.j1 + kReachOfEquations, layout.ny + mesh::kPad); ++j) {
      const auto at = static_cast<std::ptrdiff_t>(layout.at(0, j, k));
      const auto any = [&](const auto& values) {
        return std::any_of(values.begin() + at + first, values.begin() + at + last,
                           [](auto value) { return value != 0; });
      };
      solid = any(c.mesh.tags) || (!listed.empty() && any(listed));
    }
    for (int m = std::max(k - kReachOfEquations, 0);
         solid && m < std::min(k + kReachOfEquations + 1, layout.nz); ++m)
      near[static_cast<std::size_t>(m)] = 1;
  }
  return near;
}

// Appends the layers [k0, k1) of a column in pieces of nearly the same number.
void append(std::vector<SfBlock>& blocks, SfBlock column, int k0, int k1, int most) {
  const int pieces = (k1 - k0 + most - 1) / most;
  for (int n = 0; n < pieces; ++n) {
    column.k0 = k0 + (k1 - k0) * n / pieces;
    column.k1 = k0 + (k1 - k0) * (n + 1) / pieces;
    blocks.push_back(column);
  }
}

// Appends the layers [k0, k1) of a column that the march advances. Layers next to ranks below
// and above are blocks of their own.
void append_march(std::vector<SfBlock>& blocks, const Case& c, const SfBlock& column, int k0,
                  int k1, int layers) {
  const int n = c.mesh.z.cells();
  const int low = c.is_neighbour(mesh::bottom) ? std::clamp(kBorderOfMarch, k0, k1) : k0;
  const int high = c.is_neighbour(mesh::top) ? std::clamp(n - kBorderOfMarch, low, k1) : k1;
  append(blocks, column, k0, low, layers);
  append(blocks, column, low, high, layers);
  append(blocks, column, high, k1, layers);
}

// Whether other ranks need values of the block.
bool is_in_border(const Case& c, const SfBlock& b) {
  const auto is_neighbour = [&](mesh::Side side) { return c.is_neighbour(side); };
  return reaches(c, 0, b.i0, b.i1, is_neighbour) || reaches(c, 1, b.j0, b.j1, is_neighbour) ||
         reaches(c, 2, b.k0, b.k1, is_neighbour);
}

// The nodes along an axis of a block of these cells and at most `around` from them, also those that
// are so near across a periodic boundary.
std::vector<mesh::CellRange> nodes_along(const Case& c, int axis, mesh::CellRange cells,
                                         int around) {
  constexpr int ghosts = 2;
  const int before = ghosts + c.is_neighbour(mesh::Side(2 * axis));
  const int n = c.mesh.axis(axis).cells();
  std::vector<mesh::CellRange> all;
  for (const int moved : {-n, 0, n}) {
    if (moved != 0 && !c.periodic(axis)) continue;
    const mesh::CellRange nodes = {
        std::max(cells.first - around + moved, -before),
        std::min(cells.end + around + (cells.end == n) + moved, n + ghosts)};
    if (nodes.count() > 0) all.push_back(nodes);
  }
  return all;
}
}  // namespace

MarchBlocks cut_for_march(const Case& c, int columns, int rows, int layers) {
  const int nx = c.mesh.x.cells(), ny = c.mesh.y.cells(), nz = c.mesh.z.cells();
  const std::vector<char> listed = listed_near_cut_walls(c);
  MarchBlocks blocks;
  for (int j = 0; j < ny; j += rows)
    for (int i = 0; i < nx; i += columns) {
      const SfBlock column = {i, std::min(i + columns, nx), j, std::min(j + rows, ny), 0, nz};
      std::vector<char> near = layers_near(c, listed, column);
      const auto end_of_run = [&](int k) {
        return static_cast<int>(
            std::find(near.begin() + k, near.end(), !near[static_cast<std::size_t>(k)]) -
            near.begin());
      };
      for (int k = 0, end = 0; k < nz; k = end) {
        end = end_of_run(k);
        const bool few = end - k < std::min(kFewestLayers, nz);
        if (near[static_cast<std::size_t>(k)] || few)
          append(blocks.near, column, k, end, end - k);
        else
          append_march(blocks.away, c, column, k, end, layers);
      }
    }
  const auto inner = std::stable_partition(blocks.away.begin(), blocks.away.end(),
                                           [&](const SfBlock& b) { return is_in_border(c, b); });
  blocks.border = static_cast<int>(inner - blocks.away.begin());
  return blocks;
}

std::vector<SfNodeSegment> segments_around(const Case& c, const std::vector<SfBlock>& blocks,
                                           int around) {
  constexpr int pad = mesh::kPad;
  const auto layout = c.mesh.layout();
  const int in_row = (layout.pitch() + SF_SEGMENT - 1) / SF_SEGMENT;
  std::vector<unsigned> selected(static_cast<std::size_t>(in_row) * layout.lines());
  const auto segment_at = [&](int i, int j, int k) -> unsigned& {
    const std::size_t line = static_cast<std::size_t>(k + pad) * layout.rows() + (j + pad);
    return selected[line * in_row + static_cast<std::size_t>((i + pad) / SF_SEGMENT)];
  };
  for (const SfBlock& b : blocks)
    for (const auto& z : nodes_along(c, 2, {b.k0, b.k1}, around))
      for (const auto& y : nodes_along(c, 1, {b.j0, b.j1}, around))
        for (const auto& x : nodes_along(c, 0, {b.i0, b.i1}, around))
          mesh::for_cells(mesh::box_of({x, y, z}), [&](int i, int j, int k) {
            segment_at(i, j, k) |= 1u << (i + pad) % SF_SEGMENT;
          });
  std::vector<SfNodeSegment> segments;
  for (int k = -pad; k < layout.nz + pad; ++k)
    for (int j = -pad; j < layout.ny + pad; ++j)
      for (int i = -pad; i < layout.nx + pad; i += SF_SEGMENT)
        if (const unsigned nodes = segment_at(i, j, k))
          segments.push_back({i, j, k, static_cast<int>(nodes)});
  return segments;
}

}  // namespace slipflow::simple_ts
