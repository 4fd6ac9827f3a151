#include "cut_rows_in_space.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "slipflow/mesh/cut_mesh.hpp"
#include "state/linear_expression.hpp"

namespace slipflow::simple_ts {
namespace {
/// The part with which the sizes of the coefficients of normal stresses count; with 0.1 one of
/// twelve random scenes diverged.
constexpr double kStressPart = 0.3;

int third(int a, int b) { return 3 - a - b; }

/// The viscous terms and the conduction of the equations of macros/simple_ts/cut in space, as
/// linear functions with B = CT1 = Gamma = 1, without friction and convection.
class RowSums {
 public:
  RowSums(const Case& c, CutArraysInSpace& tables)
      : tables_(tables), layout_(c.mesh.layout()), slip_of_walls_(c.walls.size()) {
    for (int axis = 0; axis < 3; ++axis)
      axes_[axis] = mesh::with_ghosts(c.mesh.axis(axis), c.periodic(axis));
    for (std::size_t k = 0; k < c.walls.size(); ++k) slip_of_walls_[k] = c.walls[k].values.slip;
    rates_.resize(tables.pieces.size());
    stress_sizes_.resize(tables.pieces.size());
    slopes_.resize(tables.cells.size());
  }

  void make() {
    const std::size_t end = tables_.cells.size() - 1;
    for (std::size_t n = 1; n < end; ++n)
      if (has(n, SF_CUT_STATE)) make_slopes(n);
    for (std::size_t n = 1; n < end; ++n)
      if (has(n, SF_CUT_STATE)) make_stresses(n);
    for (std::size_t n = 1; n < end; ++n) {
      for (int axis = 0; axis < 3; ++axis)
        if (has(n, SF_CUT_NODE(axis)) && is_open(axis, n))
          tables_.cells[n].rows[axis] = sum_of_node(axis, n);
      if (has(n, SF_CUT_CELL)) tables_.cells[n].rows[3] = sum_of_cell(n);
    }
    for (std::size_t n = 1; n < end; ++n)
      std::ranges::copy(cell(static_cast<std::size_t>(cell(n).source)).rows, tables_.cells[n].rows);
  }

 private:
  // As SfCutSlopes.
  struct Slopes {
    std::array<std::array<Linear, 2>, 3> in_plane;
    std::array<Linear, 3> along_at_wall, shear_at_wall, of_T;
  };

  const SfCutCell& cell(std::size_t n) const { return tables_.cells[n]; }
  bool has(std::size_t n, int flag) const { return (cell(n).flags & flag) != 0; }
  bool is_open(int axis, std::size_t n) const { return n > 0 && has(n, SF_CUT_HAS_NODE(axis)); }
  int place(int axis, std::size_t n) const {
    return axis == 0 ? cell(n).i : axis == 1 ? cell(n).j : cell(n).k;
  }
  // The number of the cell `steps` further along an axis; 0 if it is not listed.
  std::size_t to(std::size_t n, int axis, int steps) const {
    std::array<int, 3> at = {cell(n).i, cell(n).j, cell(n).k};
    at[axis] += steps;
    if (n == 0 || !mesh::padded_cells_of(layout_).has(at[0], at[1], at[2])) return 0;
    return static_cast<std::size_t>(tables_.codes[layout_.at(at[0], at[1], at[2])] >>
                                    SF_CUT_NUMBER);
  }
  double width(int axis, std::size_t n) const {
    const int from_first = place(axis, n) + SF_PAD;
    return axes_[axis].widths[static_cast<std::size_t>(from_first)];
  }
  template <class Values>
  static const auto& across(const Values& values, int axis, int along) {
    return values[axis][along != SF_NEXT(axis)];
  }
  double at(int axis, int along, std::size_t n) const { return across(cell(n).at, axis, along); }
  double pair(int axis, int along, std::size_t n) const {
    return across(cell(n).pair, axis, along);
  }
  Linear velocity(int axis, std::size_t n, double factor = 1) const {
    return is_open(axis, n) ? Linear(static_cast<int>(3 * n) + axis, factor) : Linear();
  }
  static Linear temperature(std::size_t n) { return {static_cast<int>(n), 1}; }
  Linear mean_velocity(int axis, std::size_t n) const {
    Linear q = velocity(axis, n, cell(n).share[axis]);
    q.add(velocity(axis, to(n, axis, 1)), 1 - cell(n).share[axis]);
    return q;
  }
  double cut_distance(int axis, std::size_t n, double below, double above) const {
    const double before = width(axis, to(n, axis, -1));
    return std::max(before - below + above, 0.125 * (before + width(axis, n)));
  }
  double node_distance(int axis, int along, std::size_t n) const {
    return cut_distance(along, n, at(axis, along, to(n, along, -1)), at(axis, along, n));
  }
  // Between the lower ends of cell n and of the one `steps` further along an axis, -1, 0 or 1.
  double between(int axis, std::size_t n, int steps) const {
    return steps > 0 ? width(axis, n) : steps < 0 ? -width(axis, to(n, axis, -1)) : 0;
  }

