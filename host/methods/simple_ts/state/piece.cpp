#include "slipflow/simple_ts/piece.hpp"

#include <algorithm>
#include <optional>

#include "simple_ts/convection/schemes.h"
#include "slipflow/simple_ts/cut_tables.hpp"

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
  const mesh::Layout piece = mesh::layout_of(cells, layout.axes());
  const mesh::CellBox window = mesh::padded_cells_of(piece);
  std::vector<Value> part;
  part.reserve(piece.size());
  for (int k = window.k0; k < window.k1; ++k)
    for (int j = window.j0; j < window.j1; ++j) {
      const std::size_t at = layout.at(cells.i0 + window.i0, cells.j0 + j, cells.k0 + k);
      const auto row = whole.begin() + static_cast<std::ptrdiff_t>(at);
      part.insert(part.end(), row, row + piece.pitch());
    }
  return part;
}

/// What a box that is moved has in common with these cells and `around` layers around them, counted
/// from the first of them; nothing if that is empty.
std::optional<mesh::CellBox> common(const mesh::CellBox& box, const std::array<int, 3>& move,
                                    const mesh::CellBox& cells, int around, int axes) {
  std::array<mesh::CellRange, 3> ranges;
  for (int axis = 0; axis < axes; ++axis) {
    const int from = cells.along(axis).first, moved = move[axis] - from;
    ranges[axis] = {std::max(box.along(axis).first + moved, -around),
                    std::min(box.along(axis).end + moved, cells.along(axis).count() + around)};
    if (ranges[axis].count() <= 0) return std::nullopt;
  }
  return mesh::box_of(ranges);
}

/// The cells of bodies next to those of a piece, from its first cell on. A body at the end of a
/// periodic axis that is cut is next to the piece at the other end too.
std::vector<Body> bodies_of(const Case& whole, const mesh::Decomposition& pieces, int rank) {
  const auto layout = whole.mesh.layout();
  const auto moves = [&](int axis) {
    const int n = layout.cells(axis);
    return pieces.wraps(axis) ? std::vector<int>{-n, 0, n} : std::vector<int>{0};
  };
  std::vector<Body> bodies;
  for (const int x : moves(0))
    for (const int y : moves(1))
      for (const int z : moves(2))
        for (const Body& body : whole.bodies)
          if (const auto part =
                  common(body.cells, {x, y, z}, pieces.cells(rank), 1, layout.axes())) {
            bodies.push_back(body);
            bodies.back().cells = *part;
          }
  return bodies;
}

/// What cut walls give a piece; nothing where they are far from its cells.
void cut_piece(const Case& whole, const mesh::CellBox& cells, Case& piece) {
  auto cut = std::make_shared<mesh::CutMesh>();
  cut->place = window_of(whole.cut->place, whole.mesh.layout(), cells);
  cut->cells = whole.cut->cells;
  piece.cut = nullptr;
  if (std::ranges::all_of(cut->place, [](int place) { return place < 0; })) return;
  piece.cut = std::move(cut);
  piece.cut_tables = std::make_shared<CutTables>(cut_tables_of_piece(whole, piece, cells));
}
}  // namespace

Case piece_of(const Case& whole, const mesh::Decomposition& pieces, int rank) {
  const mesh::CellBox cells = pieces.cells(rank);
  Case piece = whole;
  mesh::Axis* const axes[] = {&piece.mesh.x, &piece.mesh.y, &piece.mesh.z};
  for (int axis = 0; axis < whole.axes(); ++axis) {
    const auto [first, end] = cells.along(axis);
    const mesh::Axis& of_whole = whole.mesh.axis(axis);
    *axes[axis] = part_of(of_whole, first, end);
    piece.piece_metrics[axis] = part_of(whole.metrics(axis), of_whole.cells(), first, end);
    for (const int step : {-1, 1})
      if (pieces.has_neighbour(rank, axis, step))
        piece.sides[2 * axis + (step > 0)] = BoundaryKind::neighbour;
  }
  piece.mesh.tags = window_of(whole.mesh.tags, whole.mesh.layout(), cells);
  piece.bodies = bodies_of(whole, pieces, rank);
  if (whole.cut) cut_piece(whole, cells, piece);
  return piece;
}

std::vector<double> part_of(const std::vector<double>& field, const mesh::Layout& layout,
                            const mesh::CellBox& cells) {
  return window_of(field, layout, cells);
}

State part_of(const State& whole, const mesh::Layout& layout, const mesh::CellBox& cells) {
  State part{whole.axes};
  for (std::size_t k = 0; k < part.all().size(); ++k)
    *part.all()[k] = part_of(*whole.all()[k], layout, cells);
  return part;
}

std::vector<ImposedVelocities> part_of(const std::vector<ImposedVelocities>& whole,
                                       const mesh::CellBox& cells, int axes) {
  std::vector<ImposedVelocities> parts;
  for (const ImposedVelocities& v : whole) {
    const auto nodes = common(v.nodes, {}, cells, kPad, axes);
    if (!nodes) continue;
    ImposedVelocities part{v.axis, *nodes, {}};
    v.for_each([&](int i, int j, int k, double value) {
      if (nodes->has(i - cells.i0, j - cells.j0, k - cells.k0)) part.values.push_back(value);
    });
    parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<mesh::FieldDepth> halo_depths(const Case& c) {
  constexpr mesh::HaloDepth all{mesh::kPad, mesh::kPad};
  if (c.cut) return std::vector<mesh::FieldDepth>(4, {all, all, all});
  const int limited = c.scheme.convection != SF_UPWIND;
  const mesh::HaloDepth plain{2 + limited, 1 + limited}, along{2 + limited, 2 + limited},
      density{3 + limited, 2 + limited};
  const bool creeps = c.has_friction_heat() && c.has_slip_laws();
  const mesh::HaloDepth temperature = creeps ? mesh::HaloDepth{3, 2} : plain;
  std::vector<mesh::FieldDepth> depths;
  for (int axis = 0; axis < c.axes(); ++axis) {
    depths.push_back({plain, plain, plain});
    depths.back()[axis] = along;
  }
  depths.push_back({temperature, temperature, temperature});
  depths.push_back({density, density, density});
  return depths;
}

}  // namespace slipflow::simple_ts
