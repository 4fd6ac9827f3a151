#include <fmt/format.h>

#include <algorithm>

#include "slipflow/setup/bodies.hpp"

namespace slipflow::setup {

namespace {
using config::Settings;

void take_in(int i, int j, int k, mesh::CellBox& box) {
  if (box.i1 == box.i0) box = {i, j, i + 1, j + 1, k, k + 1};
  box = {std::min(box.i0, i),     std::min(box.j0, j), std::max(box.i1, i + 1),
         std::max(box.j1, j + 1), std::min(box.k0, k), std::max(box.k1, k + 1)};
}

/// The bodies that cut cells by their walls, without their boxes.
class BodiesByWall {
 public:
  explicit BodiesByWall(std::vector<Body>& bodies) {
    for (Body& body : bodies)
      if (body.cuts_cells()) body.cells = {}, bodies_[static_cast<std::size_t>(body.wall)] = &body;
  }
  Body* of(int wall) const { return bodies_[static_cast<std::size_t>(wall)]; }

 private:
  static constexpr int kMostWalls = 256;
  std::array<Body*, kMostWalls> bodies_{};
};

/// Boxes and numbers of cells of the bodies, which are found by their walls.
void complete(const mesh::CutMesh& cut, const mesh::Mesh& mesh, std::vector<Body>& bodies) {
  const BodiesByWall by_wall(bodies);
  const auto layout = mesh.layout();
  mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int) {
    const std::size_t at = layout.at(i, j);
    if (Body* body = by_wall.of(cut.tags[at])) {
      ++body->cell_count;
      take_in(i, j, 0, body->cells);
    }
    const int number = cut.place[at];
    if (number < 0) return;
    for (int k = cut.first_piece[number]; k < cut.first_piece[number + 1]; ++k)
      if (Body* body = by_wall.of(cut.pieces[k].wall)) take_in(i, j, 0, body->cells);
  });
}

void complete(const mesh::CutInSpace& cut, const mesh::Mesh& mesh, std::vector<Body>& bodies) {
  const BodiesByWall by_wall(bodies);
  const auto layout = mesh.layout();
  mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int k) {
    Body* body = by_wall.of(cut.tags[layout.at(i, j, k)]);
    if (!body) return;
    ++body->cell_count;
    take_in(i, j, k, body->cells);
  });
  for (std::size_t n = 0; n < cut.cells.size(); ++n) {
    const mesh::CutCell3& cell = cut.cells[n];
    if (!mesh::cells_of(layout).has(cell.i, cell.j, cell.k)) continue;
    for (int at = cut.first_patch[n]; at < cut.first_patch[n + 1]; ++at)
      if (Body* body = by_wall.of(cut.patches[static_cast<std::size_t>(at)].wall))
        take_in(cell.i, cell.j, cell.k, body->cells);
  }
}

void check_circles(const Settings& s, const PlacedBodies& placed,
                   const std::vector<std::size_t>& cutting, const std::vector<int>& unresolved) {
  if (unresolved.empty()) return;
  const std::size_t k = cutting[static_cast<std::size_t>(unresolved.front())];
  throw s.error(*placed.lines[k],
                in_a_row(*placed.lines[k], placed.bodies[k].name) +
                    "crosses fewer than three mesh lines: the mesh is too coarse for it");
}

/// Whether the solid reaches into the mesh.
bool lies_inside(const mesh::Mesh& mesh, const Body& body) {
  const mesh::Extent3 extent = mesh::bounds(body.cut_solid->solid);
  for (int axis = 0; axis < 3; ++axis) {
    const auto& faces = mesh.axis(axis).faces;
    if (extent.hi[axis] <= faces.front() || extent.lo[axis] >= faces.back()) return false;
  }
  return true;
}

void check_bodies(const Settings& s, const PlacedBodies& placed) {
  for (std::size_t k = 0; k < placed.bodies.size(); ++k)
    if (const Body& body = placed.bodies[k]; body.cells.i1 == body.cells.i0)
      throw s.error(*placed.lines[k], in_a_row(*placed.lines[k], body.name) +
                                          "lies outside the mesh or wholly inside other bodies");
}
}  // namespace

std::shared_ptr<const mesh::CutMesh> cut_by_bodies(const Settings& s,
                                                   const std::array<bool, 2>& periodic,
                                                   const std::array<bool, 4>& open,
                                                   PlacedBodies& placed, mesh::Mesh& mesh) {
  std::vector<mesh::CutBody> outlines;
  std::vector<std::size_t> cutting;  // numbers of these bodies
  for (std::size_t k = 0; k < placed.bodies.size(); ++k)
    if (const auto& cut = placed.bodies[k].cut) outlines.push_back(*cut), cutting.push_back(k);
  if (outlines.empty()) return nullptr;
  auto cut = std::make_shared<const mesh::CutMesh>(mesh::cut_mesh(mesh, outlines, periodic, open));
  check_circles(s, placed, cutting, cut->unresolved);
  if (cut->report.gas_area == 0) throw s.error(*placed.lines.back(), "leaves no gas in the domain");
  mesh.tags = cut->tags;
  complete(*cut, mesh, placed.bodies);
  check_bodies(s, placed);
  return cut;
}

std::shared_ptr<const mesh::CutInSpace> cut_by_solids(const Settings& s,
                                                      const std::array<bool, 3>& periodic,
                                                      PlacedBodies& placed, mesh::Mesh& mesh) {
  std::vector<mesh::CutSolid> solids;
  for (const Body& body : placed.bodies)
    if (body.cut_solid) solids.push_back(*body.cut_solid);
  if (solids.empty()) return nullptr;
  auto cut = std::make_shared<const mesh::CutInSpace>(mesh::cut_in_space(mesh, solids, periodic));
  if (cut->report.gas_volume == 0)
    throw s.error(*placed.lines.back(), "leaves no gas in the domain");
  mesh.tags = cut->tags;
  complete(*cut, mesh, placed.bodies);
  for (std::size_t k = 0; k < placed.bodies.size(); ++k)
    if (const Body& body = placed.bodies[k];
        body.cut_solid && body.cells.i1 == body.cells.i0 && lies_inside(mesh, body))
      throw s.error(*placed.lines[k], in_a_row(*placed.lines[k], body.name) +
                                          "lies within one cell or inside other bodies: the mesh "
                                          "is too coarse for it");
  check_bodies(s, placed);
  return cut;
}

std::vector<std::uint8_t> tags_with_stairs(const mesh::Mesh& mesh,
                                           const std::vector<Body>& bodies) {
  const auto layout = mesh.layout();
  std::vector<std::uint8_t> tags = mesh.tags;
  for (const Body& body : bodies)
    if (body.cut) std::ranges::replace(tags, static_cast<std::uint8_t>(body.wall), 0);
  for (const Body& body : bodies) {
    if (!body.cut) continue;
    std::vector<bool> is_inside(tags.size());
    for (const mesh::CellRun& run : mesh::cells_inside(mesh.x, mesh.y, body.cut->shape))
      for (int i = run.i0; i < run.i1; ++i) is_inside[layout.at(i, run.j)] = true;
    mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int) {
      const std::size_t at = layout.at(i, j);
      if (is_inside[at] != body.cut->gas_inside) tags[at] = static_cast<std::uint8_t>(body.wall);
    });
  }
  return tags;
}

}  // namespace slipflow::setup
