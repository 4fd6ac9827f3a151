#include <algorithm>
#include <cmath>
#include <utility>

#include "piso/gradients.h"
#include "slipflow/mesh/poly_build.hpp"
#include "slipflow/mesh/poly_geometry.hpp"
#include "state/case_flow.hpp"

namespace slipflow::piso {

namespace {
constexpr std::array<int, 6> kOpposite = {1, 0, 3, 2, 5, 4};

FlowMesh flow_mesh_of_box(const Case& c) {
  auto poly = mesh::poly_mesh_of(c.mesh, {c.periodic(0), c.periodic(1), c.periodic(2)});
  for (int side = 0; side < 2 * c.axes; ++side) {
    if (!c.periodic(mesh::axis_across(side))) continue;
    const auto patch =
        std::ranges::find(poly.patches, std::string(mesh::side_names[side]), &mesh::Patch::name);
    if (patch == poly.patches.end()) continue;  // a body covers it
    patch->type = "cyclic";
    patch->neighbour_patch = mesh::side_names[kOpposite[side]];
  }
  return flow_mesh_of(poly, mesh::geometry_of(poly), c.title);
}

// In the order of poly_mesh_of().
std::vector<std::array<int, 3>> free_cells(const mesh::Mesh& m) {
  std::vector<std::array<int, 3>> cells;
  for (int k = 0; k < std::max(m.z.cells(), 1); ++k)
    for (int j = 0; j < m.y.cells(); ++j)
      for (int i = 0; i < m.x.cells(); ++i)
        if (!m.solid(i, j, k)) cells.push_back({i, j, k});
  return cells;
}

// Finds the flux of a face of a cell, whose normal leads out of the cell.
FluxPlace flux_place(const mesh::Layout& layout, std::array<int, 3> cell, const SfVector& normal) {
  FluxPlace found;
  for (int axis = 1; axis < 3; ++axis)
    if (std::abs(sf_component(normal, axis)) > std::abs(sf_component(normal, found.array)))
      found.array = axis;
  if (sf_component(normal, found.array) < 0)
    found.sign = -1;
  else
    ++cell[static_cast<std::size_t>(found.array)];
  found.place = layout.at(cell[0], cell[1], cell[2]);
  return found;
}

ArrayPlaces places_in_box(const Case& c, const FlowMesh& mesh) {
  const auto layout = c.mesh.layout();
  const auto cells = free_cells(c.mesh);
  ArrayPlaces places;
  for (const auto& [i, j, k] : cells) {
    places.cells.push_back(layout.at(i, j, k));
    const int row = k * c.mesh.y.cells() + j;
    places.frame.push_back(static_cast<std::size_t>(row) *
                               static_cast<std::size_t>(c.mesh.x.cells()) +
                           static_cast<std::size_t>(i));
  }
  const auto add = [&](const std::vector<int>& of, const std::vector<double>& S, int count) {
    for (int f = 0; f < count; ++f)
      places.fluxes.push_back(
          flux_place(layout, cells[static_cast<std::size_t>(of[static_cast<std::size_t>(f)])],
                     sf_vector_at(S.data(), SfVectorArray{count, mesh.components}, f)));
  };
  add(mesh.faces.owner, mesh.faces.S, mesh.faces.count());
  add(mesh.sides.cell, mesh.sides.S, mesh.sides.count());
  return places;
}

// Parabolas along the axes of a boundary, of mean 1 over a whole one.
double profile_at(const Case& c, const Condition& surface, const SfVector& x) {
  const auto side = std::ranges::find(mesh::side_names, surface.name) - mesh::side_names.begin();
  double factor = 1;
  for (int axis = 0; axis < c.axes; ++axis) {
    if (axis == mesh::axis_across(static_cast<int>(side)) || c.periodic(axis)) continue;
    const auto& faces = c.mesh.axis(axis).faces;
    const double s = (sf_component(x, axis) - faces.front()) / (faces.back() - faces.front());
    factor *= 6 * s * (1 - s);
  }
  return factor;
}

FlowPatch box_patch_of(const Case& c, const FlowMesh& mesh, const Condition& surface, int patch) {
  FlowPatch made = patch_of(surface);
  const SfVector prescribed = {surface.velocity[0], surface.velocity[1], surface.velocity[2]};
  double scale = 1;  // so that the faces together let in the prescribed flux
  if (surface.parabolic) {
    const FlowSides& sides = mesh.sides;
    const SfVectorArray of{sides.count(), mesh.components};
    double sum = 0, area = 0;
    for (int s = 0; s < of.count; ++s) {
      const auto k = static_cast<std::size_t>(s);
      if (sides.patch[k] != patch) continue;
      const double own =
          sf_dot(sf_vector_at(sides.S.data(), of, s), sf_vector_at(sides.n.data(), of, s));
      area += own;
      sum += own * profile_at(c, surface, sides.centre[k]);
    }
    scale = area / sum;
  }
  made.velocity = [&c, &surface, prescribed, scale](const SfVector& x, double t) {
    const double shape = surface.parabolic ? scale * profile_at(c, surface, x) : 1;
    return sf_times(shape * surface.over_time.at(t), prescribed);
  };
  return made;
}
}  // namespace

std::unique_ptr<CaseFlow> box_flow(const Case& c) {
  FlowMesh mesh = flow_mesh_of_box(c);
  ArrayPlaces places = places_in_box(c, mesh);
  auto flow = std::make_unique<CaseFlow>(c, std::move(mesh), std::move(places));
  const auto& surfaces = flow->surface_of_patch();
  for (std::size_t patch = 0; patch < surfaces.size(); ++patch)
    flow->add_patch(box_patch_of(c, flow->mesh(),
                                 c.surfaces[static_cast<std::size_t>(surfaces[patch])],
                                 static_cast<int>(patch)));
  return flow;
}

}  // namespace slipflow::piso
