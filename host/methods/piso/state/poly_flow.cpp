#include "state/poly_flow.hpp"

#include <utility>

#include "piso/gradients.h"
#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/mesh/poly_order.hpp"

namespace slipflow::piso {

namespace {
FlowMesh ordered_mesh(const Case& c, const std::vector<int>& order) {
  const auto mesh = mesh::with_cells_in_order(*c.poly, order);
  return flow_mesh_of(mesh, mesh::geometry_of(mesh), c.mesh_name);
}
}  // namespace

PolyFlow::PolyFlow(const Case& c) : PolyFlow(c, mesh::cuthill_mckee_order(*c.poly)) {}

PolyFlow::PolyFlow(const Case& c, std::vector<int> order)
    : CaseFlow(c, ordered_mesh(c, order)), layout_(c.mesh.layout()), order_(std::move(order)) {
  for (std::size_t patch = 0; patch < c.surfaces.size(); ++patch)
    add_patch(poly_patch_of(c.surfaces[patch], static_cast<int>(patch)));
}

FlowPatch PolyFlow::poly_patch_of(const Surface& surface, int patch) const {
  FlowPatch made = patch_of(surface);
  const SfVector given = {surface.velocity[0], surface.velocity[1], surface.velocity[2]};
  made.velocity = [&surface, given](const SfVector&, double t) {
    return sf_times(surface.over_time.at(t), given);
  };
  if (surface.flow == 0) return made;
  const FlowSides& sides = mesh().sides;
  const SfVectorArray of{sides.count(), mesh().components};
  double area = 0;
  for (int s = 0; s < of.count; ++s)
    if (sides.patch[static_cast<std::size_t>(s)] == patch)
      area += sf_dot(sf_vector_at(sides.S.data(), of, s), sf_vector_at(sides.n.data(), of, s));
  made.inwards = [&surface, area](const SfVector&, double t) {
    return surface.flow / area * surface.over_time.at(t);
  };
  return made;
}

std::vector<double> PolyFlow::in_frame(const std::vector<double>& of_cells) const {
  std::vector<double> values(of_cells.size());
  for (std::size_t k = 0; k < order_.size(); ++k)
    values[static_cast<std::size_t>(order_[k])] = of_cells[k];
  return values;
}

std::vector<double> PolyFlow::in_array(const std::vector<double>& of_cells) const {
  std::vector<double> values(layout_.size(), 0.0);
  for (std::size_t k = 0; k < order_.size(); ++k) values[layout_.at(order_[k])] = of_cells[k];
  return values;
}

std::vector<double> PolyFlow::of_array(const std::vector<double>& values) const {
  std::vector<double> of_cells;
  for (const int number : order_) of_cells.push_back(values[layout_.at(number)]);
  return of_cells;
}

methods::Arrays PolyFlow::arrays_of(const std::vector<SfVector>& velocities,
                                    const std::vector<double>& p, const FlowFluxes& fluxes) const {
  methods::Arrays arrays;
  std::vector<double> of_cells(velocities.size());
  for (int axis = 0; axis < of_case().axes; ++axis) {
    for (std::size_t k = 0; k < of_cells.size(); ++k)
      of_cells[k] = sf_component(velocities[k], axis);
    arrays.push_back({kVelocities[axis], in_array(of_cells)});
  }
  arrays.push_back({"p", in_array(p)});
  auto all = fluxes.faces;
  all.insert(all.end(), fluxes.sides.begin(), fluxes.sides.end());
  const auto names = flux_names(of_case());
  all.resize(names.size() * order_.size(), 0.0);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(k * order_.size());
    arrays.push_back({names[k], std::vector<double>(layout_.size(), 0.0)});
    std::copy_n(first, order_.size(),
                arrays.back().values.begin() + static_cast<std::ptrdiff_t>(layout_.at(0)));
  }
  return arrays;
}

std::vector<SfVector> PolyFlow::velocities_in(const methods::Arrays& arrays) const {
  std::vector<SfVector> velocities(order_.size(), SfVector{0, 0, 0});
  for (int axis = 0; axis < of_case().axes; ++axis) {
    const auto values = of_array(methods::values_named(arrays, kVelocities[axis]));
    for (std::size_t k = 0; k < values.size(); ++k) {
      SfVector& to = velocities[k];
      (axis == 0 ? to.x : axis == 1 ? to.y : to.z) = values[k];
    }
  }
  return velocities;
}

std::vector<double> PolyFlow::pressures_in(const methods::Arrays& arrays) const {
  return of_array(methods::values_named(arrays, "p"));
}

FlowFluxes PolyFlow::fluxes_in(const methods::Arrays& arrays) const {
  std::vector<double> all;
  for (const std::string& name : flux_names(of_case())) {
    const auto first =
        methods::values_named(arrays, name).begin() + static_cast<std::ptrdiff_t>(layout_.at(0));
    all.insert(all.end(), first, first + static_cast<std::ptrdiff_t>(order_.size()));
  }
  const auto faces = all.begin() + mesh().faces.count();
  return {{all.begin(), faces}, {faces, faces + mesh().sides.count()}};
}

}  // namespace slipflow::piso
