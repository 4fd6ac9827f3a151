#include "state/box_flow.hpp"

#include <algorithm>
#include <cmath>

#include "piso/gradients.h"
#include "slipflow/mesh/poly_build.hpp"
#include "slipflow/mesh/poly_geometry.hpp"

namespace slipflow::piso {

namespace {
constexpr std::array<int, 6> kOpposite = {1, 0, 3, 2, 5, 4};

std::vector<double>& added(methods::Arrays& arrays, const std::string& name, std::size_t size) {
  arrays.push_back({name, std::vector<double>(size, 0.0)});
  return arrays.back().values;
}

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

}  // namespace

BoxFlow::BoxFlow(const Case& c) : CaseFlow(c, flow_mesh_of_box(c)), layout_(c.mesh.layout()) {
  number_cells();
  find_faces();
  const auto& surfaces = surface_of_patch();
  for (std::size_t patch = 0; patch < surfaces.size(); ++patch)
    add_patch(box_patch_of(c.surfaces[static_cast<std::size_t>(surfaces[patch])],
                           static_cast<int>(patch)));
}

// In the order of poly_mesh_of().
void BoxFlow::number_cells() {
  const auto& m = of_case().mesh;
  for (int k = 0; k < std::max(m.z.cells(), 1); ++k)
    for (int j = 0; j < m.y.cells(); ++j)
      for (int i = 0; i < m.x.cells(); ++i)
        if (!m.solid(i, j, k)) cells_.push_back({i, j, k});
}

void BoxFlow::find_faces() {
  // `normal`: one that leads out of the cell.
  const auto place = [&](int cell, const SfVector& normal) {
    const auto& at = cells_[static_cast<std::size_t>(cell)];
    Place found{0, at[0], at[1], at[2], 1};
    for (int axis = 1; axis < 3; ++axis)
      if (std::abs(sf_component(normal, axis)) > std::abs(sf_component(normal, found.axis)))
        found.axis = axis;
    if (sf_component(normal, found.axis) < 0) {
      found.sign = -1;
    } else {
      (found.axis == 0 ? found.i : found.axis == 1 ? found.j : found.k) += 1;
    }
    return found;
  };
  const SfVectorArray of_faces{mesh().faces.count(), mesh().components};
  for (int f = 0; f < of_faces.count; ++f)
    faces_.push_back(place(mesh().faces.owner[static_cast<std::size_t>(f)],
                           sf_vector_at(mesh().faces.S.data(), of_faces, f)));
  const SfVectorArray of_sides{mesh().sides.count(), mesh().components};
  for (int s = 0; s < of_sides.count; ++s)
    sides_.push_back(place(mesh().sides.cell[static_cast<std::size_t>(s)],
                           sf_vector_at(mesh().sides.S.data(), of_sides, s)));
}

// Parabolas along the axes of a boundary, of mean 1 over a whole one.
double BoxFlow::profile_at(const Surface& surface, const SfVector& x) const {
  const auto side = std::ranges::find(mesh::side_names, surface.name) - mesh::side_names.begin();
  double factor = 1;
  for (int axis = 0; axis < of_case().axes; ++axis) {
    if (axis == mesh::axis_across(static_cast<int>(side)) || of_case().periodic(axis)) continue;
    const auto& faces = of_case().mesh.axis(axis).faces;
    const double s = (sf_component(x, axis) - faces.front()) / (faces.back() - faces.front());
    factor *= 6 * s * (1 - s);
  }
  return factor;
}

FlowPatch BoxFlow::box_patch_of(const Surface& surface, int patch) const {
  FlowPatch made = patch_of(surface);
  const SfVector given = {surface.velocity[0], surface.velocity[1], surface.velocity[2]};
  double scale = 1;  // so that the faces together let in the prescribed flux
  if (surface.parabolic) {
    const FlowSides& sides = mesh().sides;
    const SfVectorArray of{sides.count(), mesh().components};
    double sum = 0, area = 0;
    for (int s = 0; s < of.count; ++s) {
      const auto k = static_cast<std::size_t>(s);
      if (sides.patch[k] != patch) continue;
      const double own =
          sf_dot(sf_vector_at(sides.S.data(), of, s), sf_vector_at(sides.n.data(), of, s));
      area += own;
      sum += own * profile_at(surface, sides.centre[k]);
    }
    scale = area / sum;
  }
  made.velocity = [this, &surface, given, scale](const SfVector& x, double t) {
    const double shape = surface.parabolic ? scale * profile_at(surface, x) : 1;
    return sf_times(shape * surface.over_time.at(t), given);
  };
  return made;
}

methods::Arrays BoxFlow::arrays_of(const std::vector<SfVector>& velocities,
                                   const std::vector<double>& p, const FlowFluxes& fluxes) const {
  methods::Arrays arrays;
  const auto names = flux_names(of_case());
  const int axes = of_case().axes;
  for (int axis = 0; axis < axes; ++axis) {
    auto& values = added(arrays, kVelocities[axis], layout_.size());
    for (std::size_t c = 0; c < cells_.size(); ++c)
      values[cell_at(c)] = sf_component(velocities[c], axis);
  }
  auto& pressures = added(arrays, "p", layout_.size());
  for (std::size_t c = 0; c < cells_.size(); ++c) pressures[cell_at(c)] = p[c];
  for (int axis = 0; axis < axes; ++axis) {
    auto& values = added(arrays, names[static_cast<std::size_t>(axis)], layout_.size());
    const auto store = [&](const std::vector<Place>& places, const std::vector<double>& of) {
      for (std::size_t f = 0; f < of.size(); ++f)
        if (places[f].axis == axis) values[at(places[f])] = places[f].sign * of[f];
    };
    store(faces_, fluxes.faces);
    store(sides_, fluxes.sides);
  }
  return arrays;
}

std::vector<SfVector> BoxFlow::velocities_in(const methods::Arrays& arrays) const {
  std::vector<SfVector> velocities(cells_.size(), SfVector{0, 0, 0});
  for (int axis = 0; axis < of_case().axes; ++axis) {
    const auto& values = methods::values_named(arrays, kVelocities[axis]);
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      SfVector& to = velocities[c];
      (axis == 0 ? to.x : axis == 1 ? to.y : to.z) = values[cell_at(c)];
    }
  }
  return velocities;
}

