#include "cut_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "cut_pieces.hpp"
#include "piece_geometry.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {
namespace {
// Least distances from a wall, as a part of the cell's smaller width: of nodes, of nodes in a cell
// with a corner of a body, of centroids.
constexpr double kLeastDistance = 0.01, kLeastAtCorner = 0.1, kLeastOfCell = 0.02;

class TableMaker {
 public:
  explicit TableMaker(const Case& c)
      : case_(c),
        cut_(*c.cut),
        layout_(c.mesh.layout()),
        axes_{mesh::with_ghosts(c.mesh.x, c.periodic_x()),
              mesh::with_ghosts(c.mesh.y, c.periodic_y())} {}

  CutArrays make() {
    make_cells();
    make_pieces();
    make_shares();
    make_codes();
    return std::move(tables_);
  }

 private:
  // Null outside the arrays too.
  const mesh::CutCell* listed(int i, int j) const {
    if (!is_in_arrays(i, j)) return nullptr;
    const int n = cut_.place[layout_.at(i, j)];
    return n < 0 ? nullptr : &cut_.cells[static_cast<std::size_t>(n)];
  }
  int number(int i, int j) const { return cut_.place[layout_.at(i, j)] + 1; }
  bool is_in_arrays(int i, int j) const { return mesh::padded_cells_of(layout_).has(i, j, 0); }
  double face(int axis, int k) const {
    const int place = k + SF_PAD;
    return axes_[axis].faces[static_cast<std::size_t>(place)];
  }
  double width(int axis, int k) const {
    const int place = k + SF_PAD;
    return axes_[axis].widths[static_cast<std::size_t>(place)];
  }
  double smaller_width(int i, int j) const { return std::min(width(0, i), width(1, j)); }

  // Open length of the lower face across an axis; 0 outside the arrays.
  double open(int axis, int i, int j) const {
    if (!is_in_arrays(i, j)) return 0;
    if (const auto* cell = listed(i, j)) return axis == SF_X ? cell->open_x : cell->open_y;
    const bool solid = case_.cut->tags[layout_.at(i, j)] != 0;
    return solid ? 0 : width(1 - axis, axis == SF_X ? j : i);
  }
  bool has_node(int axis, int i, int j) const { return open(axis, i, j) > 0; }
  bool has_node_above(int axis, int i, int j) const {
    return has_node(axis, i + (axis == SF_X), j + (axis == SF_Y));
  }
  // Whether both nodes exist between which flux through the lower face across the other axis is
  // exchanged.
  bool has_pair(int axis, int i, int j) const {
    return has_node(axis, i, j) && has_node(axis, i - (axis == SF_Y), j - (axis == SF_X));
  }

  void make_cells() {
    SfCutCell usual{};
    usual.flags = SF_CUT_HAS_NODE(SF_X) | SF_CUT_HAS_NODE(SF_Y) | SF_CUT_POINT_IN_GAS | SF_CUT_FULL;
    tables_.cells.push_back(usual);
    tables_.gas_on_faces.emplace_back();
    for (const mesh::CutCell& cell : cut_.cells) {
      tables_.cells.push_back(made(cell));
      tables_.gas_on_faces.push_back({gas_on_face(SF_X, cell), gas_on_face(SF_Y, cell)});
    }
    tables_.gas_on_faces.emplace_back();
    for (const mesh::WallCorner& corner : cut_.corners)
      tables_.cells[static_cast<std::size_t>(corner.cell) + 1].flags |= SF_CUT_HAS_CORNER;
  }

  real gas_on_face(int axis, const mesh::CutCell& cell) const {
    std::array<int, 3> at = {cell.i, cell.j, 0};
    const bool is_last = at[axis] == case_.mesh.axis(axis).cells();
    at[axis] -= is_last ? 1 : 0;
    if (!mesh::cells_of(layout_).has(at[0], at[1], 0)) return open(axis, cell.i, cell.j);
    return gas_area(case_, at, 2 * axis + (is_last ? 1 : 0));
  }

