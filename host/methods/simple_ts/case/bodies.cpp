#include "bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "body_shapes.hpp"
#include "copies.hpp"
#include "gaps.hpp"
#include "geometry.hpp"
#include "walls.hpp"

namespace slipflow::simple_ts {

namespace {
using config::Directive;
using config::Settings;

mesh::CellBox box_around(const std::vector<mesh::CellRun>& runs) {
  mesh::CellBox b{runs.front().i0, runs.front().j, runs.front().i1, runs.back().j + 1};
  for (const auto& run : runs) b.i0 = std::min(b.i0, run.i0), b.i1 = std::max(b.i1, run.i1);
  return b;
}

std::string extent_text(const mesh::Mesh& m, const mesh::CellBox& b) {
  return fmt::format("x {:.6g} to {:.6g}, y {:.6g} to {:.6g}", m.x.faces[b.i0], m.x.faces[b.i1],
                     m.y.faces[b.j0], m.y.faces[b.j1]);
}

/// What became of a rectangle between cell faces, and of other shapes that the mesh cuts off.
void note_changes(const mesh::Shape& shape, const std::string& name, const mesh::CellBox& b,
                  Case& c) {
  const auto& m = c.mesh;
  const mesh::Rectangle r = mesh::bounds(shape);
  if (std::holds_alternative<mesh::Rectangle>(shape)) {
    const double moved =
        std::max({std::abs(m.x.faces[b.i0] - r.x0), std::abs(m.x.faces[b.i1] - r.x1),
                  std::abs(m.y.faces[b.j0] - r.y0), std::abs(m.y.faces[b.j1] - r.y1)});
    if (moved > 1e-9)
      c.notes.push_back(
          fmt::format("{} lies on cell faces only: it becomes {}", name, extent_text(m, b)));
    return;
  }
  const double beyond = std::max({m.x.faces.front() - r.x0, r.x1 - m.x.faces.back(),
                                  m.y.faces.front() - r.y0, r.y1 - m.y.faces.back()});
  if (beyond > 1e-9)
    c.notes.push_back(fmt::format("{} reaches beyond the mesh, which cuts it off", name));
}

bool same_wall(const WallValues& a, const WallValues& b) {
  return a.velocity_x == b.velocity_x && a.velocity_y == b.velocity_y &&
         a.temperature == b.temperature && a.slip == b.slip && a.jump == b.jump &&
         a.heat_flow == b.heat_flow && a.slip_law == b.slip_law;
}

class BodyReader {
 public:
  BodyReader(const Settings& s, Case& c) : settings_(s), case_(c) {}

  /// All bodies of one key, named after it.
  void read(const std::string& kind) {
    int count = 0;
    for (const Directive& d : settings_.directives("body." + kind)) {
      const WallValues wall = wall_from(settings_, d, case_.gas);
      for (const auto& shape : copies_of(settings_, d, shape_of(settings_, d, case_.mesh)))
        add(d, fmt::format("{} {}", kind, ++count), wall, shape);
    }
  }

  /// What can only be said of all bodies together, ghost cells included.
  void check() const {
    const NarrowGaps gaps(case_);
    for (std::size_t k = 0; k < case_.bodies.size(); ++k) {
      check_motion(*lines_[k], case_.bodies[k]);
      if (const auto gap = gaps.beside(case_.bodies[k])) throw settings_.error(*lines_[k], *gap);
    }
  }

  /// Where the last body leaves no gas.
  void check_some_gas() const {
    const auto& mesh = case_.mesh;
    for (int j = 0; j < mesh.y.cells(); ++j)
      for (int i = 0; i < mesh.x.cells(); ++i)
        if (!mesh.solid(i, j)) return;
    throw settings_.error(*lines_.back(), "leaves no gas in the domain");
  }

 private:
  void add(const Directive& d, const std::string& name, const WallValues& wall,
           const mesh::Shape& shape) {
    const auto runs = mesh::cells_inside(case_.mesh.x, case_.mesh.y, shape);
    if (runs.empty()) throw settings_.error(d, in_a_row(d, name) + reason_of_no_cells(d));
    if (case_.walls.size() == 255) throw settings_.error(d, "at most 255 walls and bodies in all");
    case_.walls.push_back({name, wall, {}});
    Body body{name, static_cast<int>(case_.walls.size()), {}, 0};
    for (const auto& run : runs) tag(d, run, body);
    if (body.cell_count == 0)
      throw settings_.error(d, in_a_row(d, name) + "lies wholly inside other bodies");
    note_changes(shape, name, box_around(runs), case_);
    case_.bodies.push_back(body);
    lines_.push_back(&d);
  }

