#include "table_maker_in_space.hpp"

#include <algorithm>
#include <cmath>

#include "cut_shares_in_space.hpp"
#include "listed_cells.hpp"
#include "slipflow/simple_ts/state.hpp"
#include "wall_geometry.hpp"

namespace slipflow::simple_ts {
namespace {
using Cell = ListedCells::Cell;

/// Least distance of centroids from a wall, as a part of the cell's smallest width.
constexpr double kLeastOfCentre = 0.02;
/// Smaller pieces, as a part of the area of the cell's smallest face, are rounding.
constexpr double kLeastPatch = 1e-10;

class TableMakerInSpace {
 public:
  explicit TableMakerInSpace(const Case& c)
      : case_(c), layout_(c.mesh.layout()), listed_(c), friction_(c, listed_, tables_.cells) {}

  CutArraysInSpace make() {
    make_cells();
    make_walls();
    make_pieces();
    add_shares_in_space(case_, listed_, walls_of_pieces_, tables_);
    make_codes();
    return std::move(tables_);
  }

 private:
  // A piece of wall of a cell that is no image, and its number in mesh::CutInSpace or -1.
  struct OwnWall {
    WallGeometry geometry;
    int number;
  };

  void make_cells() {
    SfCutCell usual{};
    usual.flags = SF_CUT_FULL;
    for (int axis = 0; axis < 3; ++axis)
      usual.flags |= SF_CUT_HAS_NODE(axis) | SF_CUT_EDGE_IN_GAS(axis);
    tables_.cells.push_back(usual);
    tables_.gas_on_faces.emplace_back();
    for (const Cell& cell : listed_.cells()) {
      tables_.cells.push_back(made(cell));
      const Cell own = *listed_.source(cell);
      tables_.gas_on_faces.push_back(
          {gas_on_face(0, own), gas_on_face(1, own), gas_on_face(2, own)});
    }
    tables_.cells.emplace_back();
    tables_.gas_on_faces.emplace_back();
  }

  bool in_domain(const Cell& cell) const {
    return mesh::cells_of(layout_).has(cell[0], cell[1], cell[2]);
  }

  // The open part of the lower face or, on a wall of the domain, the part that gas touches.
  real gas_on_face(int axis, const Cell& cell) const {
    const auto a = static_cast<std::size_t>(axis);
    const bool is_last = cell[a] == layout_.cells(axis);
    const Cell inside = moved(cell, axis, is_last ? -1 : 0);
    const auto side = 2 * a + (is_last ? 1 : 0);
    const bool at_wall =
        (is_last || cell[a] == 0) && case_.sides[side] == BoundaryKind::wall && in_domain(inside);
    if (!at_wall) return listed_.open(axis, cell);
    double touched = 0;
    for (const ListedCells::Patch& patch : listed_.patches(inside))
      if (case_.walls[static_cast<std::size_t>(patch.wall.wall) - 1].name == mesh::side_names[side])
        touched += std::abs(patch.wall.S[a]);
    return touched;
  }

  // Sections 2 and 3. The bits of an image are those of its source.
  SfCutCell made(const Cell& cell) const {
    const Cell of = *listed_.source(cell);
    SfCutCell made{};
    made.i = cell[0], made.j = cell[1], made.k = cell[2];
    made.source = listed_.number(of);
    made.V = listed_.volume(of);
    const Vector3 centre = listed_.centre(of);
    for (int axis = 0; axis < 3; ++axis) {
      made.centre[axis] = centre[static_cast<std::size_t>(axis)];
      const Vector3 at = listed_.through(axis, of);
      made.at[axis][0] = at[SF_NEXT(axis)], made.at[axis][1] = at[SF_AFTER(axis)];
      const double open = listed_.open(axis, of), above = listed_.open(axis, moved(of, axis, 1));
      const bool lo = open > 0, hi = above > 0;
      made.open[axis] = open;
      made.share[axis] = lo && hi ? 0.5 : lo;
      made.middle[axis] = lo && hi ? 0.5 * (open + above) : 0;
      made.pair[axis][0] = pair_of(axis, SF_NEXT(axis), of);
      made.pair[axis][1] = pair_of(axis, SF_AFTER(axis), of);
      if (lo) made.flags |= SF_CUT_HAS_NODE(axis);
      if (listed_.edge_in_gas(axis, of)) made.flags |= SF_CUT_EDGE_IN_GAS(axis);
    }
    if (made.V > 0.5 * listed_.whole_volume(of)) made.flags |= SF_CUT_FULL;
    made.flags |= places_of(cell, made.V);
    return made;
  }

  // mu of section 3: of the velocity along an axis, at the lower face across another one.
  double pair_of(int axis, int across, const Cell& cell) const {
    const auto exists = [&](const Cell& of) {
      return listed_.has_node(axis, of) && listed_.has_node(axis, moved(of, across, -1));
    };
    const bool below = exists(cell), above = exists(moved(cell, axis, 1));
    return below && above ? 0.5 : below ? 1 : above ? 0 : -1;
  }