  SfCutCell made(const mesh::CutCell& cell) const {
    const auto& [i, j] = std::pair(cell.i, cell.j);
    SfCutCell made{};
    made.i = i, made.j = j;
    made.source = number(source_along(case_, 0, i), source_along(case_, 1, j));
    // The bits of an image are those of its source.
    const mesh::CutCell& of = cut_.cells[static_cast<std::size_t>(made.source) - 1];
    made.V = of.volume;
    const double corner[] = {face(0, of.i), face(1, of.j)};
    const double centre[] = {of.x - corner[0], of.y - corner[1]};
    const double at[] = {of.y_x - corner[1], of.x_y - corner[0]};
    for (int axis = 0; axis < 2; ++axis) {
      made.centre[axis] = centre[axis];
      made.open[axis] = open(axis, i, j);
      made.at[axis] = at[axis];
      const bool lo = has_node(axis, i, j), hi = has_node_above(axis, i, j);
      made.share[axis] = lo && hi ? 0.5 : lo;
      made.middle[axis] =
          lo && hi ? 0.5 * (open(axis, i, j) + open(axis, i + (axis == SF_X), j + (axis == SF_Y)))
                   : 0;
      const bool below = has_pair(axis, i, j);
      const bool above = has_pair(axis, i + (axis == SF_X), j + (axis == SF_Y));
      made.pair[axis] = below && above ? 0.5 : below ? 1 : above ? 0 : -1;
      if (lo) made.flags |= SF_CUT_HAS_NODE(axis);
    }
    if (cell.corner_in_gas) made.flags |= SF_CUT_POINT_IN_GAS;
    if (cell.volume > 0.5 * width(0, i) * width(1, j)) made.flags |= SF_CUT_FULL;
    made.flags |= places_of(cell);
    return made;
  }

  // Where the mesh continues outside a boundary, a layer of nodes there is computed too.
  bool is_computed(int axis, int k, int more) const {
    const bool before = case_.continues(mesh::Side(2 * axis));
    const bool after = case_.continues(mesh::Side(2 * axis + 1));
    const int n = case_.mesh.axis(axis).cells();
    return k >= (before ? -1 : 0) && k < n + (after ? 1 : more);
  }
  bool is_near(int i, int j) const {
    const auto* cell = listed(i, j);
    return cell && cell->near;
  }
  int places_of(const mesh::CutCell& cell) const {
    const auto& [i, j] = std::pair(cell.i, cell.j);
    int flags = 0;
    for (int axis = 0; axis < 2; ++axis)
      if ((cell.near || is_near(i - (axis == SF_X), j - (axis == SF_Y))) &&
          is_computed(SF_X, i, axis == SF_X) && is_computed(SF_Y, j, axis == SF_Y))
        flags |= SF_CUT_NODE(axis);
    if (cell.volume > 0 && cell.near && is_computed(SF_X, i, 0) && is_computed(SF_Y, j, 0))
      flags |= SF_CUT_CELL;
    bool has_state = false;
    for (int b = -1; b <= 1; ++b)
      for (int a = -1; a <= 1; ++a) has_state |= is_near(i + a, j + b);
    // What a slope reads of its neighbours has to be in the arrays.
    const auto inside = [](int k, int n) { return k >= -2 && k < n + 2; };
    if (cell.volume > 0 && has_state && inside(i, layout_.nx) && inside(j, layout_.ny))
      flags |= SF_CUT_STATE;
    return flags;
  }

  // The number in CutMesh of the piece of cell n that is an image of piece k of its source.
  std::size_t own_piece(std::size_t n, int k, std::size_t source) const {
    return static_cast<std::size_t>(cut_.first_piece[n] + k - cut_.first_piece[source]);
  }

