#include "ghost_copies.hpp"

#include "slipflow/simple_ts/equations.hpp"

namespace slipflow::simple_ts {

namespace {
using mesh::kPad;
static_assert(kPad == SF_PAD);

// Offsets from a node to its images along one axis, 0 first.
std::vector<int> offsets_of(int k, int n, int last, int low, int high) {
  std::vector<int> offsets = {0};
  const SfImages images = sf_images(k, n, last, low, high);
  for (int off = images.lo0; off < images.lo1; ++off) offsets.push_back(off);
  for (int off = images.hi0; off < images.hi1; ++off) offsets.push_back(off);
  return offsets;
}

// Calls act(i, j, k) for every node within kPad of the edge of a box.
template <class Act>
void for_edge_nodes(const mesh::CellBox& box, Act act) {
  const auto near = [](int place, int end) { return place <= kPad || place >= end - kPad - 1; };
  for (int k = 0; k < box.k1; ++k)
    for (int j = 0; j < box.j1; ++j) {
      const bool edge_line = near(k, box.k1) || near(j, box.j1);
      for (int i = 0; i < box.i1; ++i)
        if (edge_line || near(i, box.i1))
          act(i, j, k);
        else
          i = box.i1 - kPad - 2;
    }
}
}  // namespace

GhostCopies::GhostCopies(const Case& c) {
  add_copies(c, -1, cells_);
  for (int axis = 0; axis < c.axes(); ++axis) add_copies(c, axis, faces_[axis]);
}

void GhostCopies::add_copies(const Case& c, int normal, Copies& copies) {
  const auto layout = c.mesh.layout();
  mesh::CellBox nodes = mesh::cells_of(layout);
  // The faces of a far boundary where the mesh does not continue are nodes of their own.
  const int more = normal >= 0 && !c.continues(mesh::Side(2 * normal + 1));
  if (normal == 0) nodes.i1 += more;
  if (normal == 1) nodes.j1 += more;
  if (normal == 2) nodes.k1 += more;
  std::array<std::vector<std::vector<int>>, 3> offsets;  // by axis and place
  for (int axis = 0; axis < 3; ++axis) {
    const int places = axis == 0 ? nodes.i1 : axis == 1 ? nodes.j1 : nodes.k1;
    const auto code = [&](int side) {
      const int of_side = side_code(c.sides[side]);
      return normal >= 0 ? SF_SIDE_OF_VELOCITY(of_side) : of_side;
    };
    const int n = c.mesh.axis(axis).cells();
    for (int k = 0; k < places; ++k)
      offsets[axis].push_back(axis < c.axes() ? offsets_of(k, n, axis == normal ? n : n - 1,
                                                           code(2 * axis), code(2 * axis + 1))
                                              : std::vector<int>{0});
  }
  for_edge_nodes(nodes, [&](int i, int j, int k) {
    const auto from = static_cast<int>(layout.at(i, j, k));
    for (const int z : offsets[2][k])
      for (const int y : offsets[1][j])
        for (const int x : offsets[0][i])
          if (x != 0 || y != 0 || z != 0)
            copies.push_back({from, static_cast<int>(layout.at(i + x, j + y, k + z))});
  });
}

template <class Value>
void update_ghosts(const Case& c, Fields<Value>& s) {
  GhostCopies(c).update(s);
}

template void update_ghosts(const Case& c, Fields<double>& s);
template void update_ghosts(const Case& c, Fields<float>& s);

}  // namespace slipflow::simple_ts
