#include "cut_shares_in_space.hpp"

#include <algorithm>
#include <cmath>

namespace slipflow::simple_ts {

namespace {
/// Least distances of a velocity from a wall, as parts of the cell's smallest width: the second one
/// in a cell with an edge of a body.
constexpr double kLeastOfNode = 0.01, kLeastAtEdge = 0.1;
/// A product of lengths that is smaller, as a part of others, may be rounding.
constexpr double kMayBeRounding = 1e-9;

/// By tangents: rows and columns as SfCutFriction has them.
struct TangentMatrix {
  double of[2][2] = {};
  double determinant() const { return of[0][0] * of[1][1] - of[0][1] * of[1][0]; }
  double trace() const { return of[0][0] + of[1][1]; }
  /// The matrix must be symmetric.
  double least_eigenvalue() const {
    return 0.5 * trace() - std::hypot(0.5 * (of[0][0] - of[1][1]), of[0][1]);
  }
  /// t N^-1 t times the determinant.
  double along(const std::array<double, 2>& t) const {
    return t[0] * (of[1][1] * t[0] - of[0][1] * t[1]) + t[1] * (of[0][0] * t[1] - of[1][0] * t[0]);
  }
};

/// The part of the determinant of a + l b that is linear in l.
double mixed(const TangentMatrix& a, const TangentMatrix& b) {
  return a.of[0][0] * b.of[1][1] + b.of[0][0] * a.of[1][1] - a.of[0][1] * b.of[1][0] -
         b.of[0][1] * a.of[1][0];
}

/// sum over the axes i of t_j,i effect_k(i) r_i,k, section 5. Offsets are from the wall's mean
/// point.
template <class Effect>
TangentMatrix sum(const WallGeometry& wall, const std::array<Vector3, 3>& offsets, Effect effect) {
  TangentMatrix sum;
  for (int j = 0; j < 2; ++j)
    for (int k = 0; k < 2; ++k)
      for (int i = 0; i < 3; ++i)
        sum.of[j][k] += wall.t[j][i] * effect(k, i) * wall.turned(k, i, offsets[i]);
  return sum;
}

struct FrictionSums {
  TangentMatrix of_gas, of_slip;
};

FrictionSums friction_sums(const WallGeometry& wall, const std::array<Vector3, 3>& offsets,
                           const std::array<double, 3>& d) {
  return {sum(wall, offsets, [&](int k, int i) { return wall.effective(k, d[i]); }),
          sum(wall, offsets, [&](int k, int i) { return wall.slip_factor(k, d[i]); })};
}

/// Whether shear rates follow for every slip length, and the friction of the node along the axis
/// slows its own velocity; -1: there is none.
bool is_sound(const FrictionSums& sums, const WallGeometry& wall, const std::array<double, 3>& d,
              int own) {
  for (int k = 0; k < 2; ++k)
    for (const double of_one : d)
      if (wall.slip_factor(k, of_one) < WallGeometry::kLeast) return false;
  if (!(sums.of_gas.determinant() > 0) || !(sums.of_slip.determinant() > 0)) return false;
  if (!(mixed(sums.of_gas, sums.of_slip) > 0)) return false;
  if (own < 0) return true;
  const std::array<double, 2> t = {wall.t[0][own], wall.t[1][own]};
  return sums.of_gas.along(t) >= -kMayBeRounding * sums.of_gas.trace() &&
         sums.of_slip.along(t) >= -kMayBeRounding;
}
}  // namespace

Vector3 FrictionInSpace::node_at(int axis, const ListedCells::Cell& cell) const {
  return listed_.corner(cell) + listed_.through(axis, cell);
}

// As sf_cut_mean_q() has them.
FrictionInSpace::Samples FrictionInSpace::mean_samples(const SfCutCell& cell) const {
  const ListedCells::Cell lower = {cell.i, cell.j, cell.k};
  Samples samples;
  for (int axis = 0; axis < 3; ++axis) {
    const ListedCells::Cell upper = moved(lower, axis, 1);
    const double share = cell.share[axis];
    const bool lo = listed_.has_node(axis, lower), hi = listed_.has_node(axis, upper);
    Sample& sample = samples[static_cast<std::size_t>(axis)];
    sample.exists = lo || hi;
    if (lo) sample.x = share * node_at(axis, lower);
    if (hi) sample.x = sample.x + (1 - share) * node_at(axis, upper);
  }
  return samples;
}

// The velocity of a rigid body at x. A periodic image turns about its own axis: the image whose
// centre is nearest, or whose axis is if the body is not a sphere.
Vector3 FrictionInSpace::motion(int wall, const Vector3& x) const {
  const WallValues& values = case_.walls[static_cast<std::size_t>(wall) - 1].values;
  const Vector3& turning = values.turning_in_space;
  const double speed = norm(turning);
  if (speed == 0) return values.velocity;
  const auto& solids = case_.cut_in_space->solids;
  const auto body = std::ranges::find(solids, wall, &mesh::CutSolid::wall);
  const bool is_sphere = body != solids.end() && std::holds_alternative<mesh::Sphere>(body->solid);
  const auto distance = [&](const Vector3& from) {
    return is_sphere ? norm(from) : norm(part_across(from, (1 / speed) * turning));
  };
  Vector3 nearest = x - values.turns_about_in_space;
  const Vector3 own = nearest;
  for (int image = 0; image < 27; ++image) {
    Vector3 from = own;
    const std::array<int, 3> moves = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
    for (std::size_t a = 0; a < 3; ++a) from[a] -= moves[a] * listed_.periods()[a];
    if (distance(from) < distance(nearest)) nearest = from;
  }
  return values.velocity + cross(turning, nearest);
}

SfCutFriction FrictionInSpace::friction(const WallGeometry& wall, const Samples& samples, int own,
                                        double h) const {
  const double least = (wall.at_edge ? kLeastAtEdge : kLeastOfNode) * h;
  std::array<double, 3> d{};
  std::array<Vector3, 3> offsets{};
  double sum_of_d = 0, count = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!samples[i].exists) continue;
    d[i] = wall.distance(samples[i].x);
    if (!wall.is_flat()) d[i] = std::max(d[i], least);
    offsets[i] = samples[i].x - wall.at;
    sum_of_d += d[i], ++count;
  }
  const double mean = count > 0 ? sum_of_d / count : 0.5 * h;
  for (std::size_t i = 0; i < 3; ++i)
    if (!samples[i].exists) d[i] = own >= 0 ? d[static_cast<std::size_t>(own)] : mean;
  FrictionSums sums = friction_sums(wall, offsets, d);
  if (wall.is_flat()) {
    // One place may be beyond the end of a flat side: only the distance that counts least is kept.
    const double missing = std::max(least - sums.of_gas.least_eigenvalue(), 0.0);
    for (int j = 0; j < 2; ++j) sums.of_gas.of[j][j] += missing;
  } else if (!is_sound(sums, wall, d, own)) {
    sums = friction_sums(wall.without_curvature(), offsets, d);
  }
  SfCutFriction made{};
  for (int j = 0; j < 2; ++j) {
    for (int k = 0; k < 2; ++k) {
      made.of_gas[j][k] = sums.of_gas.of[j][k];
      made.of_slip[j][k] = sums.of_slip.of[j][k];
    }
    for (std::size_t i = 0; i < 3; ++i)
      if (samples[i].exists) made.moving[j] += wall.t[j][i] * motion(wall.wall, samples[i].x)[i];
  }
  return made;
}

