#include "agglomerates.hpp"

#include <algorithm>
#include <tuple>

#include "linear_solvers/face_rows.h"

namespace slipflow::linear_solvers {

namespace {
using mesh::Vector3;

constexpr double kLeastRatio = 0.05;
// Of their length: vectors of faces between the same agglomerates that differ by more lead around a
// periodic domain in different ways.
constexpr double kSameWay = 1e-6;
// Coefficients that differ by less are the same but for rounding, which must not choose a
// neighbour: agglomerates of a uniform mesh would be irregular.
constexpr double kClearlyLarger = 1 + 1e-6;

double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector3 sum(const Vector3& a, double factor, const Vector3& b) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

double ratio_of(const Vector3& fine, const Vector3& coarse) {
  const double square = dot(coarse, coarse);
  return square > 0 ? std::clamp(dot(coarse, fine) / square, kLeastRatio, 1.0) : 1.0;
}

int rotation_of(const FaceGraph& graph, std::size_t face) {
  return graph.rotation.empty() ? -1 : graph.rotation[face];
}
Vector3 rotated(const FaceGraph& graph, int rotation, const Vector3& a) {
  return rotation < 0 ? a : mesh::rotated(graph.rotations[static_cast<std::size_t>(rotation)], a);
}

/// The neighbour of a cell with the largest coefficient among those that `may` join it. Cells that
/// see each other through a rotation do not, so that an agglomerate has vectors of its own.
struct Strongest {
  int cell = -1, face = -1;
  double coefficient = 0;
};
template <class May>
Strongest strongest_neighbour(const FaceGraph& graph, const SparseRows& rows,
                              const FaceMatrix& matrix, int cell, May may) {
  Strongest found;
  const auto at = static_cast<std::size_t>(cell);
  for (auto k = static_cast<std::size_t>(rows.starts[at]);
       k < static_cast<std::size_t>(rows.starts[at + 1]); ++k) {
    const auto face = static_cast<std::size_t>(rows.faces[k]);
    const double a = matrix.a[face];
    if (rotation_of(graph, face) < 0 && rows.columns[k] != cell &&
        a > kClearlyLarger * found.coefficient && may(rows.columns[k]))
      found = {rows.columns[k], rows.faces[k], a};
  }
  return found;
}

/// From the centre of a cell to that across a face.
Vector3 step_across(const FaceGraph& graph, int cell, int face) {
  const auto f = static_cast<std::size_t>(face);
  return sum({}, graph.owner[f] == cell ? 1 : -1, graph.across[f]);
}

/// From positions relative to some point of each agglomerate to offsets of its cells.
void set_offsets(const FaceGraph& graph, const std::vector<Vector3>& positions, Agglomerates& all) {
  std::vector<Vector3> centres(static_cast<std::size_t>(all.count), Vector3{});
  std::vector<double> volumes(centres.size(), 0.0);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto own = static_cast<std::size_t>(all.of_cell[i]);
    centres[own] = sum(centres[own], graph.volumes[i], positions[i]);
    volumes[own] += graph.volumes[i];
  }
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto own = static_cast<std::size_t>(all.of_cell[i]);
    all.offset.push_back(sum(sum({}, 1 / volumes[own], centres[own]), -1, positions[i]));
  }
}

/// A fine face between two agglomerates, the smaller one first.
struct Joint {
  int first, second, face, rotation;
  Vector3 across;
  double ratio;
};

std::vector<Joint> joints_of(const FaceGraph& graph, const Agglomerates& all, bool scaled) {
  std::vector<Joint> joints;
  for (int face = 0; face < graph.faces(); ++face) {
    const auto f = static_cast<std::size_t>(face);
    const auto i = static_cast<std::size_t>(graph.owner[f]);
    const auto j = static_cast<std::size_t>(graph.neighbour[f]);
    int first = all.of_cell[i], second = all.of_cell[j];
    if (first == second) continue;
    int rotation = rotation_of(graph, f);
    Vector3 across =
        sum(sum(graph.across[f], 1, rotated(graph, rotation, all.offset[j])), -1, all.offset[i]);
    const double ratio = scaled ? ratio_of(graph.across[f], across) : 1.0;
    if (first > second) {
      std::swap(first, second);
      if (rotation >= 0) rotation ^= 1;
      across = sum({}, -1, rotated(graph, rotation, across));
    }
    joints.push_back({first, second, face, rotation, across, ratio});
  }
  std::ranges::sort(joints, [](const Joint& a, const Joint& b) {
    return std::tuple(a.first, a.second, a.face) < std::tuple(b.first, b.second, b.face);
  });
  return joints;
}

bool lead_the_same_way(const Joint& a, const Joint& b) {
  const Vector3 d = sum(a.across, -1, b.across);
  return a.rotation == b.rotation && dot(d, d) < kSameWay * kSameWay * dot(a.across, a.across);
}

/// Adds the coarse faces of joints [begin, end) between the same two agglomerates.
void add_faces(const std::vector<Joint>& joints, std::size_t begin, std::size_t end, FaceGraph& to,
               CoarseSums& sums) {
  std::vector<bool> done(end - begin, false);
  for (std::size_t k = begin; k < end; ++k) {
    if (done[k - begin]) continue;
    to.owner.push_back(joints[k].first);
    to.neighbour.push_back(joints[k].second);
    to.across.push_back(joints[k].across);
    to.rotation.push_back(joints[k].rotation);
    for (std::size_t other = k; other < end; ++other) {
      if (done[other - begin] || !lead_the_same_way(joints[k], joints[other])) continue;
      done[other - begin] = true;
      sums.faces.push_back(joints[other].face);
      sums.ratios.push_back(joints[other].ratio);
    }
    sums.starts.push_back(static_cast<int>(sums.faces.size()));
  }
}

