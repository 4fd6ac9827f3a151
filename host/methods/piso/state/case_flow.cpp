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

// Vectors of the flow and of its linear solver, numbers of cells, what is stored of faces, and the
// systems of the pressure, which take about 17 numbers for each face of the finest one.
double bytes_of(const Case& c) {
  const double axes = c.axes, cells = static_cast<double>(c.mesh.cells());
  const double faces = c.poly ? c.poly->internal_faces() / cells : axes;  // of a cell
  const double older = !c.is_steady() && c.flow.bdf2 ? 1 : 0;
  double of_cells = (14 + older) * axes + 6;
  double of_faces = 5 + axes + older + 17;
  // Meshes from files mostly have faces that are oblique.
  if (c.poly) of_faces += 2 + axes;
  if (c.poly || c.flow.convection == SF_LINEAR_UPWIND) of_cells += axes * (axes + 1);
  if (c.flow.convection == SF_LINEAR_UPWIND) of_faces += 2 * axes;
  return 8 * cells * (of_cells + faces * of_faces);
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

std::vector<int> CaseFlow::cells_in_frame() const {
  std::vector<double> numbers(mesh_.volumes.size());
  std::iota(numbers.begin(), numbers.end(), 0.0);
  const auto in_order = in_frame(numbers);
  return {in_order.begin(), in_order.end()};
}

std::unique_ptr<CaseFlow> make_case_flow(const Case& c) {
  if (c.poly) return std::make_unique<PolyFlow>(c);
  return std::make_unique<BoxFlow>(c);
}

}  // namespace slipflow::piso
