#include "solver/island_psi.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace slipflow::psi_omega {

namespace {
// Small dense matrices.

/// The inverse of an n x n matrix, row-major, by elimination without pivoting: for matrices that
/// are positive definite or strictly dominant.
std::vector<double> inverse_of(std::vector<double> matrix, std::size_t n) {
  std::vector<double> inverse(n * n, 0.0);
  for (std::size_t k = 0; k < n; ++k) inverse[k * n + k] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    const double pivot = matrix[k * n + k];
    for (std::size_t q = 0; q < n; ++q) {
      matrix[k * n + q] /= pivot;
      inverse[k * n + q] /= pivot;
    }
    for (std::size_t row = 0; row < n; ++row) {
      const double factor = matrix[row * n + k];
      if (row == k || factor == 0) continue;
      for (std::size_t q = 0; q < n; ++q) {
        matrix[row * n + q] -= factor * matrix[k * n + q];
        inverse[row * n + q] -= factor * inverse[k * n + q];
      }
    }
  }
  return inverse;
}
}  // namespace

IslandPsi::IslandPsi(const Case& c, const Nodes& nodes, Operations& on,
                     const std::function<void()>& solve) {
  if (!c.scheme.free_bodies) return;
  const auto islands = free_islands(nodes);
  const std::size_t n = islands.size();
  std::vector<double> matrix(n * n);
  on.write(Field::omega, std::vector<double>(c.mesh.layout().size()));
  for (std::size_t column = 0; column < n; ++column) {
    std::vector<double> psi(c.mesh.layout().size());
    for (const int place : islands[column]->places) psi[place] = 1;
    on.write(Field::psi, psi);
    solve();
    on.islands().keep_response();
    const auto circulations = on.islands().circulations();
    for (std::size_t row = 0; row < n; ++row) matrix[row * n + column] = circulations[row];
  }
  inverse_ = inverse_of(std::move(matrix), n);
}

void IslandPsi::advance(IslandOperations& on, double dt, bool of_omega_alone) const {
  if (!inverse_.empty()) on.want_circulations_after(dt, of_omega_alone);
}

void IslandPsi::correct(IslandOperations& on) const {
  if (!inverse_.empty()) on.correct_islands(inverse_);
}

}  // namespace slipflow::psi_omega
