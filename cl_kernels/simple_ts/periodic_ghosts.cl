// The ghosts outside the periodic boundaries of an axis, which the march in space neither reads nor
// writes. A work-item has one node of all fields.
#include "language.h"
#include "simple_ts/column_pieces.h"

SF_MEASURE void copy_periodic_ghosts(SF_SET_PARAMETERS(stored, ), const int axis) {
  const int column = get_global_id(0) - SF_PAD, ghost = get_global_id(1) % (2 * SF_PAD);
  const int layer = (int)get_global_id(1) / (2 * SF_PAD) - SF_PAD;
  const int n = SF_BY_AXIS(axis, SF_NX, SF_NY, SF_NZ);
  const int place = ghost < SF_PAD ? ghost - SF_PAD : n + (ghost - SF_PAD);
  if (column >= (axis == SF_X ? SF_NY : SF_NX) + SF_PAD) return;
  const SfNode P = axis == SF_X   ? sf_node(place, column, layer)
                   : axis == SF_Y ? sf_node(column, place, layer)
                                  : sf_node(column, layer, place);
  const int at = (P.i + SF_PAD) + SF_PITCH * (P.j + SF_PAD) + SF_PLANE * (P.k + SF_PAD);
  const int from = at + (place < 0 ? n : -n) * SF_BY_AXIS(axis, 1, SF_PITCH, SF_PLANE);
  u[at] = u[from];
  v[at] = v[from];
  w[at] = w[from];
  T[at] = T[from];
  rho[at] = rho[from];
}
