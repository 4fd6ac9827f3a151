#include "slipflow/mesh/mesh.hpp"

#include <fmt/format.h>

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

std::string Mesh::size_text() const {
  std::string text = fmt::format("{}", x.cells());
  for (int k = 1; k < axes(); ++k) text += fmt::format(" x {}", axis(k).cells());
  return text;
}

Mesh plane_of(const Mesh& mesh, int axis, int cell) {
  const auto [across, along] = axes_of_planes[static_cast<std::size_t>(axis)];
  Mesh plane{mesh.axis(across), mesh.axis(along), {}, {}};
  const auto layout = plane.layout();
  plane.tags.resize(layout.size());
  for (int j = -kPad; j < layout.ny + kPad; ++j)
    for (int i = -kPad; i < layout.nx + kPad; ++i) {
      std::array<int, 3> at{};
      at[static_cast<std::size_t>(axis)] = cell;
      at[static_cast<std::size_t>(across)] = i;
      at[static_cast<std::size_t>(along)] = j;
      plane.tags[layout.at(i, j)] = mesh.tags[mesh.layout().at(at[0], at[1], at[2])];
    }
  return plane;
}

}  // namespace slipflow::mesh
