// Ghost cells outside pressure boundaries, in the precision this file is compiled for.
#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

SfPressureSide pressure_side_of(const SideValues& values) {
  return {static_cast<real>(values.pressure), static_cast<real>(values.temperature),
          values.at_ghost};
}

namespace {
/// The data of one call of update_pressure_sides().
struct Sides {
  const Case& c;
  const Fields<stored>& old;
  Fields<stored>& s;
  SfMesh mesh;
  int codes[4];  // by mesh::Side

  int code(int side) const { return codes[side]; }
  int velocity_code(int side) const { return SF_SIDE_OF_VELOCITY(codes[side]); }
};

/// Updates the ghosts of cell (i,j) outside the boundary; step: -1 or 1, away from the domain.
void update_cell(const Sides& w, int side, int i, int j, int step) {
  if (w.c.mesh.solid(i, j)) return;
  const auto layout = w.c.mesh.layout();
  const bool across_x = mesh::across_x(side);
  const real normal =
      across_x ? w.old.u[layout.at(i + (step > 0), j)] : w.old.v[layout.at(i, j + (step > 0))];
  const auto at = layout.at(i, j);
  const SfGhostState ghost = sf_pressure_ghost(pressure_side_of(w.c.side_values[side]), w.s.T[at],
                                               w.s.rho[at], step > 0 ? -normal : normal);
  // A corner outside two such boundaries belongs to the one normal to x.
  const SfImages along =
      across_x ? sf_images(j, layout.ny, layout.ny - 1, w.velocity_code(mesh::south),
                           w.velocity_code(mesh::north))
               : sf_images(i, layout.nx, layout.nx - 1, w.code(mesh::west), w.code(mesh::east));
  sf_store_ghosts(&w.mesh, across_x ? SF_X : SF_Y, w.s.T.data(), w.s.rho.data(), sf_node(i, j),
                  step, along, ghost);
}
}  // namespace

void update_pressure_sides(const Case& c, const Fields<stored>& old, Fields<stored>& s) {
  const auto layout = c.mesh.layout();
  const int nx = layout.nx, ny = layout.ny;
  Sides w{c, old, s, {}, {}};
  for (int side = 0; side < 4; ++side) w.codes[side] = side_code(c.sides[side]);
  w.mesh = sf_whole_mesh(nx, ny, layout.pitch(), w.codes[mesh::west], w.codes[mesh::east],
                         w.codes[mesh::south], w.codes[mesh::north], nullptr, nullptr);
  for (int side = 0; side < 4; ++side) {
    if (c.sides[side] != BoundaryKind::pressure) continue;
    const int step = side == mesh::west || side == mesh::south ? -1 : 1;
    const bool across_x = mesh::across_x(side);
    for (int k = 0; k < (across_x ? ny : nx); ++k)
      across_x ? update_cell(w, side, step < 0 ? 0 : nx - 1, k, step)
               : update_cell(w, side, k, step < 0 ? 0 : ny - 1, step);
  }
}

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