  // Where the mesh continues outside a boundary, a layer of nodes there is computed too.
  bool is_computed(int axis, int k, int more) const {
    const bool before = case_.continues(mesh::Side(2 * axis));
    const bool after = case_.continues(mesh::Side(2 * axis + 1));
    return k >= (before ? -1 : 0) && k < layout_.cells(axis) + (after ? 1 : more);
  }
  // With the nodes of the axis; -1: only cells.
  bool is_computed(const Cell& cell, int of_nodes) const {
    for (int axis = 0; axis < 3; ++axis)
      if (!is_computed(axis, cell[static_cast<std::size_t>(axis)], axis == of_nodes)) return false;
    return true;
  }
  // Further away all velocity nodes are in the middle of their faces, so that no slopes are needed.
  bool is_next_to_cut(const Cell& cell) const {
    for (int n = 0; n < 27; ++n)
      if (listed_.is_cut({cell[0] + n % 3 - 1, cell[1] + n / 3 % 3 - 1, cell[2] + n / 9 - 1}))
        return true;
    return false;
  }
  bool has_walls(const Cell& cell) const {
    for (int axis = 0; axis < 3; ++axis)
      if (!listed_.has_node(axis, cell) || !listed_.has_node(axis, moved(cell, axis, 1)))
        return true;
    return false;
  }
  int places_of(const Cell& cell, double volume) const {
    const bool near = listed_.is_near(cell);
    int flags = 0;
    for (int axis = 0; axis < 3; ++axis)
      if ((near || listed_.is_near(moved(cell, axis, -1))) && is_computed(cell, axis))
        flags |= SF_CUT_NODE(axis);
    if (volume > 0 && near && is_computed(cell, -1)) flags |= SF_CUT_CELL;
    // What a slope reads of its neighbours has to be in the arrays.
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis) {
      const int k = cell[static_cast<std::size_t>(axis)];
      inside = inside && k >= -3 && k < layout_.cells(axis) + 2;
    }
    if (volume > 0 && inside && (is_next_to_cut(cell) || has_walls(cell))) flags |= SF_CUT_STATE;
    return flags;
  }

  // Makes the walls of all cells that are no images.
  void make_walls() {
    first_wall_.assign(tables_.cells.size(), 0);
    for (std::size_t n = 1; n + 1 < tables_.cells.size(); ++n) {
      first_wall_[n] = walls_.size();
      if (tables_.cells[n].source != static_cast<int>(n)) continue;
      const Cell& cell = listed_.cells()[n - 1];
      for (const ListedCells::Patch& patch : listed_.patches(cell)) {
        const WallGeometry wall(patch.wall, case_.cut_in_space->solids, listed_.periods());
        if (wall.area > kLeastPatch * listed_.least_area(cell))
          walls_.push_back({wall, patch.number});
      }
      mark_edges(first_wall_[n]);
    }
    first_wall_.back() = walls_.size();
  }

  // Marks those of the cell that has the walls from `first` on.
  void mark_edges(std::size_t first) {
    for (std::size_t a = first; a < walls_.size(); ++a)
      for (std::size_t b = first; b < a; ++b)
        if (meet_in_edge(walls_[a].geometry, walls_[b].geometry))
          walls_[a].geometry.at_edge = walls_[b].geometry.at_edge = true;
  }

  void make_pieces() {
    tables_.of_mesh.assign(case_.cut_in_space->patches.size(), -1);
    for (std::size_t n = 1; n + 1 < tables_.cells.size(); ++n) {
      tables_.cells[n].first_piece = static_cast<int>(tables_.pieces.size());
      const auto source = static_cast<std::size_t>(tables_.cells[n].source);
      for (std::size_t k = first_wall_[source]; k < first_wall_[source + 1]; ++k) {
        const auto& [wall, number] = walls_[k];
        if (source == n && number >= 0)
          tables_.of_mesh[static_cast<std::size_t>(number)] =
              static_cast<int>(tables_.pieces.size());
        tables_.pieces.push_back(piece_of(wall, tables_.cells[source]));
        walls_of_pieces_.push_back(&wall);
      }
    }
    tables_.cells.back().first_piece = static_cast<int>(tables_.pieces.size());
  }

  SfCutPiece piece_of(const WallGeometry& wall, const SfCutCell& of) const {
    const Cell cell = {of.i, of.j, of.k};
    const double least = kLeastOfCentre * listed_.least_width(cell);
    const double d = std::max(wall.distance(listed_.corner(cell) + listed_.centre(cell)), least);
    SfCutPiece piece{};
    std::ranges::copy(wall.n, piece.n);
    for (std::size_t j = 0; j < 2; ++j) std::ranges::copy(wall.t[j], piece.t[j]);
    piece.area = wall.area;
    piece.d_T = wall.effective_of_heat(d);
    piece.T = wall_temperature(case_, case_.walls[static_cast<std::size_t>(wall.wall) - 1], cell);
    piece.wall = wall.wall - 1;
    piece.of_cell_mean = friction_.of_cell_mean(wall, of);
    return piece;
  }

  void make_codes() {
    tables_.codes.assign(layout_.size(), 0);
    for (std::size_t n = 1; n + 1 < tables_.cells.size(); ++n) {
      const SfCutCell& cell = tables_.cells[n];
      tables_.codes[layout_.at(cell.i, cell.j, cell.k)] =
          code_in_space(static_cast<int>(n), cell.flags);
    }
  }

  const Case& case_;
  mesh::Layout layout_;
  ListedCells listed_;
  CutArraysInSpace tables_;
  FrictionInSpace friction_;
  std::vector<OwnWall> walls_;
  std::vector<std::size_t> first_wall_;  // by cell
  std::vector<const WallGeometry*> walls_of_pieces_;
};
}  // namespace

CutArraysInSpace cut_arrays_in_space(const Case& c) { return TableMakerInSpace(c).make(); }

}  // namespace slipflow::simple_ts
