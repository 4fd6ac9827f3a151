#include "cut_rows.hpp"

#include <algorithm>

#include "linear_expression.hpp"

namespace slipflow::simple_ts {
namespace {
/// The viscous terms and the conduction of the equations of macros/simple_ts/cut, as linear
/// functions with B = CT1 = Gamma = 1, without friction and convection.
class RowSums {
 public:
  RowSums(const Case& c, CutArrays& tables)
      : tables_(tables),
        layout_(c.mesh.layout()),
        axes_{mesh::with_ghosts(c.mesh.x, c.periodic_x()),
              mesh::with_ghosts(c.mesh.y, c.periodic_y())},
        slip_of_walls_(c.walls.size()),
        rates_(tables.pieces.size()),
        stresses_(tables.pieces.size()),
        slopes_(tables.cells.size()) {
    for (std::size_t k = 0; k < c.walls.size(); ++k) slip_of_walls_[k] = c.walls[k].values.slip;
  }

  void make() {
    const std::size_t end = tables_.cells.size() - 1;
    for (std::size_t n = 1; n < end; ++n)
      if (has(n, SF_CUT_STATE)) make_slopes(n);
    for (std::size_t n = 1; n < end; ++n) {
      for (int axis = 0; axis < 2; ++axis)
        if (has(n, SF_CUT_NODE(axis)) && is_open(axis, n))
          tables_.cells[n].rows[axis] = sum_of_node(axis, n);
      if (has(n, SF_CUT_CELL)) tables_.cells[n].rows[2] = sum_of_cell(n);
    }
    for (std::size_t n = 1; n < end; ++n)
      std::ranges::copy(cell(static_cast<std::size_t>(cell(n).source)).rows, tables_.cells[n].rows);
  }

 private:
  struct Slopes {
    Linear along[2], across[2];
  };

  const SfCutCell& cell(std::size_t n) const { return tables_.cells[n]; }
  bool has(std::size_t n, int flag) const { return (cell(n).flags & flag) != 0; }
  bool is_open(int axis, std::size_t n) const { return n > 0 && has(n, SF_CUT_HAS_NODE(axis)); }
  // The number of the cell `steps` further along an axis; 0 if it is not listed.
  std::size_t to(std::size_t n, int axis, int steps) const {
    const int i = cell(n).i + (axis == 0) * steps, j = cell(n).j + (axis == 1) * steps;
    return n == 0 || !mesh::padded_cells_of(layout_).has(i, j, 0)
               ? 0
               : static_cast<std::size_t>(tables_.codes[layout_.at(i, j)] >> SF_CUT_NUMBER);
  }
  double width(int axis, std::size_t n) const {
    const int place = (axis == 0 ? cell(n).i : cell(n).j) + SF_PAD;
    return axes_[axis].widths[static_cast<std::size_t>(place)];
  }
  static int unknown(int axis, std::size_t n) { return static_cast<int>(2 * n) + axis; }
  Linear velocity(int axis, std::size_t n, double factor = 1) const {
    return is_open(axis, n) ? Linear(unknown(axis, n), factor) : Linear();
  }
  Linear mean_velocity(int axis, std::size_t n) const {
    Linear q = velocity(axis, n, cell(n).share[axis]);
    q.add(velocity(axis, to(n, axis, 1)), 1 - cell(n).share[axis]);
    return q;
  }
  double cut_distance(int axis, std::size_t n, double below, double above) const {
    const double before = width(axis, to(n, axis, -1));
    return std::max(before - below + above, 0.125 * (before + width(axis, n)));
  }
  double node_distance(int axis, std::size_t n) const {
    const int across = 1 - axis;
    return cut_distance(across, n, cell(to(n, across, -1)).at[axis], cell(n).at[axis]);
  }
  Linear slope(int axis, std::size_t n) const {
    const std::size_t below = to(n, 1 - axis, -1);
    if (!has(n, SF_CUT_POINT_IN_GAS) || !is_open(axis, n) || !is_open(axis, below)) return {};
    Linear slope = velocity(axis, n, 1 / node_distance(axis, n));
    slope.add(velocity(axis, below), -1 / node_distance(axis, n));
    return slope;
  }

  // sf_cut_sums_of_piece() with the slip of a gas of density 1.
  Linear rate_of(std::size_t n, int piece) const {
    Linear sum;
    double weights = 0;
    const double slip = slip_of_walls_[static_cast<std::size_t>(tables_.pieces[piece].wall)];
    for (int axis = 0; axis < 2; ++axis)
      for (int k = 0; k < 2; ++k) {
        const std::size_t node = to(n, axis, k);
        if (node == 0) continue;
        for (int s = cell(node).first_share[axis]; s < end_of_shares(axis, node); ++s) {
          const SfCutShare& share = tables_.shares[s];
          if (!sf_cut_is_share_of(&share, piece, -k)) continue;
          const double weight = sf_cut_weight(&share);
          weights += weight;
          if (slip < 0) continue;
          const double factor = -weight / sf_cut_wall_distance(&share, slip);
          sum.add(velocity(axis, node), factor * share.own);
          sum.add(mean_velocity(1 - axis, n), factor * share.other);
        }
      }
    Linear mean;
    if (weights > 0) mean.add(sum.merged(), 1 / weights);
    return mean;
  }
  int end_of_shares(int axis, std::size_t n) const {
    return axis == 0 ? cell(n).first_share[1] : cell(n + 1).first_share[0];
  }