  bool edge_is_open(int a, int b, std::size_t n) const {
    return n > 0 && has(n, SF_CUT_EDGE_IN_GAS(third(a, b))) && is_open(a, n) &&
           is_open(a, to(n, b, -1)) && is_open(b, n) && is_open(b, to(n, a, -1));
  }

  // sf_cut_slopes_in_plane().
  bool is_joined(int axis, int along, std::size_t n, int steps) const {
    const std::size_t next = to(n, along, steps), edge = steps > 0 ? next : n;
    return is_open(axis, next) && has(edge, SF_CUT_EDGE_IN_GAS(third(axis, along)));
  }
  bool are_joined(int axis, std::size_t n, int next, int after) const {
    const int a = SF_NEXT(axis), b = SF_AFTER(axis);
    if (after == 0) return is_joined(axis, a, n, next);
    if (next == 0) return is_joined(axis, b, n, after);
    return (is_joined(axis, a, n, next) && is_joined(axis, b, to(n, a, next), after)) ||
           (is_joined(axis, b, n, after) && is_joined(axis, a, to(n, b, after), next));
  }
  std::array<Linear, 2> slopes_in_plane(int axis, std::size_t n) const {
    const int a = SF_NEXT(axis), b = SF_AFTER(axis);
    struct Neighbour {
      std::size_t n;
      double x, y, weight;
    };
    std::vector<Neighbour> around;
    double aa = 0, ab = 0, bb = 0;
    for (int k = 0; k < 9; ++k) {
      const int next = k % 3 - 1, after = k / 3 - 1;
      if (k == 4 || !are_joined(axis, n, next, after)) continue;
      const std::size_t other = to(to(n, a, next), b, after);
      const double x = at(axis, a, other) - at(axis, a, n) + between(a, n, next);
      const double y = at(axis, b, other) - at(axis, b, n) + between(b, n, after);
      around.push_back({other, x, y, 1 / (x * x + y * y)});
      const double weight = around.back().weight;
      aa += weight * x * x, ab += weight * x * y, bb += weight * y * y;
    }
    const double determinant = aa * bb - ab * ab;
    std::array<Linear, 2> slopes;
    if (!(determinant > 0.02 * (aa + bb) * (aa + bb))) return slopes;
    for (const auto& [other, x, y, weight] : around) {
      const double factors[] = {weight * (bb * x - ab * y) / determinant,
                                weight * (aa * y - ab * x) / determinant};
      for (int k = 0; k < 2; ++k) {
        slopes[k].add(velocity(axis, other), factors[k]);
        slopes[k].add(velocity(axis, n), -factors[k]);
      }
    }
    return {slopes[0].merged(), slopes[1].merged()};
  }

  // sf_cut_slope_of_T().
  std::array<Linear, 3> slopes_of_temperature(std::size_t n) const {
    std::array<std::array<double, 3>, 3> m{};
    struct Neighbour {
      std::size_t n;
      std::array<double, 3> x;
      double weight;
    };
    std::vector<Neighbour> around;
    for (int k = 0; k < 27; ++k) {
      const std::array<int, 3> steps = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
      const std::size_t other = to(to(to(n, 0, steps[0]), 1, steps[1]), 2, steps[2]);
      if (k == 13 || other == 0 || !(cell(other).V > 0)) continue;
      std::array<double, 3> x{};
      double r2 = 0;
      for (int axis = 0; axis < 3; ++axis) {
        x[axis] = cell(other).centre[axis] - cell(n).centre[axis] + between(axis, n, steps[axis]);
        r2 += x[axis] * x[axis];
      }
      around.push_back({other, x, 1 / r2});
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) m[a][b] += x[a] * x[b] / r2;
    }
    const auto cofactor = [&](int a, int b) {
      const int a1 = (a + 1) % 3, a2 = (a + 2) % 3, b1 = (b + 1) % 3, b2 = (b + 2) % 3;
      return m[a1][b1] * m[a2][b2] - m[a1][b2] * m[a2][b1];
    };
    const double trace = m[0][0] + m[1][1] + m[2][2];
    const double determinant =
        m[0][0] * cofactor(0, 0) + m[0][1] * cofactor(0, 1) + m[0][2] * cofactor(0, 2);
    std::array<Linear, 3> slopes;
    if (!(determinant > 0.002 * trace * trace * trace)) return slopes;
    for (int a = 0; a < 3; ++a) {
      for (const auto& [other, x, weight] : around) {
        const double factor =
            weight * (cofactor(a, 0) * x[0] + cofactor(a, 1) * x[1] + cofactor(a, 2) * x[2]) /
            determinant;
        slopes[a].add(temperature(other), factor);
        slopes[a].add(temperature(n), -factor);
      }
      slopes[a] = slopes[a].merged();
    }
    return slopes;
  }