  void make_pieces() {
    tables_.of_mesh.assign(cut_.pieces.size(), -1);
    for (std::size_t n = 0; n < cut_.cells.size(); ++n) {
      SfCutCell& cell = tables_.cells[n + 1];
      cell.first_piece = static_cast<int>(tables_.pieces.size());
      const auto source = static_cast<std::size_t>(cell.source) - 1;
      const mesh::CutCell& of_cell = cut_.cells[source];
      const double h = smaller_width(of_cell.i, of_cell.j);
      for (int k = cut_.first_piece[source]; k < cut_.first_piece[source + 1]; ++k) {
        const mesh::WallPiece& piece = cut_.pieces[static_cast<std::size_t>(k)];
        if (std::hypot(piece.S_x, piece.S_y) <= kLeastPiece * h) continue;
        const PieceGeometry of(piece);
        const double d = std::max(of.distance({of_cell.x, of_cell.y}), kLeastOfCell * h);
        tables_.pieces.push_back({{of.n[0], of.n[1]},
                                  of.length,
                                  of.effective_of_heat(d),
                                  temperature_at(piece, of_cell),
                                  static_cast<real>(piece.wall - 1)});
        const std::size_t own = own_piece(n, k, source);
        tables_.of_mesh[own] = static_cast<int>(geometry_.size());
        geometry_.push_back(&cut_.pieces[own]);
      }
    }
    tables_.cells.push_back({});
    tables_.cells.back().first_piece = static_cast<int>(tables_.pieces.size());
  }

  double temperature_at(const mesh::WallPiece& piece, const mesh::CutCell& cell) const {
    const Wall& wall = case_.walls[static_cast<std::size_t>(piece.wall) - 1];
    return wall_temperature(case_, wall, {cell.i, cell.j, 0});
  }

  void make_shares() {
    for (std::size_t n = 1; n + 1 < tables_.cells.size(); ++n)
      for (int axis = 0; axis < 2; ++axis) {
        tables_.cells[n].first_share[axis] = static_cast<int>(tables_.shares.size());
        if (tables_.cells[n].flags & SF_CUT_HAS_NODE(axis)) add_shares_of_node(axis, n);
      }
    for (auto& first : tables_.cells.back().first_share)
      first = static_cast<int>(tables_.shares.size());
  }

  // A node has the bits of its source.
  void add_shares_of_node(int axis, std::size_t n) {
    const SfCutCell& of = tables_.cells[n];
    const SfCutCell& node = tables_.cells[static_cast<std::size_t>(of.source)];
    for (int side = -1; side <= 0; ++side) {
      const int a = (axis == SF_X) * side, b = (axis == SF_Y) * side;
      const std::size_t first = tables_.shares.size();
      if (!listed(node.i + a, node.j + b) || !listed(of.i + a, of.j + b)) continue;
      const SfCutCell& cell =
          tables_.cells[static_cast<std::size_t>(number(node.i + a, node.j + b))];
      const double share = side < 0 ? 1 - cell.share[axis] : cell.share[axis];
      if (share == 0 || !(cell.flags & SF_CUT_STATE)) continue;
      const int end = (&cell)[1].first_piece;
      for (int piece = cell.first_piece; piece < end; ++piece)
        add_share(axis, node, cell, piece, side, share);
      add_corners(axis, cell, side, share);
      const SfCutCell& own = tables_.cells[static_cast<std::size_t>(number(of.i + a, of.j + b))];
      for (std::size_t k = first; k < tables_.shares.size(); ++k)
        tables_.shares[k].piece += own.first_piece - cell.first_piece;
    }
  }

  // A velocity along an axis in a cell, as sf_cut_mean_q() has it: its place, if it exists.
  struct Sample {
    Vector x{};
    bool exists = false;
  };
  Sample sample_of(int axis, const SfCutCell& cell) const {
    const int i = cell.i + (axis == SF_X), j = cell.j + (axis == SF_Y);
    const bool lo = has_node(axis, cell.i, cell.j), hi = has_node(axis, i, j);
    if (!lo && !hi) return {};
    const Vector below = node_at(axis, cell), above = node_at(axis, i, j);
    const double share = cell.share[axis];
    return {{share * below[0] + (1 - share) * above[0], share * below[1] + (1 - share) * above[1]},
            true};
  }
  Vector node_at(int axis, const SfCutCell& cell) const {
    Vector x{};
    x[axis] = face(axis, axis == SF_X ? cell.i : cell.j);
    x[1 - axis] = face(1 - axis, axis == SF_X ? cell.j : cell.i) + cell.at[axis];
    return x;
  }
  Vector node_at(int axis, int i, int j) const {
    return listed(i, j) ? node_at(axis, tables_.cells[static_cast<std::size_t>(number(i, j))])
                        : Vector{};
  }

