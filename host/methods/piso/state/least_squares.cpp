#include "state/least_squares.hpp"

#include <array>
#include <cmath>

namespace slipflow::piso {

namespace {
constexpr double kNothingKnown = 1e-10;  // of a sum of squares of unit vectors

/// Sums of n n^T and of n times a difference over its distance, n: unit vectors to neighbours.
class NormalEquations {
 public:
  NormalEquations(const FlowMesh& mesh, int cell, const Quantity& q) : axes_(mesh.components) {
    const double own = q.of_cell(cell);
    const auto at = static_cast<std::size_t>(cell);
    for (int k = mesh.rows.starts[at]; k < mesh.rows.starts[at + 1]; ++k) {
      const int other = mesh.rows.columns[static_cast<std::size_t>(k)];
      const auto face = static_cast<std::size_t>(mesh.rows.faces[static_cast<std::size_t>(k)]);
      const bool rotated = static_cast<int>(face) >= mesh.faces.unrotated();
      if (other >= 0 && !rotated)
        add(mesh.faces.d[face], other > cell ? 1 : -1, q.of_cell(other) - own);
    }
    for (int k = mesh.side_starts[at]; k < mesh.side_starts[at + 1]; ++k) {
      const int side = mesh.side_list[static_cast<std::size_t>(k)];
      if (const auto value = q.of_side(side))
        add(mesh.sides.d[static_cast<std::size_t>(side)], 1, *value - own);
    }
  }

  /// By elimination; the matrix is symmetric and not negative.
  SfVector solution() {
    for (std::size_t k = 0; k < axes_; ++k) {
      if (matrix_[k][k] < kNothingKnown) continue;
      for (std::size_t i = k + 1; i < axes_; ++i) {
        const double factor = matrix_[i][k] / matrix_[k][k];
        for (std::size_t j = k; j < axes_; ++j) matrix_[i][j] -= factor * matrix_[k][j];
        right_[i] -= factor * right_[k];
      }
    }
    std::array<double, 3> x{};
    for (std::size_t k = axes_; k-- > 0;) {
      if (matrix_[k][k] < kNothingKnown) continue;
      double sum = right_[k];
      for (std::size_t j = k + 1; j < axes_; ++j) sum -= matrix_[k][j] * x[j];
      x[k] = sum / matrix_[k][k];
    }
    return {x[0], x[1], x[2]};
  }

 private:
  void add(const mesh::Vector3& d, double sign, double difference) {
    double square = 0;
    for (std::size_t k = 0; k < axes_; ++k) square += d[k] * d[k];
    if (square == 0) return;
    for (std::size_t i = 0; i < axes_; ++i) {
      for (std::size_t j = 0; j < axes_; ++j) matrix_[i][j] += d[i] * d[j] / square;
      right_[i] += sign * d[i] * difference / square;
    }
  }

  const std::size_t axes_;
  std::array<std::array<double, 3>, 3> matrix_{};
  std::array<double, 3> right_{};
};
}  // namespace

SfVector gradient_by_least_squares(const FlowMesh& mesh, int cell, const Quantity& q) {
  return NormalEquations(mesh, cell, q).solution();
}

}  // namespace slipflow::piso