  bool point_is_whole(std::size_t n) const {
    return has(n, SF_CUT_POINT_IN_GAS) && is_open(0, n) && is_open(0, to(n, 1, -1)) &&
           is_open(1, n) && is_open(1, to(n, 0, -1));
  }

  void make_slopes(std::size_t n) {
    Slopes wall = wall_gradient(n), &made = slopes_[n];
    int points = 0;
    Linear across[2];
    for (int k = 0; k < 4; ++k) {
      const std::size_t point = to(to(n, 0, k & 1), 1, k >> 1);
      if (!point_is_whole(point)) continue;
      ++points;
      for (int axis = 0; axis < 2; ++axis) across[axis].add(slope(axis, point), 1);
    }
    for (int axis = 0; axis < 2; ++axis) {
      made.across[axis] = wall.across[axis];
      if (points > 0) {
        made.across[axis] = {};
        made.across[axis].add(across[axis].merged(), 1.0 / points);
      }
      made.along[axis] = wall.along[axis];
      const std::size_t next = to(n, axis, 1);
      if (!is_open(axis, n) || !is_open(axis, next)) continue;
      const double h = width(axis, n);
      made.along[axis] = velocity(axis, next, 1 / h);
      made.along[axis].add(velocity(axis, n), -1 / h);
      made.along[axis].add(made.across[axis], -(cell(next).at[axis] - cell(n).at[axis]) / h);
      made.along[axis] = made.along[axis].merged();
    }
    make_stresses(n, points, made);
  }

  Slopes wall_gradient(std::size_t n) {
    Slopes wall;
    double length = 0;
    const int first = cell(n).first_piece, end = cell(n + 1).first_piece;
    for (int k = first; k < end; ++k) length += tables_.pieces[k].length;
    for (int k = first; k < end; ++k) {
      rates_[k] = rate_of(n, k);
      const SfCutPiece& piece = tables_.pieces[k];
      const double weight = piece.length / length, x = piece.n[0], y = piece.n[1];
      wall.along[0].add(rates_[k], -weight * y * x);
      wall.along[1].add(rates_[k], weight * x * y);
      wall.across[0].add(rates_[k], -weight * y * y);
      wall.across[1].add(rates_[k], weight * x * x);
    }
    for (int axis = 0; axis < 2; ++axis) {
      wall.along[axis] = wall.along[axis].merged();
      wall.across[axis] = wall.across[axis].merged();
    }
    return wall;
  }

  void make_stresses(std::size_t n, int points, const Slopes& of) {
    const int nodes =
        is_open(0, n) + is_open(0, to(n, 0, 1)) + is_open(1, n) + is_open(1, to(n, 1, 1));
    if (points == 0 || has(n, SF_CUT_HAS_CORNER) || nodes < 3) return;
    for (int k = cell(n).first_piece; k < cell(n + 1).first_piece; ++k) {
      const double x = tables_.pieces[k].n[0], y = tables_.pieces[k].n[1];
      Linear stress;
      stress.add(of.along[0], 2 * x * x - 2.0 / 3);
      stress.add(of.along[1], 2 * y * y - 2.0 / 3);
      stress.add(of.across[0], 2 * x * y);
      stress.add(of.across[1], 2 * x * y);
      stresses_[k] = stress.merged();
    }
  }

  // The viscous terms of sf_cut_momentum().
  double sum_of_node(int axis, std::size_t n) const {
    const int across = 1 - axis;
    const std::size_t lo = to(n, axis, -1), next = to(n, axis, 1);
    const double D_lo = cell(lo).middle[axis] / width(axis, lo);
    const double D_hi = cell(n).middle[axis] / width(axis, n);
    Linear row;
    row.add(velocity(axis, lo), 4.0 / 3 * D_lo);
    row.add(velocity(axis, next), 4.0 / 3 * D_hi);
    row.add(velocity(axis, n), -4.0 / 3 * (D_lo + D_hi));
    row.add(slopes_[n].along[across], -2.0 / 3 * D_hi * width(axis, n));
    row.add(slopes_[lo].along[across], 2.0 / 3 * D_lo * width(axis, lo));
    row.add(slopes_[n].across[axis], -4.0 / 3 * D_hi * (cell(next).at[axis] - cell(n).at[axis]));
    row.add(slopes_[lo].across[axis], 4.0 / 3 * D_lo * (cell(n).at[axis] - cell(lo).at[axis]));
    for (int side = -1; side <= 1; side += 2) add_exchange(axis, n, side, row);
    add_transfer(axis, lo, true, row);
    add_transfer(axis, n, false, row);
    for (int s = cell(n).first_share[axis]; s < end_of_shares(axis, n); ++s)
      row.add(stresses_[tables_.shares[s].piece], tables_.shares[s].normal);
    return row.merged().sum_of_sizes();
  }

