#include "solver/pressure.hpp"

#include <algorithm>
#include <cmath>

#include "solver/cell_faces.hpp"
#include "solver/gradients.hpp"

namespace slipflow::piso {

namespace {
constexpr double kNothing = 1e-300;
// Of the sum of all |fluxes|: a flow that is parallel everywhere has no residual of its own size.
constexpr double kLeastScale = 1e-6;

double at_face(const FlowMesh& mesh, const std::vector<double>& r, std::size_t f) {
  return sf_at_face(mesh.faces.weight[f], r[static_cast<std::size_t>(mesh.faces.owner[f])],
                    r[static_cast<std::size_t>(mesh.faces.neighbour[f])]);
}

std::size_t cell_of(const FlowMesh& mesh, std::size_t side) {
  return static_cast<std::size_t>(mesh.sides.cell[side]);
}

/// The Laplacian on which cells are agglomerated.
linear_solvers::HostFaceSolver solver_of(const FlowMesh& mesh, const Boundaries& boundaries) {
  linear_solvers::FaceGraph graph;
  graph.cells = mesh.cells;
  graph.owner = mesh.faces.owner;
  graph.neighbour = mesh.faces.neighbour;
  graph.volumes = mesh.volumes;
  for (const SfVector& d : mesh.faces.d) graph.across.push_back({d.x, d.y, d.z});
  linear_solvers::FaceMatrix matrix;
  matrix.a = mesh.faces.s_delta;
  matrix.b.assign(mesh.volumes.size(), 0.0);
  graph.to_boundary.assign(mesh.volumes.size(), mesh::Vector3{});
  for (std::size_t s = 0; s < mesh.sides.cell.size(); ++s) {
    if (!boundaries.gives_pressure(s)) continue;
    const std::size_t i = cell_of(mesh, s);
    const double b = mesh.sides.s_delta[s];
    const SfVector& d = mesh.sides.d[s];
    matrix.b[i] += b;
    graph.to_boundary[i] = {graph.to_boundary[i][0] + b * d.x, graph.to_boundary[i][1] + b * d.y,
                            graph.to_boundary[i][2] + b * d.z};
  }
  for (std::size_t i = 0; i < matrix.b.size(); ++i)
    if (matrix.b[i] > 0)
      for (double& x : graph.to_boundary[i]) x /= matrix.b[i];
  return {graph, matrix, linear_solvers::Choice7{}};
}
}  // namespace

Pressure::Pressure(const FlowMesh& mesh, const FlowCase& flow, const Boundaries& boundaries)
    : mesh_(mesh),
      flow_(flow),
      boundaries_(boundaries),
      p_(mesh.volumes.size(), 0.0),
      solver_(solver_of(mesh, boundaries)) {}

std::vector<SfVector> Pressure::gradient_of_values(const std::vector<double>& p, double t) const {
  return gradient_of(mesh_, p, boundaries_.pressures(p, t));
}

double Pressure::along_k_at_face(std::size_t f, const std::vector<SfVector>& gradients) const {
  if (mesh_.orthogonal) return 0;
  const auto P = static_cast<std::size_t>(mesh_.faces.owner[f]);
  const auto N = static_cast<std::size_t>(mesh_.faces.neighbour[f]);
  return sf_along_k(mesh_.faces.area[f], mesh_.faces.k[f],
                    sf_vector_at_face(mesh_.faces.weight[f], gradients[P], gradients[N]));
}

double Pressure::along_k_at_side(std::size_t s, const std::vector<SfVector>& gradients) const {
  if (mesh_.orthogonal) return 0;
  return sf_along_k(mesh_.sides.area[s], mesh_.sides.k[s], gradients[cell_of(mesh_, s)]);
}

double Pressure::face_difference(std::size_t f, const std::vector<SfVector>& gradients) const {
  const auto P = static_cast<std::size_t>(mesh_.faces.owner[f]);
  const auto N = static_cast<std::size_t>(mesh_.faces.neighbour[f]);
  return mesh_.faces.s_delta[f] * (p_[N] - p_[P]) + along_k_at_face(f, gradients);
}

double Pressure::side_difference(std::size_t s, const std::vector<SfVector>& gradients,
                                 double t) const {
  return mesh_.sides.s_delta[s] * (boundaries_.given_pressure(s, t) - p_[cell_of(mesh_, s)]) +
         along_k_at_side(s, gradients);
}

void Pressure::set_coefficients(const std::vector<double>& r) {
  auto& matrix = solver_.matrix();
  for (std::size_t f = 0; f < matrix.a.size(); ++f)
    matrix.a[f] = at_face(mesh_, r, f) * mesh_.faces.s_delta[f];
  std::ranges::fill(matrix.b, 0.0);
  for (std::size_t s = 0; s < mesh_.sides.cell.size(); ++s)
    if (boundaries_.gives_pressure(s))
      matrix.b[cell_of(mesh_, s)] += r[cell_of(mesh_, s)] * mesh_.sides.s_delta[s];
  solver_.set_coefficients();
}

// sum |f - A p| / sum (|A p - A pm| + |f - A pm|), pm the mean of p.
double Pressure::first_residual(double least_scale) const {
  std::vector<double> product;
  solver_.multiply(p_, product);
  const auto& f = solver_.f();
  const auto& b = solver_.matrix().b;
  double mean = 0, mean_of_f = 0;
  for (std::size_t i = 0; i < p_.size(); ++i) {
    mean += p_[i] / static_cast<double>(p_.size());
    mean_of_f += f[i] / static_cast<double>(p_.size());
  }
  if (boundaries_.has_pressure()) mean_of_f = 0;  // a singular system is solved for f without it
  double scale = kNothing, sum = 0;
  for (std::size_t i = 0; i < p_.size(); ++i) {
    const double of_mean = b[i] * mean, right = f[i] - mean_of_f;
    scale += std::abs(product[i] - of_mean) + std::abs(right - of_mean);
    sum += std::abs(right - product[i]);
  }
  return sum / std::max(scale, least_scale);
}

Pressure::Solution Pressure::correct(const std::vector<double>& r, double t,
                                     const PressureGoal& goal, Fluxes& fluxes) {
  set_coefficients(r);
  double all = 0;
  for (const double flux : fluxes.faces) all += std::abs(flux);
  for (const double flux : fluxes.sides) all += std::abs(flux);
  const int solutions = mesh_.orthogonal ? 1 : 1 + flow_.nonorthogonal;
  Solution report;
  std::vector<SfVector> gradients;
  std::vector<double> along_k(fluxes.faces.size(), 0.0), along_k_sides(fluxes.sides.size(), 0.0);
  for (int number = 0; number < solutions; ++number) {
    if (!mesh_.orthogonal) {
      gradients = gradient(t);
      for (std::size_t f = 0; f < along_k.size(); ++f)
        along_k[f] = at_face(mesh_, r, f) * along_k_at_face(f, gradients);
      for (std::size_t s = 0; s < along_k_sides.size(); ++s)
        if (boundaries_.gives_pressure(s))
          along_k_sides[s] = r[cell_of(mesh_, s)] * along_k_at_side(s, gradients);
    }
    auto& right = solver_.f();
    for (std::size_t i = 0; i < right.size(); ++i) {
      double sum = 0;
      for_faces(mesh_, i, [&](const FaceOfCell& f) {
        sum -= f.sign * (fluxes.faces[f.face] - along_k[f.face]);
      });
      for_sides(mesh_, i, [&](std::size_t s) {
        sum -= fluxes.sides[s] - along_k_sides[s];
        if (boundaries_.gives_pressure(s))
          sum += r[i] * mesh_.sides.s_delta[s] * boundaries_.given_pressure(s, t);
      });
      right[i] = sum;
    }
    const double residual = first_residual(kLeastScale * all);
    if (number == 0) report.residual = residual;
    const double relative = number + 1 == solutions ? goal.last_relative : goal.relative;
    if (!(residual > goal.tolerance)) continue;
    solver_.set_relative_tolerance(std::max(relative, goal.tolerance / residual));
    solver_.x() = p_;
    report.iterations += solver_.solve().iterations;
    p_ = solver_.x();
  }
  for (std::size_t f = 0; f < fluxes.faces.size(); ++f) {
    const auto P = static_cast<std::size_t>(mesh_.faces.owner[f]);
    const auto N = static_cast<std::size_t>(mesh_.faces.neighbour[f]);
    fluxes.faces[f] -= solver_.matrix().a[f] * (p_[N] - p_[P]) + along_k[f];
  }
  for (std::size_t s = 0; s < fluxes.sides.size(); ++s)
    if (boundaries_.gives_pressure(s)) {
      const std::size_t i = cell_of(mesh_, s);
      fluxes.sides[s] -=
          r[i] * mesh_.sides.s_delta[s] * (boundaries_.given_pressure(s, t) - p_[i]) +
          along_k_sides[s];
    }
  return report;
}

void Pressure::fix_level() {
  if (boundaries_.has_pressure()) return;
  const double level = p_[0];
  for (double& p : p_) p -= level;
}

}  // namespace slipflow::piso