  // The rate of a piece along the axes, of the mean velocities of cell n and with the slip of a gas
  // of density 1.
  std::array<Linear, 3> rates_of(std::size_t n, const SfCutPiece& piece) const {
    std::array<Linear, 3> rates;
    const double slip = slip_of_walls_[static_cast<std::size_t>(piece.wall)];
    if (slip < 0) return rates;
    for (int along = 0; along < 3; ++along) {
      const SfCutTangential unit = {{piece.t[0][along], piece.t[1][along]}};
      const SfCutTangential of = sf_cut_shear_rates(&piece.of_cell_mean, slip, unit);
      const Linear q = mean_velocity(along, n);
      for (int axis = 0; axis < 3; ++axis) rates[axis].add(q, sf_cut_along_axis(&piece, axis, of));
    }
    return rates;
  }

  void make_slopes(std::size_t n) {
    Slopes& made = slopes_[n];
    for (int axis = 0; axis < 3; ++axis)
      if (is_open(axis, n)) made.in_plane[axis] = slopes_in_plane(axis, n);
    made.of_T = slopes_of_temperature(n);
    double area = 0;
    const int first = cell(n).first_piece, end = cell(n + 1).first_piece;
    for (int k = first; k < end; ++k) {
      rates_[k] = rates_of(n, tables_.pieces[k]);
      area += tables_.pieces[k].area;
    }
    for (int k = first; k < end; ++k) {
      const SfCutPiece& piece = tables_.pieces[k];
      const double weight = piece.area / area;
      for (int axis = 0; axis < 3; ++axis) {
        const int a = SF_NEXT(axis), b = SF_AFTER(axis);
        made.along_at_wall[axis].add(rates_[k][axis], -weight * piece.n[axis]);
        made.shear_at_wall[axis].add(rates_[k][a], -weight * piece.n[b]);
        made.shear_at_wall[axis].add(rates_[k][b], -weight * piece.n[a]);
      }
    }
  }

  // sf_cut_by_offset(), added with a factor.
  void add_by_offset(int axis, int along, std::size_t first, std::size_t second, double factor,
                     Linear& sum) const {
    const double rise = at(axis, along, second) - at(axis, along, first);
    if (rise == 0) return;
    sum.add(across(slopes_[first].in_plane, axis, along), 0.5 * rise * factor);
    sum.add(across(slopes_[second].in_plane, axis, along), 0.5 * rise * factor);
  }
  // sf_cut_slope().
  Linear slope(int axis, int along, std::size_t n) const {
    const std::size_t below = to(n, along, -1);
    const double factor = 1 / node_distance(axis, along, n);
    Linear slope = velocity(axis, n, factor);
    slope.add(velocity(axis, below), -factor);
    add_by_offset(axis, third(axis, along), below, n, -factor, slope);
    return slope;
  }
  Linear shear(int axis, int along, std::size_t n) const {
    Linear shear = slope(axis, along, n);
    if (edge_is_open(axis, along, n)) shear.add(slope(along, axis, n), 1);
    return shear;
  }
  Linear slope_along(int axis, std::size_t n) const {
    const std::size_t next = to(n, axis, 1);
    if (!is_open(axis, n) || !is_open(axis, next)) return slopes_[n].along_at_wall[axis];
    const double factor = 1 / width(axis, n);
    Linear slope = velocity(axis, next, factor);
    slope.add(velocity(axis, n), -factor);
    for (const int along : {SF_NEXT(axis), SF_AFTER(axis)})
      add_by_offset(axis, along, n, next, -factor, slope);
    return slope;
  }

  // sf_make_cut_stress().
  void make_stresses(std::size_t n) {
    int nodes = 0, planes = 0;
    for (int axis = 0; axis < 3; ++axis) nodes += is_open(axis, n) + is_open(axis, to(n, axis, 1));
    if (cell(n).first_piece == cell(n + 1).first_piece || nodes < 4) return;
    std::array<Linear, 3> along, shears;
    for (int axis = 0; axis < 3; ++axis) {
      along[axis] = slope_along(axis, n).merged();
      const int a = SF_NEXT(axis), b = SF_AFTER(axis);
      int count = 0;
      for (int k = 0; k < 4; ++k) {
        const std::size_t edge = to(to(n, a, k & 1), b, k >> 1);
        if (!edge_is_open(a, b, edge)) continue;
        shears[axis].add(shear(a, b, edge), 1);
        ++count;
      }
      Linear mean;
      if (count > 0) mean.add(shears[axis].merged(), 1.0 / count), ++planes;
      shears[axis] = count > 0 ? mean : slopes_[n].shear_at_wall[axis];
    }
    if (planes == 0) return;
    for (int k = cell(n).first_piece; k < cell(n + 1).first_piece; ++k) {
      const auto& normal = tables_.pieces[k].n;
      Linear stress;
      for (int axis = 0; axis < 3; ++axis) {
        stress.add(along[axis], 2 * normal[axis] * normal[axis] - 2.0 / 3);
        stress.add(shears[axis], 2 * normal[SF_NEXT(axis)] * normal[SF_AFTER(axis)]);
      }
      stress_sizes_[k] = stress.merged().sum_of_sizes();
    }
  }

