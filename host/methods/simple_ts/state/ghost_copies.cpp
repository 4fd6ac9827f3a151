#include "ghost_copies.hpp"

#include "slipflow/simple_ts/equations.hpp"

namespace slipflow::simple_ts {

namespace {
using mesh::kPad;
static_assert(kPad == SF_PAD);

struct SideCodes {
  int west, east, south, north;
};
SideCodes side_codes(const Case& c) {
  return {side_code(c.sides[mesh::west]), side_code(c.sides[mesh::east]),
          side_code(c.sides[mesh::south]), side_code(c.sides[mesh::north])};
}
SideCodes side_codes_of_velocity(const Case& c) {
  const SideCodes s = side_codes(c);
  return {SF_SIDE_OF_VELOCITY(s.west), SF_SIDE_OF_VELOCITY(s.east), SF_SIDE_OF_VELOCITY(s.south),
          SF_SIDE_OF_VELOCITY(s.north)};
}

// Calls f(i, j) for every node within kPad of the edge of [0, ni) x [0, nj).
template <class F>
void for_edge_nodes(int ni, int nj, F f) {
  for (int j = 0; j < nj; ++j) {
    const bool edge_row = j <= kPad || j >= nj - kPad - 1;
    for (int i = 0; i < ni; ++i) {
      if (edge_row || i <= kPad || i >= ni - kPad - 1)
        f(i, j);
      else
        i = ni - kPad - 2;
    }
  }
}

// Calls f with the index of each copy of index k.
template <class F>
void for_images(int k, const SfImages& images, F f) {
  for (int off = images.lo0; off < images.lo1; ++off) f(k + off);
  for (int off = images.hi0; off < images.hi1; ++off) f(k + off);
}
}  // namespace

GhostCopies::GhostCopies(const Case& c) {
  const auto layout = c.mesh.layout();
  const int nx = layout.nx, ny = layout.ny;
  const auto add = [&](Copies& copies, const SideCodes& side, int i, int j, int last_x,
                       int last_y) {
    const auto add_row = [&](int row, bool is_own) {
      const auto from = static_cast<int>(layout.at(i, j));
      if (!is_own) copies.push_back({from, static_cast<int>(layout.at(i, row))});
      for_images(i, sf_images(i, nx, last_x, side.west, side.east), [&](int column) {
        copies.push_back({from, static_cast<int>(layout.at(column, row))});
      });
    };
    add_row(j, true);
    for_images(j, sf_images(j, ny, last_y, side.south, side.north),
               [&](int row) { add_row(row, false); });
  };
  const SideCodes cell_side = side_codes(c), velocity_side = side_codes_of_velocity(c);
  for_edge_nodes(nx, ny, [&](int i, int j) { add(cells_, cell_side, i, j, nx - 1, ny - 1); });
  for_edge_nodes(nx + !c.continues(mesh::east), ny,
                 [&](int i, int j) { add(x_faces_, velocity_side, i, j, nx, ny - 1); });
  for_edge_nodes(nx, ny + !c.continues(mesh::north),
                 [&](int i, int j) { add(y_faces_, velocity_side, i, j, nx - 1, ny); });
}

template <class Value>
void update_ghosts(const Case& c, Fields<Value>& s) {
  GhostCopies(c).update(s);
}

template void update_ghosts(const Case& c, Fields<double>& s);
template void update_ghosts(const Case& c, Fields<float>& s);

}  // namespace slipflow::simple_ts
