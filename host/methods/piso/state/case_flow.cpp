#include "state/case_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "state/box_flow.hpp"
#include "state/poly_flow.hpp"

namespace slipflow::piso {

namespace {
constexpr std::array<const char*, 3> kBoxFluxes = {"flux_x", "flux_y", "flux_z"};

// Of cells in bodies.
std::set<int> walls_in(const mesh::Mesh& m) {
  std::set<int> walls;
  for (int k = 0; k < std::max(m.z.cells(), 1); ++k)
    for (int j = 0; j < m.y.cells(); ++j)
      for (int i = 0; i < m.x.cells(); ++i)
        if (m.solid(i, j, k)) walls.insert(m.tags[m.layout().at(i, j, k)]);
  return walls;
}
}  // namespace

std::vector<int> surfaces_of(const Case& c) {
  std::vector<int> surfaces;
  if (c.poly) {
    surfaces.resize(c.surfaces.size());
    std::iota(surfaces.begin(), surfaces.end(), 0);
    return surfaces;
  }
  int next = 0;
  for (int side = 0; side < 2 * c.axes; ++side)
    if (!c.periodic(mesh::axis_across(side))) surfaces.push_back(next++);
  for (const int wall : walls_in(c.mesh)) surfaces.push_back(wall - 1);
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

// By cell: vectors of the flow and of its linear solvers, and the faces, of a box as many for each
// cell as there are axes.
double bytes_of(const Case& c) {
  const double axes = c.axes, cells = static_cast<double>(c.mesh.cells());
  const double faces = c.poly ? c.poly->internal_faces() / cells : axes;
  const double vectors = 16 * axes, numbers = 18, of_faces = 8 + 4 * axes;
  const double multigrid = 4 + 2 * faces;
  return 8 * (vectors + numbers + faces * of_faces + multigrid) * cells;
}

CaseFlow::CaseFlow(const Case& c, FlowMesh mesh)
    : case_(c), mesh_(std::move(mesh)), flow_(c.flow), surfaces_(surfaces_of(c)) {}

FlowPatch CaseFlow::patch_of(const Surface& surface) {
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
  if (c.poly) return std::make_unique<PolyFlow>(c);
  return std::make_unique<BoxFlow>(c);
}

}  // namespace slipflow::piso
