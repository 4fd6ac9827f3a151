// Where the value of a cell or face lies in an array with ghost cells.
#pragma once

#include <cstddef>

namespace slipflow::mesh {

/// Ghost layers on each side of every array. Four let a sub-domain of a periodic mesh compute the
/// pressure of the first cell beyond its side, with limited face densities, from stored values
/// alone.
constexpr int kPad = 4;

/// Row-major layout of a field on one to three axes, with kPad ghost layers at both ends of each:
/// i in [-kPad, nx+kPad), j and k likewise; 0 along an axis that the mesh has not. Values at cell
/// centres and at west, south and bottom faces share it.
struct Layout {
  int nx = 0;
  int ny = 0;  ///< 0: there is no such axis
  int nz = 0;

  int axes() const { return 1 + (ny > 0) + (nz > 0); }
  int cells(int axis) const { return axis == 0 ? nx : axis == 1 ? ny : nz; }
  int pitch() const { return nx + 2 * kPad; }
  /// Rows of a plane, and of all planes.
  int rows() const { return ny + 2 * pad(ny) + (ny == 0); }
  std::size_t lines() const { return static_cast<std::size_t>(rows()) * planes(); }
  int planes() const { return nz + 2 * pad(nz) + (nz == 0); }
  std::size_t size() const { return static_cast<std::size_t>(pitch()) * lines(); }
  std::size_t at(int i, int j = 0, int k = 0) const {
    const auto line = static_cast<std::size_t>(k + pad(nz)) * rows() + (j + pad(ny));
    return line * pitch() + static_cast<std::size_t>(i + kPad);
  }

 private:
  static constexpr int pad(int n) { return n > 0 ? kPad : 0; }
};

}  // namespace slipflow::mesh