  // The velocity of a wall at x: that of a rigid body, of a periodic image about its own centre.
  Vector motion(int wall, const Vector& x) const {
    const WallValues& values = case_.walls[static_cast<std::size_t>(wall) - 1].values;
    Vector from_centre;
    for (int axis = 0; axis < 2; ++axis) {
      const auto& faces = case_.mesh.axis(axis).faces;
      const double period = faces.back() - faces.front();
      from_centre[axis] = x[axis] - values.turns_about[axis];
      if (case_.periodic(axis))
        from_centre[axis] -= period * std::round(from_centre[axis] / period);
    }
    return {values.velocity[0] - values.turning * from_centre[1],
            values.velocity[1] + values.turning * from_centre[0]};
  }

  void add_share(int axis, const SfCutCell& node, const SfCutCell& cell, int piece, int side,
                 double share) {
    const mesh::WallPiece& wall = *geometry_[static_cast<std::size_t>(piece)];
    const PieceGeometry of(wall);
    const int across = 1 - axis;
    const Sample other = sample_of(across, cell);
    const double least = (cell.flags & SF_CUT_HAS_CORNER ? kLeastAtCorner : kLeastDistance) *
                         smaller_width(cell.i, cell.j);
    const Vector own_x = node_at(axis, node);
    // One of them may be beyond the end of a straight side, where only the mean counts.
    const double least_of_one = wall.curvature == 0 ? -HUGE_VAL : least;
    double own_d = std::max(of.distance(own_x), least_of_one);
    double other_d = other.exists ? std::max(of.distance(other.x), least_of_one) : own_d;
    const double mean = square(of.t[axis]) * own_d + square(of.t[across]) * other_d;
    const double missing = std::max(least - mean, 0.0);
    own_d += missing, other_d += missing;
    const double own_turned = of.turned(axis, own_x);
    const double other_turned = other.exists ? of.turned(across, other.x) : of.t[across];
    const auto sum = [&](auto effect) {
      return clamped_friction(
          of.t[axis] * own_turned * effect(own_d) + of.t[across] * other_turned * effect(other_d),
          square(of.t[axis]) * effect(own_d) + square(of.t[across]) * effect(other_d));
    };
    SfCutShare made{};
    made.own = of.t[axis];
    made.other = other.exists ? of.t[across] : 0;
    made.moving = of.t[axis] * motion(wall.wall, own_x)[axis] +
                  made.other * motion(wall.wall, other.x)[across];
    made.of_gas = sum([&](double d) { return of.effective(d); });
    if (!ends_near(wall, axis, node))
      made.of_slip = sum([&](double d) { return of.slip_factor(d); });
    made.length = share * of.length;
    made.normal = share * (axis == SF_X ? wall.S_x : wall.S_y);
    made.piece = piece, made.side = side;
    tables_.shares.push_back(made);
  }

  std::span<const mesh::WallCorner> corners_in(const SfCutCell& cell) const {
    const int n = number(cell.i, cell.j) - 1;
    return {std::ranges::lower_bound(cut_.corners, n, {}, &mesh::WallCorner::cell),
            std::ranges::upper_bound(cut_.corners, n, {}, &mesh::WallCorner::cell)};
  }

  // Whether the wall ends at a convex corner in the control volume of the node: there the gas does
  // not slip, as with walls on cell faces (53).
  bool ends_near(const mesh::WallPiece& wall, int axis, const SfCutCell& node) const {
    if (wall.side < 0 || !case_.scheme.no_slip_at_corners) return false;
    const int k = axis == SF_X ? node.i : node.j;
    const double at = face(axis, k), h = smaller_width(node.i, node.j);
    const double first = at - 0.5 * width(axis, k - 1), last = at + 0.5 * width(axis, k);
    for (int side = -1; side <= 0; ++side) {
      const int i = node.i + (axis == SF_X) * side, j = node.j + (axis == SF_Y) * side;
      if (!listed(i, j)) continue;
      for (const auto& corner : corners_in(tables_.cells[static_cast<std::size_t>(number(i, j))])) {
        const double x = axis == SF_X ? corner.x : corner.y;
        if (x >= first - kOnLine * h && x <= last + kOnLine * h && corner.ends(wall)) return true;
      }
    }
    return false;
  }
  static constexpr double kOnLine = 1e-9;

