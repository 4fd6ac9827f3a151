// Cases in space with cut walls, their flow, and its error, for tests against closed forms.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "cut_wall_flows.hpp"
#include "output/state_equations.hpp"
#include "slipflow/mesh/cut_in_space.hpp"
#include "slipflow/mesh/vectors.hpp"
#include "state/space/cut_tables_in_space.hpp"

namespace slipflow::simple_ts::walls_in_space {

using cut_wall_flows::Error, cut_wall_flows::kB, cut_wall_flows::kJump, cut_wall_flows::kKnudsen,
    cut_wall_flows::kSlip;
using mesh::Position3;

using mesh::cross, mesh::dot, mesh::operator+, mesh::operator*;

inline Position3 unit(const Position3& a) { return (1 / std::sqrt(dot(a, a))) * a; }

/// A periodic box.
struct Box3 {
  Position3 lo, hi;
  std::array<int, 3> cells;
};

struct BodyInSpace {
  mesh::Solid solid;
  WallValues wall{};
  bool gas_inside = false;
};

/// Walls that slip, with temperature jump.
inline WallValues slipping(double slip = kSlip) { return {.slip = slip, .jump = kJump}; }

inline Case case_with(const Box3& box, const std::vector<BodyInSpace>& bodies,
                      const Position3& g = {}, const std::vector<std::string>& set = {}) {
  Case c = case_from(
      fmt::format("[gas]\nknudsen = {}\nmach = 0.1\ngravity = {} {} {}\ncoefficients = published\n"
                  "[mesh]\nx = {} {}\ny = {} {}\nz = {} {}\ncells = {} {} {}\n"
                  "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\n"
                  "north = periodic\nbottom = periodic\ntop = periodic\n"
                  "[initial]\nstate = rest\n[time]\nstep = 1\nmax_steps = 1\n",
                  kKnudsen, g[0], g[1], g[2], box.lo[0], box.hi[0], box.lo[1], box.hi[1], box.lo[2],
                  box.hi[2], box.cells[0], box.cells[1], box.cells[2]),
      set);
  std::vector<mesh::CutSolid> solids;
  for (const BodyInSpace& body : bodies) {
    c.walls.push_back({fmt::format("body {}", c.walls.size() + 1), body.wall, {}});
    solids.push_back({body.solid, body.gas_inside, static_cast<int>(c.walls.size())});
  }
  auto cut = mesh::cut_in_space(c.mesh, solids, {true, true, true});
  c.mesh.tags = cut.tags;
  c.cut_in_space = std::make_shared<const mesh::CutInSpace>(std::move(cut));
  c.cut_tables = std::make_shared<const CutTables>(cut_tables_in_space(c));
  return c;
}

/// Calls visit(axis, at, place, open) for the velocity nodes of the domain that exist: the centroid
/// of the open part of their face, and its area.
template <class Visit>
void for_nodes(const Case& c, Visit visit) {
  const auto layout = c.mesh.layout();
  const int n[] = {layout.nx, layout.ny, layout.nz};
  mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int k) {
    const int cell[] = {i, j, k};
    if (c.mesh.solid(i, j, k)) return;
    const mesh::CutCell3* of = c.cut_in_space->find(i, j, k);
    for (int axis = 0; axis < 3; ++axis) {
      std::array<int, 3> below = {i, j, k};
      below[axis] = (below[axis] + n[axis] - 1) % n[axis];
      if (c.mesh.solid(below[0], below[1], below[2])) continue;
      Position3 at{};
      double open = 1;
      for (int along = 0; along < 3; ++along) {
        at[along] = along == axis ? c.mesh.axis(along).faces[cell[along]]
                                  : c.mesh.axis(along).centre(cell[along]);
        if (along != axis) open *= c.mesh.axis(along).widths[cell[along]];
      }
      if (of) at = of->through[axis], open = of->open[axis];
      if (open > 0) visit(axis, layout.at(i, j, k), at, open);
    }
  });
}

/// Gas of T 1 and density 1 that moves with velocity(place).
template <class Velocity>
State moving(const Case& c, Velocity velocity) {
  State s = initial_state(c);
  for_nodes(c, [&](int axis, std::size_t at, const Position3& x, double) {
    s.velocity(axis)[at] = velocity(x)[axis];
  });
  const auto layout = c.mesh.layout();
  const auto inside = [](int k, int n) { return (k + n) % n; };
  mesh::for_cells(mesh::padded_cells_of(layout), [&](int i, int j, int k) {
    const auto source = layout.at(inside(i, layout.nx), inside(j, layout.ny), inside(k, layout.nz));
    for (int axis = 0; axis < 3; ++axis)
      s.velocity(axis)[layout.at(i, j, k)] = s.velocity(axis)[source];
  });
  return s;
}

template <class Velocity>
Error error_of(const Case& c, const State& s, Velocity exact, double scale) {
  Error error;
  for_nodes(c, [&](int axis, std::size_t at, const Position3& x, double) {
    error.add((s.velocity(axis)[at] - exact(x)[axis]) / scale);
  });
  return error;
}

/// Until all changes per time are below 1/1000 of `scale`.
inline State steady(const Case& c, const State& from, double dt, double scale) {
  const auto backend = make_serial_operations(c);
  return cut_wall_flows::steady(*backend, from, dt, scale, 1e-3, 1e-6);
}

/// Mean velocity along an axis, times the part of the volume that is gas, over gravity along it.
inline double superficial_flow(const Case& c, const State& s, int axis, double g) {
  double flow = 0, volume = 1;
  for (int along = 0; along < 3; ++along) {
    const auto& faces = c.mesh.axis(along).faces;
    volume *= faces.back() - faces.front();
  }
  const double h = c.mesh.axis(axis).widths[0];
  for_nodes(c, [&](int of, std::size_t at, const Position3&, double open) {
    if (of == axis) flow += open * h * s.velocity(axis)[at];
  });
  return flow / volume / g;
}

/// Torque of the viscous forces on a wall about an axis through the origin.
inline double torque(const Case& c, const State& s, int wall, const Position3& axis) {
  const auto equations = equations_of(c, s);
  double sum = 0;
  for (const CutWallPiece& piece : pieces_of_cut_walls(c)) {
    if (piece.wall != wall) continue;
    const auto patch = std::ranges::find(c.cut_tables->of_mesh, piece.number);
    if (patch == c.cut_tables->of_mesh.end()) FAIL("a piece that no body has");
    const mesh::WallPatch& at = c.cut_in_space->patches[patch - c.cut_tables->of_mesh.begin()];
    const GasAtWall gas = equations->gas_at_piece(piece);
    sum += dot(axis, cross(at.at, piece.area * gas.shear));
  }
  return sum;
}

}  // namespace slipflow::simple_ts::walls_in_space
