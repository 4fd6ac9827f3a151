#include <fmt/format.h>

#include <algorithm>

#include "slipflow/setup/bodies.hpp"

namespace slipflow::setup {

namespace {
using config::Settings;

void take_in(int i, int j, mesh::CellBox& box) {
  if (box.i1 == box.i0) box = {i, j, i + 1, j + 1};
  box = {std::min(box.i0, i), std::min(box.j0, j), std::max(box.i1, i + 1),
         std::max(box.j1, j + 1)};
}

/// Boxes and numbers of cells of the bodies, which are found by their walls.
void complete(const mesh::CutMesh& cut, const mesh::Mesh& mesh, std::vector<Body>& bodies) {
  constexpr int most_walls = 256;
  std::array<Body*, most_walls> body_of{};
  for (Body& body : bodies)
    if (body.cut) body.cells = {}, body_of[static_cast<std::size_t>(body.wall)] = &body;
  const auto layout = mesh.layout();
  mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int) {
    const std::size_t at = layout.at(i, j);
    if (Body* body = body_of[cut.tags[at]]) {
      ++body->cell_count;
      take_in(i, j, body->cells);
    }
    const int number = cut.place[at];
    if (number < 0) return;
    for (int k = cut.first_piece[number]; k < cut.first_piece[number + 1]; ++k)
      if (Body* body = body_of[static_cast<std::size_t>(cut.pieces[k].wall)])
        take_in(i, j, body->cells);
  });
}

void check_circles(const Settings& s, const PlacedBodies& placed,
                   const std::vector<std::size_t>& cutting, const std::vector<int>& unresolved) {
  if (unresolved.empty()) return;
  const std::size_t k = cutting[static_cast<std::size_t>(unresolved.front())];
  throw s.error(*placed.lines[k],
                in_a_row(*placed.lines[k], placed.bodies[k].name) +
                    "crosses fewer than three mesh lines: the mesh is too coarse for it");
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
