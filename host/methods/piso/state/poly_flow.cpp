#include <utility>

#include "piso/gradients.h"
#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/mesh/poly_order.hpp"
#include "state/case_flow.hpp"

namespace slipflow::piso {

namespace {
FlowMesh ordered_mesh(const Case& c, const std::vector<int>& order) {
  const auto mesh = mesh::with_cells_in_order(*c.poly, order);
  return flow_mesh_of(mesh, mesh::geometry_of(mesh), c.mesh_name);
}

FlowPatch poly_patch_of(const FlowMesh& mesh, const Condition& surface, int patch) {
  FlowPatch made = patch_of(surface);
  const SfVector prescribed = {surface.velocity[0], surface.velocity[1], surface.velocity[2]};
  made.velocity = [&surface, prescribed](const SfVector&, double t) {
    return sf_times(surface.over_time.at(t), prescribed);
  };
  if (surface.flow == 0) return made;
  const FlowSides& sides = mesh.sides;
  const SfVectorArray of{sides.count(), mesh.components};
  double area = 0;
  for (int s = 0; s < of.count; ++s)
    if (sides.patch[static_cast<std::size_t>(s)] == patch)
      area += sf_dot(sf_vector_at(sides.S.data(), of, s), sf_vector_at(sides.n.data(), of, s));
  made.inwards = [&surface, area](const SfVector&, double t) {
    return surface.flow / area * surface.over_time.at(t);
  };
  return made;
}

ArrayPlaces places_of_polyhedra(const Case& c, const std::vector<int>& order,
                                const FlowMesh& mesh) {
  const auto layout = c.mesh.layout();
  ArrayPlaces places;
  for (const int number : order) {
    places.cells.push_back(layout.at(number));
    places.frame.push_back(static_cast<std::size_t>(number));
  }
  const int cells = mesh.cells, fluxes = mesh.faces.count() + mesh.sides.count();
  for (int k = 0; k < fluxes; ++k) places.fluxes.push_back({k / cells, 1, layout.at(k % cells)});
  return places;
}
}  // namespace

std::unique_ptr<CaseFlow> poly_flow(const Case& c) {
  const auto order = mesh::cuthill_mckee_order(*c.poly);
  FlowMesh mesh = ordered_mesh(c, order);
  ArrayPlaces places = places_of_polyhedra(c, order, mesh);
  auto flow = std::make_unique<CaseFlow>(c, std::move(mesh), std::move(places));
  for (std::size_t patch = 0; patch < c.surfaces.size(); ++patch)
    flow->add_patch(poly_patch_of(flow->mesh(), c.surfaces[patch], static_cast<int>(patch)));
  return flow;
}

}  // namespace slipflow::piso