  void add_exchange(int axis, std::size_t n, int side, Linear& row) const {
    const int across = 1 - axis;
    const std::size_t next = to(n, across, side), point = side > 0 ? next : n;
    const std::size_t lo = to(point, axis, -1);
    if (!is_open(axis, next)) return;
    const double pair_lo = cell(lo).pair[axis], pair = cell(point).pair[axis];
    const double length = (pair_lo < 0 ? 0 : 1 - pair_lo) * cell(lo).open[across] +
                          (pair < 0 ? 0 : pair) * cell(point).open[across];
    const double D = length / node_distance(axis, point);
    row.add(velocity(axis, next), D);
    row.add(velocity(axis, n), -D);
    row.add(slope(across, point), side * length);
  }

  void add_transfer(int axis, std::size_t n, bool is_below, Linear& row) const {
    const int across = 1 - axis;
    if (cell(n).share[axis] != 0.5) return;
    for (int side = 0; side < 2; ++side) {
      const std::size_t face = to(n, across, side);
      const double pair = cell(face).pair[axis], open = cell(face).open[across];
      if (face == 0 || pair < 0 || pair == 0.5 || open == 0) continue;
      const std::size_t point = pair == 1 ? face : to(face, axis, 1);
      const double weight = (is_below ? pair - 0.5 : 0.5 - pair) * (side ? 1 : -1) * open;
      row.add(slope(axis, point), weight);
      row.add(slope(across, point), weight);
    }
  }

  // Conduction in the gas, of sf_cut_heat().
  double sum_of_cell(std::size_t n) const {
    Linear row;
    for (int axis = 0; axis < 2; ++axis)
      for (int side = -1; side <= 1; side += 2) {
        const int across = 1 - axis;
        const std::size_t next = to(n, axis, side), face = side > 0 ? next : n;
        if (!is_open(axis, face)) continue;
        const std::size_t below = side > 0 ? n : next;
        const double D = cell(face).open[axis] / cut_distance(axis, face, cell(below).centre[axis],
                                                              cell(face).centre[axis]);
        row.add(temperature(next), D);
        row.add(temperature(n), -D);
        const double rise = cell(next).centre[across] - cell(n).centre[across];
        row.add(slope_of_temperature(across, n), -0.5 * D * rise);
        row.add(slope_of_temperature(across, next), -0.5 * D * rise);
      }
    return row.merged().sum_of_sizes();
  }
  // Between the lower ends of cell n and of the one `steps` further along an axis, -1, 0 or 1.
  double between(int axis, std::size_t n, int steps) const {
    return steps > 0 ? width(axis, n) : steps < 0 ? -width(axis, to(n, axis, -1)) : 0;
  }
  static Linear temperature(std::size_t n) { return {static_cast<int>(n), 1}; }

  // sf_cut_slope_of_T() along an axis.
  Linear slope_of_temperature(int axis, std::size_t n) const {
    double xx = 0, xy = 0, yy = 0;
    const auto for_neighbours = [&](auto act) {
      for (int k = 0; k < 9; ++k) {
        const std::size_t other = to(to(n, 0, k % 3 - 1), 1, k / 3 - 1);
        if (k == 4 || other == 0 || !(cell(other).V > 0)) continue;
        const double x = cell(other).centre[0] - cell(n).centre[0] + between(0, n, k % 3 - 1);
        const double y = cell(other).centre[1] - cell(n).centre[1] + between(1, n, k / 3 - 1);
        act(other, x, y, 1 / (x * x + y * y));
      }
    };
    for_neighbours([&](std::size_t, double x, double y, double weight) {
      xx += weight * x * x, xy += weight * x * y, yy += weight * y * y;
    });
    const double determinant = xx * yy - xy * xy;
    if (!(determinant > 0.02 * (xx + yy) * (xx + yy))) return {};
    Linear slope;
    for_neighbours([&](std::size_t other, double x, double y, double weight) {
      const double factor = weight * (axis == 0 ? yy * x - xy * y : xx * y - xy * x) / determinant;
      slope.add(temperature(other), factor);
      slope.add(temperature(n), -factor);
    });
    return slope;
  }

  CutArrays& tables_;
  mesh::Layout layout_;
  std::array<mesh::Axis, 2> axes_;
  std::vector<double> slip_of_walls_;
  std::vector<Linear> rates_, stresses_;  // by piece
  std::vector<Slopes> slopes_;            // by cell
};
}  // namespace

void add_row_sums(const Case& c, CutArrays& tables) { RowSums(c, tables).make(); }

}  // namespace slipflow::simple_ts
