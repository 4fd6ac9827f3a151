#include "output/boundary_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "piso/gradients.h"
#include "slipflow/setup/box_mesh.hpp"

namespace slipflow::piso {

namespace {
// The solver has its sides in the order of the patches and their faces.
std::vector<double> in_order_of(const mesh::PolyMesh& mesh, const std::vector<double>& of_sides) {
  const int first = mesh.internal_faces();
  std::vector<double> values(static_cast<std::size_t>(mesh.faces() - first),
                             std::numeric_limits<double>::quiet_NaN());
  auto side = of_sides.begin();
  for (const auto& patch : mesh.patches) {
    if (!patch.is_boundary()) continue;
    const auto begin = values.begin() + (patch.begin - first);
    std::copy_n(side, patch.faces, begin);
    side += patch.faces;
  }
  return values;
}

std::vector<double> parts_of(const std::vector<SfVector>& vectors, int axis) {
  std::vector<double> parts;
  for (const SfVector& vector : vectors) parts.push_back(sf_component(vector, axis));
  return parts;
}
}  // namespace

std::vector<methods::CellField> boundary_fields(const mesh::PolyMesh& mesh, int axes,
                                                FlowFields& fields) {
  const auto velocities = fields.side_velocities(), frictions = fields.side_frictions();
  std::vector<methods::CellField> made;
  const auto add = [&](const std::string& name, const std::vector<double>& of_sides) {
    made.push_back({name, name, in_order_of(mesh, of_sides)});
  };
  for (int axis = 0; axis < axes; ++axis) add(kVelocities[axis], parts_of(velocities, axis));
  add("p", fields.side_pressures());
  for (int axis = 0; axis < axes; ++axis)
    add(fmt::format("friction_{}", setup::kAxes[axis]), parts_of(frictions, axis));
  return made;
}

}  // namespace slipflow::piso
