#include "subdomains.hpp"

#include <algorithm>

namespace slipflow::simple_ts {

namespace {
// Distance in nodes at which the equations of a node read values.
constexpr int kReach = mesh::kPad;
// Rows of a sub-domain in the outer strips, where storing images in ghost cells takes time too.
constexpr int kRowsAtSides = 37;
// Rows of the border along y: at least kReach, and odd, which suits the fused kernel.
constexpr int kBorderRows = 7;

// The nodes [first, last) along an axis.
struct NodeRange {
  int first, last;
  int count() const { return last - first; }
};

// The nodes along the axis between two boundaries: the cells and, unless the mesh continues there,
// the far face; Extent::widened says which others.
NodeRange nodes_between(const Case& c, mesh::Side low, mesh::Side high, int cells, Extent extent) {
  const bool widened = extent == Extent::widened;
  return {widened && c.is_neighbour(low) ? -1 : 0,
          cells + !c.continues(high) + (widened && c.is_neighbour(high))};
}

// Whether cells near cut walls are among the columns [i0, i1) of row j, or next to them.
bool any_listed(const Case& c, int i0, int i1, int j) {
  if (!c.cut) return false;
  const auto row = c.cut->place.begin() + static_cast<std::ptrdiff_t>(c.mesh.layout().at(0, j));
  return std::any_of(row + i0 - 1, row + i1 + 1, [](int place) { return place >= 0; });
}

// Per row: whether solid cells are within reach of the columns [i0, i1).
std::vector<char> rows_near_walls(const Case& c, int i0, int i1, NodeRange rows) {
  const mesh::Mesh& mesh = c.mesh;
  const auto layout = mesh.layout();
  const int first = std::max(i0 - kReach, -mesh::kPad);
  const int last = std::min(i1 + kReach, layout.nx + mesh::kPad);
  std::vector<char> near(static_cast<std::size_t>(rows.count()), 0);
  for (int j = -mesh::kPad; j < layout.ny + mesh::kPad; ++j) {
    const auto row = mesh.tags.begin() + static_cast<std::ptrdiff_t>(layout.at(0, j));
    const bool any_solid = std::any_of(row + first, row + last, [](auto tag) { return tag != 0; });
    if (!any_solid && !any_listed(c, i0, i1, j)) continue;
    for (int k = std::max(j - kReach, rows.first); k < std::min(j + kReach + 1, rows.last); ++k)
      near[k - rows.first] = 1;
  }
  return near;
}

// Marks the rows within reach of the boundaries at the ends of a column of nodes.
void mark_ends(std::vector<char>& near, const Case& c) {
  const auto reach =
      static_cast<std::ptrdiff_t>(std::min(near.size(), static_cast<std::size_t>(kReach) + 1));
  if (!c.continues(mesh::south)) std::fill(near.begin(), near.begin() + reach, 1);
  if (!c.continues(mesh::north)) std::fill(near.end() - reach, near.end(), 1);
}

// Marks the rows near other pieces along y.
std::vector<char> rows_of_border(const Case& c, NodeRange rows) {
  std::vector<char> border(static_cast<std::size_t>(rows.count()), 0);
  const auto height =
      static_cast<std::ptrdiff_t>(std::min(border.size(), static_cast<std::size_t>(kBorderRows)));
  if (c.is_neighbour(mesh::south)) std::fill(border.begin(), border.begin() + height, 1);
  if (c.is_neighbour(mesh::north)) std::fill(border.end() - height, border.end(), 1);
  return border;
}

// Whether a strip of columns has values that other pieces along x need.
bool is_in_border(const Case& c, int i0, int i1) {
  return (c.is_neighbour(mesh::west) && i0 < kReach) ||
         (c.is_neighbour(mesh::east) && i1 > c.mesh.x.cells() - kReach);
}

// First indices of the pieces of a range, and its last index. The pieces have one length, at
// most `longest`; only the last may be shorter.
std::vector<int> cuts(NodeRange range, int longest, bool odd) {
  const int length = height_of_pieces(range.count(), longest, odd);
  std::vector<int> at;
  for (int begin = range.first; begin < range.last; begin += length) at.push_back(begin);
  at.push_back(range.last);
  return at;
}
// Whether a node of [first, last) along an axis has images in ghost cells. If none has, no boundary
// is within reach of a march, which begins three rows below.
bool reaches_side(int first, int last, const mesh::Axis& axis) {
  return first < kReach || last > axis.cells() - kReach;
}

// Orders row by row, as groups that run at the same time then share the lines between them.
bool is_below(const SfSubdomain& a, const SfSubdomain& b) {
  return a.j0 != b.j0 ? a.j0 < b.j0 : a.i0 < b.i0;
}

// Sub-domains near walls first, then the open ones. For kernels that march, the open ones at
// boundaries precede the others.
Subdomains in_order(std::vector<SfSubdomain> near_walls, std::vector<SfSubdomain> open,
                    bool sides_first, const mesh::Mesh& mesh) {
  std::sort(near_walls.begin(), near_walls.end(), is_below);
  std::sort(open.begin(), open.end(), is_below);
  const auto at_side = [&](const SfSubdomain& s) {
    return reaches_side(s.i0, s.i1, mesh.x) || reaches_side(s.j0, s.j1, mesh.y);
  };
  const auto away =
      sides_first ? std::stable_partition(open.begin(), open.end(), at_side) : open.begin();
  Subdomains cut{near_walls, static_cast<int>(near_walls.size()),
                 static_cast<int>(away - open.begin())};
  cut.all.insert(cut.all.end(), open.begin(), open.end());
  return cut;
}
}  // namespace

int height_of_pieces(int n, int most, bool odd) {
  const int pieces = (n + most - 1) / most;
  const int height = (n + pieces - 1) / pieces;
  return odd && height % 2 == 0 ? height + (height < most ? 1 : -1) : height;
}

std::vector<Part> parts_of(const Case& c) {
  for (int side = 0; side < c.side_count(); ++side)
    if (c.is_neighbour(mesh::Side(side))) return {Part::border, Part::inner};
  return {Part::all};
}

Subdomains cut_into_subdomains(const Case& c, int columns, int rows, Near near_what, Extent extent,
                               Part part) {
  const bool marches = near_what == Near::walls;
  const NodeRange all = nodes_between(c, mesh::south, mesh::north, c.mesh.y.cells(), extent);
  const auto x =
      cuts(nodes_between(c, mesh::west, mesh::east, c.mesh.x.cells(), extent), columns, false);
  const auto border =
      part == Part::all ? std::vector<char>(all.count(), 0) : rows_of_border(c, all);
  std::vector<SfSubdomain> open, near_walls;
  for (std::size_t a = 0; a + 1 < x.size(); ++a) {
    auto near = rows_near_walls(c, x[a], x[a + 1], all);
    if (near_what == Near::walls_and_ends) mark_ends(near, c);
    const bool at_side = marches && reaches_side(x[a], x[a + 1], c.mesh.x);
    const int rows_open = at_side ? std::min(rows, kRowsAtSides) : rows;
    const bool strip_in_border = part != Part::all && is_in_border(c, x[a], x[a + 1]);
    for (int begin = all.first; begin < all.last;) {
      const std::size_t row = begin - all.first;
      std::size_t next = row + 1;
      while (next < near.size() && near[next] == near[row] && border[next] == border[row]) ++next;
      const int end = all.first + static_cast<int>(next);
      const bool in_border = strip_in_border || border[row];
      const int most = near[row] || in_border ? std::min(rows, kRowsNearWalls) : rows_open;
      const auto y = cuts({begin, end}, most, marches);
      begin = end;
      if (part != Part::all && in_border != (part == Part::border)) continue;
      for (std::size_t b = 0; b + 1 < y.size(); ++b)
        (near[row] ? near_walls : open).push_back({x[a], x[a + 1], y[b], y[b + 1]});
    }
  }
  return in_order(std::move(near_walls), std::move(open), near_what != Near::walls_and_ends,
                  c.mesh);
}

}  // namespace slipflow::simple_ts
