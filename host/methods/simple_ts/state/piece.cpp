#include "slipflow/simple_ts/piece.hpp"

#include <algorithm>

#include "simple_ts/convection/schemes.h"

namespace slipflow::simple_ts {

namespace {
using mesh::kPad;

mesh::Axis part_of(const mesh::Axis& axis, int first, int end) {
  return {{axis.faces.begin() + first, axis.faces.begin() + end + 1},
          {axis.widths.begin() + first, axis.widths.begin() + end},
          axis.uniform};
}

/// The values of the cells [first, end) in those of an axis one after another, each with ghosts.
std::vector<double> part_of(const std::vector<double>& metrics, int cells, int first, int end) {
  const int ghosts = 2 * kPad, pitch = cells + ghosts;
  std::vector<double> part;
  for (auto at = metrics.begin(); at != metrics.end(); at += pitch)
    part.insert(part.end(), at + first, at + end + ghosts);
  return part;
}

template <class Value>
std::vector<Value> window_of(const std::vector<Value>& whole, const mesh::Layout& layout,
                             const mesh::CellBox& cells) {
  const mesh::Layout piece{cells.i1 - cells.i0, cells.j1 - cells.j0};
  std::vector<Value> part;
  part.reserve(piece.size());
  for (int j = cells.j0 - kPad; j < cells.j1 + kPad; ++j) {
    const auto row = whole.begin() + static_cast<std::ptrdiff_t>(layout.at(cells.i0 - kPad, j));
    part.insert(part.end(), row, row + piece.pitch());
  }
  return part;
}

/// The cells of bodies next to those of a piece, from its first cell on. A body at the end of a
/// periodic axis that is cut is next to the piece at the other end too.
std::vector<Body> bodies_of(const Case& whole, const mesh::Decomposition& pieces, int rank) {
  const auto layout = whole.mesh.layout();
  const mesh::CellBox cells = pieces.cells(rank);
  const bool wraps_x = whole.periodic_x() && pieces.grid().columns > 1;
  const bool wraps_y = whole.periodic_y() && pieces.grid().rows > 1;
  std::vector<Body> bodies;
  for (const int x : {-layout.nx, 0, layout.nx})
    for (const int y : {-layout.ny, 0, layout.ny}) {
      if ((x != 0 && !wraps_x) || (y != 0 && !wraps_y)) continue;
      for (const Body& body : whole.bodies) {
        const mesh::CellBox& b = body.cells;
        Body part = body;
        part.cells = {std::max(b.i0 + x, cells.i0 - 1) - cells.i0,
                      std::max(b.j0 + y, cells.j0 - 1) - cells.j0,
                      std::min(b.i1 + x, cells.i1 + 1) - cells.i0,
                      std::min(b.j1 + y, cells.j1 + 1) - cells.j0};
        if (part.cells.i0 < part.cells.i1 && part.cells.j0 < part.cells.j1) bodies.push_back(part);
      }
    }
  return bodies;
}
}  // namespace

Case piece_of(const Case& whole, const mesh::Decomposition& pieces, int rank) {
  const mesh::CellBox cells = pieces.cells(rank);
  Case piece = whole;
  piece.mesh.x = part_of(whole.mesh.x, cells.i0, cells.i1);
  piece.mesh.y = part_of(whole.mesh.y, cells.j0, cells.j1);
  piece.mesh.tags = window_of(whole.mesh.tags, whole.mesh.layout(), cells);
  piece.piece_metrics = {part_of(whole.metrics(0), whole.mesh.x.cells(), cells.i0, cells.i1),
                         part_of(whole.metrics(1), whole.mesh.y.cells(), cells.j0, cells.j1),
                         {}};
  piece.bodies = bodies_of(whole, pieces, rank);
  const auto continue_at = [&](mesh::Side side, int dx, int dy) {
    if (pieces.neighbour(rank, dx, dy)) piece.sides[side] = BoundaryKind::neighbour;
  };
  continue_at(mesh::west, -1, 0);
  continue_at(mesh::east, 1, 0);
  continue_at(mesh::south, 0, -1);
  continue_at(mesh::north, 0, 1);
  return piece;
}

std::vector<double> part_of(const std::vector<double>& field, const mesh::Layout& layout,
                            const mesh::CellBox& cells) {
  return window_of(field, layout, cells);
}

State part_of(const State& whole, const mesh::Layout& layout, const mesh::CellBox& cells) {
  State part;
  for (std::size_t k = 0; k < part.all().size(); ++k)
    *part.all()[k] = part_of(*whole.all()[k], layout, cells);
  return part;
}

std::vector<ImposedVelocities> part_of(const std::vector<ImposedVelocities>& whole,
                                       const mesh::CellBox& cells) {
  std::vector<ImposedVelocities> parts;
  for (const ImposedVelocities& v : whole) {
    const int i0 = std::max(v.nodes.i0, cells.i0 - kPad);
    const int j0 = std::max(v.nodes.j0, cells.j0 - kPad);
    const int i1 = std::min(v.nodes.i1, cells.i1 + kPad);
    const int j1 = std::min(v.nodes.j1, cells.j1 + kPad);
    if (i0 >= i1 || j0 >= j1) continue;
    ImposedVelocities part{
        v.axis, {i0 - cells.i0, j0 - cells.j0, i1 - cells.i0, j1 - cells.j0}, {}};
    v.for_each([&](int i, int j, int, double value) {
      if (i >= i0 && i < i1 && j >= j0 && j < j1) part.values.push_back(value);
    });
    parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<mesh::FieldDepth> halo_depths(const Case& c) {
  const int limited = c.scheme.convection != SF_UPWIND;
  const mesh::HaloDepth plain{2 + limited, 1 + limited}, along{2 + limited, 2 + limited},
      density{3 + limited, 2 + limited};
  const bool creeps = c.has_friction_heat() && c.has_slip_laws();
  const mesh::HaloDepth temperature = creeps ? mesh::HaloDepth{3, 2} : plain;
  return {{along, plain}, {plain, along}, {temperature, temperature}, {density, density}};
}

}  // namespace slipflow::simple_ts
