#include "state/case_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "piso/gradients.h"

namespace slipflow::piso {

namespace {
constexpr std::array<const char*, 3> kBoxFluxes = {"flux_x", "flux_y", "flux_z"};

// The surfaces of a box that fluid touches; mesh::poly_mesh_of() makes patches of these.
std::vector<bool> touched_surfaces(const Case& c) {
  if (c.bodies.empty()) return std::vector<bool>(c.surfaces.size(), true);
  const mesh::Mesh& m = c.mesh;
  std::array<int, 6> of_sides{};
  for (int side = 0, next = 0; side < 2 * c.axes; ++side)
    of_sides[side] = c.periodic(mesh::axis_across(side)) ? -1 : next++;
  std::vector<bool> touched(c.surfaces.size());
  const auto touch = [&](std::array<int, 3> at, int side) {
    const int axis = mesh::axis_across(side);
    int& place = at[static_cast<std::size_t>(axis)];
    const int n = m.axis(axis).cells();
    place += side % 2 == 0 ? -1 : 1;
    if (c.periodic(axis)) place = (place + n) % n;
    const bool inside = place >= 0 && place < n;
    const int surface = inside ? m.tags[m.layout().at(at[0], at[1], at[2])] - 1 : of_sides[side];
    if (surface >= 0) touched[static_cast<std::size_t>(surface)] = true;
  };
  for (int k = 0; k < std::max(m.z.cells(), 1); ++k)
    for (int j = 0; j < m.y.cells(); ++j)
      for (int i = 0; i < m.x.cells(); ++i)
        for (int side = 0; side < 2 * c.axes && !m.solid(i, j, k); ++side) touch({i, j, k}, side);
  return touched;
}

/// Faces between two cells, and of the boundary. Bodies are left out.
struct Faces {
  double between = 0, sides = 0;
};

Faces faces_of(const Case& c) {
  if (c.poly) {
    Faces of{static_cast<double>(c.poly->internal_faces()), 0};
    for (const auto& patch : c.poly->patches)
      if (patch.is_boundary()) of.sides += patch.faces;
    return of;
  }
  const auto cells = static_cast<double>(c.mesh.cells());
  Faces of;
  for (int axis = 0; axis < c.axes; ++axis) {
    const double layer = cells / c.mesh.axis(axis).cells();
    of.between += cells - (c.periodic(axis) ? 0 : layer);
    of.sides += c.periodic(axis) ? 0 : 2 * layer;
  }
  return of;
}
}  // namespace

std::vector<int> surfaces_of(const Case& c) {
  std::vector<int> surfaces;
  if (c.poly) {
    surfaces.resize(c.surfaces.size());
    std::iota(surfaces.begin(), surfaces.end(), 0);
    return surfaces;
  }
  const auto touched = touched_surfaces(c);
  for (std::size_t surface = 0; surface < touched.size(); ++surface)
    if (touched[surface]) surfaces.push_back(static_cast<int>(surface));
  return surfaces;
}

// An array has a number for each cell; polyhedra have more faces than cells.
std::vector<std::string> flux_names(const Case& c) {
  if (!c.poly) return {kBoxFluxes.begin(), kBoxFluxes.begin() + c.axes};
  std::vector<std::string> names;
  for (int first = 0; first < c.poly->faces(); first += c.poly->cells)
    names.push_back(fmt::format("flux_{}", names.size() + 1));
  return names;
}

// Numbers of a cell, a face and a side. Those of the levels of the pressure follow from the
// agglomerates: measured on hexahedra, tetrahedra and plane meshes.
double bytes_of(const Case& c) {
  constexpr double kLevelsOfFaceInPlane = 10.45, kLevelsOfFace = 5.8, kLevelsOfCell = 12.65;
  const double axes = c.axes, cells = static_cast<double>(c.mesh.cells());
  const Faces of = faces_of(c);
  const bool takes_gradients = c.flow.convection == SF_FACE_LINEAR_UPWIND;
  const bool steps = !c.is_steady();
  const double older = steps && c.flow.bdf2 ? 1 : 0;
  const double convecting = older > 0 || (steps && c.flow.outer_correctors > 1) ? 1 : 0;
  const double relaxed = c.flow.relax_pressure != 1 ? 1 : 0;
  const bool plane = c.axes < 3;
  const double of_cell = (13 + older) * axes + 12.5 + relaxed + (plane ? 0 : kLevelsOfCell);
  double of_face = 5 + axes + convecting + (plane ? kLevelsOfFaceInPlane : kLevelsOfFace);
  if (c.oblique) of_face += c.skewed ? 2 : 1 + axes;
  if (takes_gradients || c.skewed) of_face += 2 * axes;
  // Sides of polyhedra may be curved.
  const double curvature = !c.poly ? 0 : plane ? 3 : 6;
  const double of_side = 5 * axes + 8.5 + convecting + curvature;
  return 8 * (cells * of_cell + of.between * of_face + of.sides * of_side);
}

CaseFlow::CaseFlow(const Case& c, FlowMesh mesh, ArrayPlaces places)
    : case_(c),
      mesh_(std::move(mesh)),
      places_(std::move(places)),
      flow_(c.flow),
      surfaces_(surfaces_of(c)) {}

methods::Arrays CaseFlow::arrays_of(const std::vector<SfVector>& velocities,
                                    const std::vector<double>& p, const FlowFluxes& fluxes) const {
  methods::Arrays arrays;
  const auto added = [&](const std::string& name) -> std::vector<double>& {
    arrays.push_back({name, std::vector<double>(case_.mesh.layout().size(), 0.0)});
    return arrays.back().values;
  };
  for (int axis = 0; axis < case_.axes; ++axis) {
    auto& values = added(kVelocities[axis]);
    for (std::size_t c = 0; c < velocities.size(); ++c)
      values[places_.cells[c]] = sf_component(velocities[c], axis);
  }
  auto& pressures = added("p");
  for (std::size_t c = 0; c < p.size(); ++c) pressures[places_.cells[c]] = p[c];
  const std::size_t first = arrays.size();
  for (const std::string& name : flux_names(case_)) added(name);
  auto at = places_.fluxes.begin();
  for (const auto* all : {&fluxes.faces, &fluxes.sides})
    for (const double flux : *all) {
      arrays[first + static_cast<std::size_t>(at->array)].values[at->place] = at->sign * flux;
      ++at;
    }
  return arrays;
}

std::vector<SfVector> CaseFlow::velocities_in(const methods::Arrays& arrays) const {
  std::vector<SfVector> velocities(places_.cells.size(), SfVector{0, 0, 0});
  for (int axis = 0; axis < case_.axes; ++axis) {
    const auto& values = methods::values_named(arrays, kVelocities[axis]);
    for (std::size_t c = 0; c < velocities.size(); ++c) {
      SfVector& to = velocities[c];
      (axis == 0 ? to.x : axis == 1 ? to.y : to.z) = values[places_.cells[c]];
    }
  }
  return velocities;
}

std::vector<double> CaseFlow::pressures_in(const methods::Arrays& arrays) const {
  const auto& values = methods::values_named(arrays, "p");
  std::vector<double> p;
  for (const std::size_t place : places_.cells) p.push_back(values[place]);
  return p;
}

FlowFluxes CaseFlow::fluxes_in(const methods::Arrays& arrays) const {
  std::vector<const std::vector<double>*> of_names;
  for (const std::string& name : flux_names(case_))
    of_names.push_back(&methods::values_named(arrays, name));
  FlowFluxes fluxes;
  const auto faces = static_cast<std::size_t>(mesh_.faces.count());
  for (const FluxPlace& at : places_.fluxes)
    (fluxes.faces.size() < faces ? fluxes.faces : fluxes.sides)
        .push_back(at.sign * (*of_names[static_cast<std::size_t>(at.array)])[at.place]);
  return fluxes;
}

std::vector<double> CaseFlow::in_frame(const std::vector<double>& of_cells) const {
  std::vector<double> values(static_cast<std::size_t>(case_.mesh.cells()), 0.0);
  for (std::size_t c = 0; c < of_cells.size(); ++c) values[places_.frame[c]] = of_cells[c];
  return values;
}

std::vector<int> CaseFlow::cells_in_frame() const {
  std::vector<double> numbers(mesh_.volumes.size());
  std::iota(numbers.begin(), numbers.end(), 0.0);
  const auto in_order = in_frame(numbers);
  return {in_order.begin(), in_order.end()};
}

FlowPatch patch_of(const Condition& surface) {
  FlowPatch patch;
  patch.kind = surface.kind;
  patch.slip_length = surface.slip_length;
  patch.is_wall = surface.is_wall();
  patch.pressure = [&surface](const SfVector&, double t) {
    return surface.pressure * surface.over_time.at(t);
  };
  return patch;
}

std::unique_ptr<CaseFlow> make_case_flow(const Case& c) {
  return c.poly ? poly_flow(c) : box_flow(c);
}

}  // namespace slipflow::piso
