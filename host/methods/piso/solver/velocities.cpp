// The solution of the momentum equations: BiCGStab for all components at once.
#include <cmath>
#include <stdexcept>

#include "serial/serial_vectors.hpp"
#include "solver/cell_faces.hpp"
#include "solver/momentum.hpp"

namespace slipflow::piso {

using linear_solvers::Choice7;
using linear_solvers::Part7;
using linear_solvers::Sum7;
using linear_solvers::Vector7;

/// The rows of the momentum equations; a vector has all x components, then all y, then all z.
class MomentumOperations : public linear_solvers::SerialVectors {
 public:
  explicit MomentumOperations(const Momentum& momentum)
      : SerialVectors(static_cast<std::size_t>(momentum.mesh_.components) *
                      static_cast<std::size_t>(momentum.mesh_.cells)),
        momentum_(momentum),
        cells_(static_cast<std::size_t>(momentum.mesh_.cells)) {}

  void find_residual(Sum7 sum) override {
    if (ended()) return;
    apply(at(Vector7::x), at(Vector7::r));
    subtract(Vector7::f, Vector7::r, Vector7::r);
    sum_products(Vector7::r, Vector7::r, sum);
  }
  void multiply(Part7 /*part*/, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) override {
    if (ended()) return;
    apply(at(x), at(y));
    sum_products(y, with, sum);
  }
  void cycle(Vector7, Vector7) override { refuse(); }
  void set_coarse_levels() override { refuse(); }
  void multiply_upper(Vector7, Vector7) override { refuse(); }
  void sweep_lower(Vector7, Vector7) override { refuse(); }
  void sweep_upper(Vector7, Vector7) override { refuse(); }
  void solve_lines(Vector7, Vector7) override { refuse(); }
  void set_lines() override { refuse(); }

 private:
  [[noreturn]] static void refuse() {
    throw std::logic_error("momentum equations are solved by BiCGStab with their diagonal");
  }
  double diagonal(std::size_t p) const override { return momentum_.a_P_[p % cells_]; }

  void apply(const double* x, double* y) const {
    for (std::size_t i = 0; i < cells_; ++i) {
      double sums[3];
      const auto components = static_cast<std::size_t>(momentum_.mesh_.components);
      for (std::size_t q = 0; q < components; ++q) sums[q] = momentum_.a_P_[i] * x[q * cells_ + i];
      for_faces(momentum_.mesh_, i, [&](const FaceOfCell& f) {
        const double a = momentum_.across(momentum_.mesh_, f.face, f.sign, f.weight);
        for (std::size_t q = 0; q < components; ++q) sums[q] += a * x[q * cells_ + f.other];
      });
      for (std::size_t q = 0; q < components; ++q) y[q * cells_ + i] = sums[q];
    }
  }

  const Momentum& momentum_;
  const std::size_t cells_;
};

namespace {
constexpr int kMostIterations = 200;
constexpr double kLeastDenominator = 1e-300;

std::vector<SfVector> right_side(const std::vector<SfVector>& b, const std::vector<SfVector>& e,
                                 const std::vector<SfVector>& gradient,
                                 const std::vector<double>& volumes) {
  std::vector<SfVector> right(b.size());
  for (std::size_t i = 0; i < b.size(); ++i)
    right[i] = sf_plus_times(sf_plus(b[i], e[i]), -volumes[i], gradient[i]);
  return right;
}
}  // namespace

// sum |b - A x| / sum (|A x - A xm| + |b - A xm|), xm the mean of x; the largest of the components,
// all with the same denominator.
double Momentum::first_residual(const std::vector<SfVector>& U,
                                const std::vector<SfVector>& right) const {
  SfVector mean = {0, 0, 0};
  for (const SfVector& u : U) mean = sf_plus_times(mean, 1.0 / static_cast<double>(U.size()), u);
  double scale = kLeastDenominator;
  SfVector sums = {0, 0, 0};
  for (std::size_t i = 0; i < U.size(); ++i) {
    SfVector product = sf_times(a_P_[i], U[i]);
    for_faces(mesh_, i, [&](const FaceOfCell& f) {
      product = sf_plus_times(product, across(mesh_, f.face, f.sign, f.weight), U[f.other]);
    });
    const SfVector of_mean = sf_times(a_P_[i] + sum_across_[i], mean);
    for (int q = 0; q < mesh_.components; ++q) {
      scale += std::abs(component(product, q) - component(of_mean, q)) +
               std::abs(component(right[i], q) - component(of_mean, q));
      component(sums, q) += std::abs(component(right[i], q) - component(product, q));
    }
  }
  return std::max({sums.x, sums.y, sums.z}) / scale;
}

Momentum::Solution Momentum::solve(std::vector<SfVector>& U, const std::vector<SfVector>& gradient,
                                   double tolerance, double relative) {
  auto right = right_side(b_, explicit_, gradient, mesh_.volumes);
  subtract_self(U, right);
  Solution solution{first_residual(U, right), 0};
  if (!(solution.residual > tolerance)) return solution;
  Choice7 choice;
  choice.solver = linear_solvers::Solver7::bicgstab;
  choice.preconditioner = linear_solvers::Preconditioner7::jacobi;
  choice.relative_tolerance = std::max(relative, tolerance / solution.residual);
  choice.max = kMostIterations;
  MomentumOperations operations(*this);
  const std::size_t cells = U.size();
  auto &f = operations.values(Vector7::f), &x = operations.values(Vector7::x);
  for (int q = 0; q < mesh_.components; ++q)
    for (std::size_t i = 0; i < cells; ++i) {
      f[static_cast<std::size_t>(q) * cells + i] = component(right[i], q);
      x[static_cast<std::size_t>(q) * cells + i] = component(U[i], q);
    }
  linear_solvers::Solve7 iterations(operations, choice, linear_solvers::Coefficients7::general,
                                    false, static_cast<long>(cells));
  solution.iterations = iterations.run().iterations;
  for (int q = 0; q < mesh_.components; ++q)
    for (std::size_t i = 0; i < cells; ++i)
      component(U[i], q) = x[static_cast<std::size_t>(q) * cells + i];
  return solution;
}

}  // namespace slipflow::piso
