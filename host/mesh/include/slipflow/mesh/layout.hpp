// Where the value of cell or face (i, j) lies in an array with ghost cells.
#pragma once

#include <cstddef>

namespace slipflow::mesh {

/// Ghost layers on each side of every array. Four let a sub-domain of a periodic mesh compute the
/// pressure of the first cell outside it, with limited face densities, from stored values alone.
constexpr int kPad = 4;

/// Row-major layout of a field with kPad ghost layers: i in [-kPad, nx+kPad), j likewise.
/// Cell, u (west face) and v (south face) arrays share it.
struct Layout {
  int nx = 0;
  int ny = 0;

  int pitch() const { return nx + 2 * kPad; }
  int rows() const { return ny + 2 * kPad; }
  std::size_t size() const { return static_cast<std::size_t>(pitch()) * rows(); }
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(j + kPad) * pitch() + static_cast<std::size_t>(i + kPad);
  }
};

}  // namespace slipflow::mesh
