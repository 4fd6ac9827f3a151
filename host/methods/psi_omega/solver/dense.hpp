// Small dense matrices.
#pragma once

#include <cstddef>
#include <vector>

namespace slipflow::psi_omega {

/// The inverse of an n x n matrix, row-major, by elimination without pivoting: for matrices that
/// are positive definite or strictly dominant.
std::vector<double> inverse_of(std::vector<double> matrix, std::size_t n);

}  // namespace slipflow::psi_omega