  // Near a convex corner inside a cell pressure and normal stress grow without limit, with opposite
  // signs on both sides. The force that a cell misses of them acts along the sides' mean direction.
  void add_corners(int axis, const SfCutCell& cell, int side, double share) {
    for (const mesh::WallCorner& corner : corners_in(cell)) {
      Vector e = {corner.before_x + corner.after_x, corner.before_y + corner.after_y};
      const double length = std::hypot(e[0], e[1]);
      const double strength = strength_at(corner, factor_at_corner(corner.wall, cell),
                                          distance_of_nodes(cell, {corner.x, corner.y}));
      const std::vector<int> pieces = pieces_at(corner, cell);
      if (length < 1e-6 || strength <= 0 || pieces.empty()) continue;
      e = {e[0] / length, e[1] / length};
      SfCutShare made{};
      made.own = e[axis], made.other = e[1 - axis];
      made.moving = dot(e, motion(corner.wall, {corner.x, corner.y}));
      made.of_gas = 1;
      made.side = side, made.corner = 1;
      made.length = share * strength / static_cast<double>(pieces.size());
      for (const int piece : pieces) {
        made.piece = piece;
        tables_.shares.push_back(made);
      }
    }
  }
  // The pieces in a cell of the sides that end at a corner.
  std::vector<int> pieces_at(const mesh::WallCorner& corner, const SfCutCell& cell) const {
    std::vector<int> pieces;
    for (int piece = cell.first_piece; piece < (&cell)[1].first_piece; ++piece)
      if (corner.ends(*geometry_[static_cast<std::size_t>(piece)])) pieces.push_back(piece);
    return pieces;
  }

  // Mean distance of the cell's velocity nodes from a point.
  double distance_of_nodes(const SfCutCell& cell, const Vector& x) const {
    double sum = 0, count = 0;
    for (int axis = 0; axis < 2; ++axis)
      for (int k = 0; k < 2; ++k) {
        const int i = cell.i + (axis == SF_X) * k, j = cell.j + (axis == SF_Y) * k;
        if (!has_node(axis, i, j)) continue;
        const Vector node = k == 0 ? node_at(axis, cell) : node_at(axis, i, j);
        sum += std::hypot(node[0] - x[0], node[1] - x[1]), ++count;
      }
    const double h = smaller_width(cell.i, cell.j);
    return count > 0 ? std::max(sum / count, 0.25 * h) : h;
  }

  // Fitted to finite elements: 1.4 without slip, 1.2 for a slip length of .12 of a cell, .8 for one
  // of a cell or more.
  double factor_at_corner(int wall, const SfCutCell& cell) const {
    const double slip = case_.walls[static_cast<std::size_t>(wall) - 1].values.slip;
    const double cells = slip < 0 ? 1e9 : slip / smaller_width(cell.i, cell.j);
    return 0.8 + 0.6 * std::exp(-cells / 0.3);
  }

  void make_codes() {
    tables_.codes.assign(layout_.size(), 0);
    for (std::size_t n = 1; n + 1 < tables_.cells.size(); ++n) {
      const SfCutCell& cell = tables_.cells[n];
      tables_.codes[layout_.at(cell.i, cell.j)] = code_of(static_cast<int>(n), cell.flags);
    }
  }

  const Case& case_;
  const mesh::CutMesh& cut_;
  mesh::Layout layout_;
  std::array<mesh::Axis, 2> axes_;
  CutArrays tables_;
  std::vector<const mesh::WallPiece*> geometry_;  // of the table's pieces
};
}  // namespace

CutArrays cut_arrays(const Case& c) { return TableMaker(c).make(); }

}  // namespace slipflow::simple_ts
