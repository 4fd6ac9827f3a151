#include "slipflow/mesh/mesh.hpp"

#include <algorithm>

namespace slipflow::mesh {

bool Mesh::any_solid() const {
  return std::any_of(tags.begin(), tags.end(), [](auto tag) { return tag != 0; });
}

}  // namespace slipflow::mesh
