#include "slipflow/mesh/mesh.hpp"

#include <algorithm>

namespace slipflow::mesh {

bool Mesh::any_solid() const {
  return std::any_of(tags.begin(), tags.end(), [](auto tag) { return tag != 0; });
}

namespace {
// First and one-past-last cell whose centre lies in [lo, hi].
void cells_between(const Axis& axis, double lo, double hi, int& first, int& last) {
  first = 0;
  while (first < axis.cells() && axis.centre(first) < lo) ++first;
  last = first;
  while (last < axis.cells() && axis.centre(last) <= hi) ++last;
}
}  // namespace

CellBox cells_inside(const Axis& x, const Axis& y, const Rectangle& r) {
  CellBox box;
  cells_between(x, r.x0, r.x1, box.i0, box.i1);
  cells_between(y, r.y0, r.y1, box.j0, box.j1);
  return box;
}

}  // namespace slipflow::mesh
