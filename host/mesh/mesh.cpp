#include "slipflow/mesh/mesh.hpp"

#include <algorithm>

namespace slipflow::mesh {

std::int64_t Mesh::cells() const {
  std::int64_t product = 1;
  for (const Axis* axis : {&x, &y, &z})
    if (axis->cells() > 0) product *= axis->cells();
  return product;
}

bool Mesh::any_solid() const {
  return std::any_of(tags.begin(), tags.end(), [](auto tag) { return tag != 0; });
}

}  // namespace slipflow::mesh