SfCutFriction FrictionInSpace::of_cell_mean(const WallGeometry& wall, const SfCutCell& cell) const {
  return friction(wall, mean_samples(cell), -1, listed_.least_width({cell.i, cell.j, cell.k}));
}

SfCutFriction FrictionInSpace::of_node(const WallGeometry& wall, const SfCutCell& cell, int axis,
                                       int side) const {
  const ListedCells::Cell at = {cell.i, cell.j, cell.k};
  Samples samples = mean_samples(cell);
  samples[static_cast<std::size_t>(axis)] = {node_at(axis, moved(at, axis, -side)), true};
  return friction(wall, samples, axis, listed_.least_width(at));
}

namespace {
class ShareMaker {
 public:
  ShareMaker(const Case& c, const ListedCells& listed,
             const std::vector<const WallGeometry*>& walls, CutArraysInSpace& arrays)
      : listed_(listed), walls_(walls), arrays_(arrays), friction_(c, listed, arrays.cells) {}

  void make() {
    for (std::size_t n = 1; n + 1 < arrays_.cells.size(); ++n)
      for (int axis = 0; axis < 3; ++axis) {
        arrays_.cells[n].first_share[axis] = static_cast<int>(arrays_.shares.size());
        if (arrays_.cells[n].flags & SF_CUT_HAS_NODE(axis)) add_shares_of_node(axis, n);
      }
    for (auto& first : arrays_.cells.back().first_share)
      first = static_cast<int>(arrays_.shares.size());
  }

 private:
  const SfCutCell* cell_at(const SfCutCell& from, int axis, int step) const {
    const int n = listed_.number(moved({from.i, from.j, from.k}, axis, step));
    return n > 0 ? &arrays_.cells[static_cast<std::size_t>(n)] : nullptr;
  }

  // A node has the bits of its source.
  void add_shares_of_node(int axis, std::size_t n) {
    const SfCutCell& of = arrays_.cells[n];
    const SfCutCell& node = arrays_.cells[static_cast<std::size_t>(of.source)];
    for (int side = -1; side <= 0; ++side) {
      const SfCutCell *cell = cell_at(node, axis, side), *own = cell_at(of, axis, side);
      if (!cell || !own) continue;
      const double share = side < 0 ? 1 - cell->share[axis] : cell->share[axis];
      if (share == 0 || !(cell->flags & SF_CUT_STATE)) continue;
      const SfCutCell& source = arrays_.cells[static_cast<std::size_t>(cell->source)];
      for (int piece = cell->first_piece; piece < cell[1].first_piece; ++piece) {
        const WallGeometry& wall = *walls_[static_cast<std::size_t>(piece)];
        SfCutShare made{};
        made.friction = friction_.of_node(wall, source, axis, side);
        made.area = share * wall.area;
        made.normal = share * wall.S[static_cast<std::size_t>(axis)];
        made.piece = piece + own->first_piece - cell->first_piece;
        made.side = side;
        arrays_.shares.push_back(made);
      }
    }
  }

  const ListedCells& listed_;
  const std::vector<const WallGeometry*>& walls_;
  CutArraysInSpace& arrays_;
  FrictionInSpace friction_;
};
}  // namespace

void add_shares_in_space(const Case& c, const ListedCells& listed,
                         const std::vector<const WallGeometry*>& walls, CutArraysInSpace& arrays) {
  ShareMaker(c, listed, walls, arrays).make();
}

}  // namespace slipflow::simple_ts