  static const char* reason_of_no_cells(const Directive& d) {
    return d.file.empty()
               ? "covers no cell centre; the mesh is too coarse for it or it lies outside"
               : "is not dark at any cell centre; the mesh is too coarse for it or it lies outside";
  }

  /// Which one of several bodies of a line is meant.
  static std::string in_a_row(const Directive& d, const std::string& name) {
    return d.options.contains("count") ? name + " " : "";
  }

  /// Takes the gas cells of a run. Those of another body of the same wall stay its own.
  void tag(const Directive& d, const mesh::CellRun& run, Body& body) {
    const auto& wall = case_.walls[body.wall - 1];
    for (int i = run.i0; i < run.i1; ++i) {
      auto& tag = case_.mesh.tags[case_.mesh.layout().at(i, run.j)];
      if (tag == 0) {
        tag = static_cast<std::uint8_t>(body.wall);
        take_in(i, run.j, body);
      } else if (!same_wall(case_.walls[tag - 1].values, wall.values)) {
        throw settings_.error(
            d, fmt::format("{}overlaps {}, which has another temperature, velocity, slip or jump, "
                           "at x = {:.6g}, y = {:.6g}",
                           in_a_row(d, body.name), case_.walls[tag - 1].name,
                           case_.mesh.x.centre(i), case_.mesh.y.centre(run.j)));
      }
    }
  }

  static void take_in(int i, int j, Body& body) {
    auto& b = body.cells;
    if (body.cell_count++ == 0) b = {i, j, i + 1, j + 1};
    b = {std::min(b.i0, i), std::min(b.j0, j), std::max(b.i1, i + 1), std::max(b.j1, j + 1)};
  }

  /// A body may slide along its faces, not through them.
  void check_motion(const Directive& d, const Body& body) const {
    const WallValues& wall = case_.walls[body.wall - 1].values;
    if (wall.velocity_x == 0 && wall.velocity_y == 0) return;
    const auto& b = body.cells;
    const auto& tags = case_.mesh.tags;
    const auto layout = case_.mesh.layout();
    for (int j = b.j0; j < b.j1; ++j)
      for (int i = b.i0; i < b.i1; ++i) {
        if (tags[layout.at(i, j)] != body.wall) continue;
        const bool across_x = gas(i - 1, j) || gas(i + 1, j);
        const bool across_y = gas(i, j - 1) || gas(i, j + 1);
        if ((across_x && wall.velocity_x != 0) || (across_y && wall.velocity_y != 0))
          throw settings_.error(
              d, fmt::format("{}can only move along its faces: the {} component of its velocity "
                             "must be 0, as it has a face across {} at cell ({}, {}), x = {:.6g}, "
                             "y = {:.6g}",
                             in_a_row(d, body.name), across_x && wall.velocity_x != 0 ? "x" : "y",
                             across_x && wall.velocity_x != 0 ? "x" : "y", i, j,
                             case_.mesh.x.centre(i), case_.mesh.y.centre(j)));
      }
  }

  /// Gas of the flow: a cell of the domain, or its image beyond a periodic side.
  bool gas(int i, int j) const {
    const auto layout = case_.mesh.layout();
    const bool inside = (case_.periodic_x() || (i >= 0 && i < layout.nx)) &&
                        (case_.periodic_y() || (j >= 0 && j < layout.ny));
    return inside && case_.mesh.tags[layout.at(i, j)] == 0;
  }

  const Settings& settings_;
  Case& case_;
  std::vector<const Directive*> lines_;  // of each body
};
}  // namespace

void read_bodies(const Settings& s, const std::array<int, 4>& side_walls, Case& c) {
  BodyReader reader(s, c);
  for (const char* kind : {"rectangle", "polygon", "circle", "mask"}) reader.read(kind);
  tag_ghosts(side_walls, c);
  if (c.bodies.empty()) return;
  reader.check_some_gas();
  reader.check();
}

}  // namespace slipflow::simple_ts