void list_members(const Agglomerates& all, CoarseSums& sums) {
  sums.member_starts.assign(static_cast<std::size_t>(all.count) + 1, 0);
  for (const int own : all.of_cell) ++sums.member_starts[static_cast<std::size_t>(own) + 1];
  for (std::size_t k = 1; k < sums.member_starts.size(); ++k)
    sums.member_starts[k] += sums.member_starts[k - 1];
  sums.members.resize(all.of_cell.size());
  std::vector<int> next(sums.member_starts.begin(), sums.member_starts.end() - 1);
  for (std::size_t i = 0; i < all.of_cell.size(); ++i) {
    int& at = next[static_cast<std::size_t>(all.of_cell[i])];
    sums.members[static_cast<std::size_t>(at++)] = static_cast<int>(i);
  }
}

/// Centres of the Dirichlet conditions of the agglomerates, and the ratios of those of their cells.
void set_boundaries(const FaceGraph& graph, const FaceMatrix& matrix, const Agglomerates& all,
                    bool scaled, FaceGraph& to, CoarseSums& sums) {
  to.to_boundary.assign(static_cast<std::size_t>(all.count), Vector3{});
  std::vector<double> weights(to.to_boundary.size(), 0.0);
  for (std::size_t i = 0; i < all.of_cell.size(); ++i) {
    if (!(matrix.b[i] > 0)) continue;
    const auto own = static_cast<std::size_t>(all.of_cell[i]);
    const Vector3 from_centre = sum(graph.to_boundary[i], -1, all.offset[i]);
    to.to_boundary[own] = sum(to.to_boundary[own], matrix.b[i], from_centre);
    weights[own] += matrix.b[i];
  }
  for (std::size_t own = 0; own < weights.size(); ++own)
    if (weights[own] > 0) to.to_boundary[own] = sum({}, 1 / weights[own], to.to_boundary[own]);
  sums.side_ratios.assign(all.of_cell.size(), 1.0);
  for (std::size_t i = 0; scaled && i < all.of_cell.size(); ++i)
    if (matrix.b[i] > 0)
      sums.side_ratios[i] =
          ratio_of(graph.to_boundary[i], to.to_boundary[static_cast<std::size_t>(all.of_cell[i])]);
}
}  // namespace

Agglomerates pairs_of(const FaceGraph& graph, const FaceMatrix& matrix) {
  const SparseRows rows = rows_of(graph.cells, graph.owner, graph.neighbour);
  Agglomerates all;
  all.of_cell.assign(static_cast<std::size_t>(graph.cells), -1);
  std::vector<Vector3> positions(all.of_cell.size(), Vector3{});
  const auto own = [&](int cell) -> int& { return all.of_cell[static_cast<std::size_t>(cell)]; };
  for (int cell = 0; cell < graph.cells; ++cell) {
    if (own(cell) >= 0) continue;
    const auto free =
        strongest_neighbour(graph, rows, matrix, cell, [&](int other) { return own(other) < 0; });
    const auto any = strongest_neighbour(graph, rows, matrix, cell, [](int) { return true; });
    if (free.cell >= 0) {
      own(cell) = own(free.cell) = all.count++;
      positions[static_cast<std::size_t>(free.cell)] = step_across(graph, cell, free.face);
    } else if (any.cell >= 0) {
      own(cell) = own(any.cell);
      positions[static_cast<std::size_t>(cell)] = sum(positions[static_cast<std::size_t>(any.cell)],
                                                      -1, step_across(graph, cell, any.face));
    } else {
      own(cell) = all.count++;
    }
  }
  set_offsets(graph, positions, all);
  return all;
}

FaceGraph coarse_graph(const FaceGraph& graph, const FaceMatrix& matrix,
                       const Agglomerates& agglomerates, bool scaled, CoarseSums& sums) {
  FaceGraph to;
  to.cells = agglomerates.count;
  to.rotations = graph.rotations;
  to.volumes.assign(static_cast<std::size_t>(to.cells), 0.0);
  for (std::size_t i = 0; i < agglomerates.of_cell.size(); ++i)
    to.volumes[static_cast<std::size_t>(agglomerates.of_cell[i])] += graph.volumes[i];
  sums = {};
  sums.starts = {0};
  const auto joints = joints_of(graph, agglomerates, scaled);
  for (std::size_t begin = 0, end = 0; begin < joints.size(); begin = end) {
    while (end < joints.size() && joints[end].first == joints[begin].first &&
           joints[end].second == joints[begin].second)
      ++end;
    add_faces(joints, begin, end, to, sums);
  }
  list_members(agglomerates, sums);
  set_boundaries(graph, matrix, agglomerates, scaled, to, sums);
  return to;
}

void sum_coefficients(const CoarseSums& sums, const FaceMatrix& fine, FaceMatrix& coarse) {
  coarse.a.resize(sums.starts.size() - 1);
  for (std::size_t f = 0; f < coarse.a.size(); ++f)
    coarse.a[f] = sf_sum_of_faces(sums.faces.data(), sums.ratios.data(), fine.a.data(),
                                  sums.starts[f], sums.starts[f + 1]);
  coarse.b.resize(sums.member_starts.size() - 1);
  for (std::size_t i = 0; i < coarse.b.size(); ++i)
    coarse.b[i] = sf_sum_of_sides(sums.members.data(), sums.side_ratios.data(), fine.b.data(),
                                  sums.member_starts[i], sums.member_starts[i + 1]);
}

}  // namespace slipflow::linear_solvers