  int end_of_shares(int axis, std::size_t n) const {
    return axis < 2 ? cell(n).first_share[axis + 1] : cell(n + 1).first_share[0];
  }

  // The viscous terms of sf_cut_momentum().
  double sum_of_node(int axis, std::size_t n) const {
    Linear row;
    for (const bool is_below : {true, false}) {
      const std::size_t of = is_below ? to(n, axis, -1) : n;
      const double area = (is_below ? -1 : 1) * cell(of).middle[axis];
      if (area == 0) continue;
      row.add(slope_along(axis, of), 2 * area);
      for (int along = 0; along < 3; ++along) row.add(slope_along(along, of), -2.0 / 3 * area);
    }
    for (const int along : {SF_NEXT(axis), SF_AFTER(axis)}) {
      for (int side = -1; side <= 1; side += 2) add_exchange(axis, along, n, side, row);
      add_transfer(axis, along, to(n, axis, -1), true, row);
      add_transfer(axis, along, n, false, row);
    }
    double stresses = 0;
    for (int s = cell(n).first_share[axis]; s < end_of_shares(axis, n); ++s)
      stresses += std::abs(tables_.shares[s].normal) * stress_sizes_[tables_.shares[s].piece];
    return row.merged().sum_of_sizes() + kStressPart * stresses;
  }

  void add_exchange(int axis, int along, std::size_t n, int side, Linear& row) const {
    const std::size_t next = to(n, along, side), point = side > 0 ? next : n;
    const std::size_t lo = to(point, axis, -1);
    if (!is_open(axis, next)) return;
    const double pair_lo = pair(axis, along, lo), pair_hi = pair(axis, along, point);
    const double area = (pair_lo < 0 ? 0 : 1 - pair_lo) * cell(lo).open[along] +
                        (pair_hi < 0 ? 0 : pair_hi) * cell(point).open[along];
    row.add(shear(axis, along, point), side * area);
  }

  void add_transfer(int axis, int along, std::size_t n, bool is_below, Linear& row) const {
    if (cell(n).share[axis] != 0.5) return;
    for (int side = 0; side < 2; ++side) {
      const std::size_t face = to(n, along, side);
      const double of = pair(axis, along, face), open = cell(face).open[along];
      if (face == 0 || of < 0 || of == 0.5 || open == 0) continue;
      const std::size_t point = of == 1 ? face : to(face, axis, 1);
      row.add(shear(axis, along, point), (is_below ? of - 0.5 : 0.5 - of) * (side ? 1 : -1) * open);
    }
  }

  // Conduction in the gas, of sf_cut_heat().
  double sum_of_cell(std::size_t n) const {
    Linear row;
    for (int axis = 0; axis < 3; ++axis)
      for (int side = -1; side <= 1; side += 2) {
        const std::size_t next = to(n, axis, side), face = side > 0 ? next : n;
        if (!is_open(axis, face)) continue;
        const std::size_t below = side > 0 ? n : next;
        const double D = cell(face).open[axis] / cut_distance(axis, face, cell(below).centre[axis],
                                                              cell(face).centre[axis]);
        row.add(temperature(next), D);
        row.add(temperature(n), -D);
        for (const int along : {SF_NEXT(axis), SF_AFTER(axis)}) {
          const double rise = cell(next).centre[along] - cell(n).centre[along];
          row.add(slopes_[n].of_T[along], -0.5 * D * rise);
          row.add(slopes_[next].of_T[along], -0.5 * D * rise);
        }
      }
    return row.merged().sum_of_sizes();
  }

  CutArraysInSpace& tables_;
  mesh::Layout layout_;
  std::array<mesh::Axis, 3> axes_;
  std::vector<double> slip_of_walls_;
  std::vector<std::array<Linear, 3>> rates_;  // by piece
  std::vector<double> stress_sizes_;          // by piece
  std::vector<Slopes> slopes_;                // by cell
};
}  // namespace

void add_row_sums_in_space(const Case& c, CutArraysInSpace& tables) { RowSums(c, tables).make(); }

}  // namespace slipflow::simple_ts
