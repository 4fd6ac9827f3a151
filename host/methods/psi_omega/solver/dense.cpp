#include "solver/dense.hpp"

namespace slipflow::psi_omega {

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

}  // namespace slipflow::psi_omega