std::vector<double> BoxFlow::pressures_in(const methods::Arrays& arrays) const {
  const auto& values = methods::values_named(arrays, "p");
  std::vector<double> p(cells_.size());
  for (std::size_t c = 0; c < p.size(); ++c) p[c] = values[cell_at(c)];
  return p;
}

FlowFluxes BoxFlow::fluxes_in(const methods::Arrays& arrays) const {
  FlowFluxes fluxes;
  const auto names = flux_names(of_case());
  const auto take = [&](const std::vector<Place>& places, std::vector<double>& to) {
    for (const Place& place : places)
      to.push_back(
          place.sign *
          methods::values_named(arrays, names[static_cast<std::size_t>(place.axis)])[at(place)]);
  };
  take(faces_, fluxes.faces);
  take(sides_, fluxes.sides);
  return fluxes;
}

std::vector<double> BoxFlow::in_frame(const std::vector<double>& of_cells) const {
  const auto& m = of_case().mesh;
  const auto nx = static_cast<std::size_t>(m.x.cells()), ny = static_cast<std::size_t>(m.y.cells());
  std::vector<double> values(nx * ny * static_cast<std::size_t>(std::max(m.z.cells(), 1)), 0.0);
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const auto& [i, j, k] = cells_[c];
    values[(static_cast<std::size_t>(k) * ny + static_cast<std::size_t>(j)) * nx +
           static_cast<std::size_t>(i)] = of_cells[c];
  }
  return values;
}

}  // namespace slipflow::piso
