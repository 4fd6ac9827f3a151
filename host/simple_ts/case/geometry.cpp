#include "geometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "walls.hpp"

namespace slipflow::simple_ts {

namespace {
using config::Directive;
using config::Settings;

mesh::Axis axis_from_file(const Settings& s, const Directive& d, double lo, double hi, int n) {
  const auto path = d.options.find("path");
  if (path == d.options.end()) throw s.error(d, "file needs path=NAME, a text of face positions");
  const auto file = s.folder() / path->second;
  std::ifstream in(file);
  if (!in) throw s.error(d, fmt::format("cannot read '{}'", file.string()));
  std::vector<double> faces;
  for (double x = 0; in >> x && faces.size() <= static_cast<std::size_t>(n) + 1;)
    faces.push_back(x);
  if (!in.eof() || faces.size() != static_cast<std::size_t>(n) + 1)
    throw s.error(d, fmt::format("'{}' must hold {} face positions, one more than cells, and "
                                 "nothing else", file.string(), n + 1));
  if (faces.front() != lo || faces.back() != hi)
    throw s.error(d, fmt::format("'{}' must begin at {} and end at {}, the extent of the mesh",
                                 file.string(), lo, hi));
  return mesh::axis_from_faces(std::move(faces));
}

mesh::Axis read_axis(const Settings& s, const std::string& name, int n) {
  const auto extent = s.numbers("mesh." + name);
  if (!(extent[1] > extent[0]))
    throw s.error("mesh." + name, "the second number must be greater than the first");
  const Directive& d = s.directives("mesh." + name + "_stretch").at(0);
  try {
    if (d.kind == "uniform") return mesh::uniform_axis(extent[0], extent[1], n);
    if (d.kind == "file") return axis_from_file(s, d, extent[0], extent[1], n);
    if (d.numbers.size() != 1 || !(d.numbers[0] >= 0.5 && d.numbers[0] <= 2))
      throw s.error(d, "geometric needs one number from 0.5 to 2, the ratio of neighbouring widths");
    return mesh::geometric_axis(extent[0], extent[1], n, d.numbers[0]);
  } catch (const Error& e) {
    if (std::string(e.what()).find("_stretch") != std::string::npos) throw;
    throw s.error(d, e.what());
  }
}

// Ghost cells: solid beyond a wall, through the ghost columns too; the last cell's beyond an
// outflow; the other side's beyond a periodic side; gas beyond a stream.
int ghost_source(int k, int n, mesh::SideKind lo, mesh::SideKind hi) {
  if (k >= 0 && k < n) return k;
  const auto kind = k < 0 ? lo : hi;
  if (kind == mesh::SideKind::periodic) return (k % n + n) % n;
  if (kind == mesh::SideKind::open_copy) return k < 0 ? 0 : n - 1;
  return -1;
}

void tag_ghosts(const std::array<int, 4>& side_walls, Case& c) {
  const auto layout = c.mesh.layout();
  auto& tags = c.mesh.tags;
  for (int j = -mesh::kPad; j < layout.ny + mesh::kPad; ++j)
    for (int i = -mesh::kPad; i < layout.nx + mesh::kPad; ++i) {
      if (i >= 0 && i < layout.nx && j >= 0 && j < layout.ny) continue;
      const int wall_x = i < 0 ? side_walls[mesh::west]
                               : i >= layout.nx ? side_walls[mesh::east] : 0;
      const int wall_y = j < 0 ? side_walls[mesh::south]
                               : j >= layout.ny ? side_walls[mesh::north] : 0;
      const int from_i = ghost_source(i, layout.nx, c.sides[mesh::west], c.sides[mesh::east]);
      const int from_j = ghost_source(j, layout.ny, c.sides[mesh::south], c.sides[mesh::north]);
      const bool follows = from_i >= 0 && from_j >= 0;
      const int tag = wall_y ? wall_y : wall_x ? wall_x
                      : follows ? tags[layout.at(from_i, from_j)] : 0;
      tags[layout.at(i, j)] = static_cast<std::uint8_t>(tag);
    }
}

std::string extent_text(const mesh::Mesh& m, const mesh::CellBox& b) {
  return fmt::format("x {:.6g} to {:.6g}, y {:.6g} to {:.6g}", m.x.faces[b.i0], m.x.faces[b.i1],
                     m.y.faces[b.j0], m.y.faces[b.j1]);
}

void note_if_moved(const mesh::Rectangle& r, const Body& body, Case& c) {
  const auto& m = c.mesh;
  const auto& b = body.cells;
  const double moved = std::max(
      {std::abs(m.x.faces[b.i0] - r.x0), std::abs(m.x.faces[b.i1] - r.x1),
       std::abs(m.y.faces[b.j0] - r.y0), std::abs(m.y.faces[b.j1] - r.y1)});
  if (moved > 1e-9)
    c.notes.push_back(fmt::format("{} lies on cell faces only: it becomes {}", body.name,
                                  extent_text(m, b)));
}

void tag_body(const Settings& s, const Directive& d, const Body& body, Case& c) {
  const auto layout = c.mesh.layout();
  for (int j = body.cells.j0; j < body.cells.j1; ++j)
    for (int i = body.cells.i0; i < body.cells.i1; ++i) {
      auto& tag = c.mesh.tags[layout.at(i, j)];
      if (tag != 0)
        throw s.error(d, fmt::format("overlaps {} at x = {:.6g}, y = {:.6g}",
                                     c.walls[tag - 1].name, c.mesh.x.centre(i),
                                     c.mesh.y.centre(j)));
      tag = static_cast<std::uint8_t>(body.wall);
    }
}

mesh::Rectangle read_rectangle(const Settings& s, const Directive& d) {
  const mesh::Rectangle r{d.numbers[0], d.numbers[1], d.numbers[2], d.numbers[3]};
  if (!(r.x1 > r.x0) || !(r.y1 > r.y0))
    throw s.error(d, "the four numbers are x0 y0 x1 y1 with x0 < x1 and y0 < y1");
  return r;
}
}  // namespace

void read_mesh(const Settings& s, Case& c) {
  const auto cells = s.numbers("mesh.cells");
  const double padded = (cells[0] + 2 * mesh::kPad) * (cells[1] + 2 * mesh::kPad);
  if (padded > 2147483647.0)
    throw s.error("mesh.cells", "at most 2147483647 cells in all, ghost cells included");
  c.mesh.x = read_axis(s, "x", static_cast<int>(cells[0]));
  c.mesh.y = read_axis(s, "y", static_cast<int>(cells[1]));
  c.mesh.tags.assign(c.mesh.layout().size(), 0);
}

void read_bodies(const Settings& s, const std::array<int, 4>& side_walls, Case& c) {
  int count = 0;
  for (const Directive& d : s.directives("body.rectangle")) {
    const auto r = read_rectangle(s, d);
    Body body;
    body.name = fmt::format("rectangle {}", ++count);
    body.cells = mesh::cells_inside(c.mesh.x, c.mesh.y, r);
    if (body.cells.empty())
      throw s.error(d, "covers no cell centre; the mesh is too coarse for it or it lies outside");
    if (c.walls.size() == 255)
      throw s.error(d, "at most 255 walls and bodies in all");
    c.walls.push_back({body.name, wall_from(s, d, c.gas)});
    body.wall = static_cast<int>(c.walls.size());
    note_if_moved(r, body, c);
    tag_body(s, d, body, c);
    c.bodies.push_back(body);
  }
  tag_ghosts(side_walls, c);
}

}  // namespace slipflow::simple_ts
