// Arrays of a checkpoint in its file: the rows that one of several ranks writes, and the values
// that it reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "slipflow/mesh/decomposition.hpp"
#include "slipflow/methods/simulation.hpp"
#include "slipflow/output/array_file.hpp"
#include "slipflow/output/checkpoint_file.hpp"
#include "slipflow/parallel/team.hpp"

namespace slipflow::simple_ts {

/// The rows along x of an array of a mesh, in space those of a layer after another. Averages have
/// no ghosts.
struct ArrayShape {
  std::array<std::size_t, 3> sizes;  ///< values along x, y and z, ghosts included
  std::array<int, 3> before;         ///< those before the first cell

  std::size_t columns() const { return sizes[0]; }
  std::size_t rows() const { return sizes[1] * sizes[2]; }
  std::size_t count() const { return columns() * rows(); }
  /// The number of the row with these cells or ghosts, counted from the first cell, and the place
  /// of a value in it.
  std::size_t row(int j, int k) const { return (k + before[2]) * sizes[1] + (j + before[1]); }
  std::size_t column(int i) const { return i + before[0]; }
  /// Position of a value in the file, in bytes.
  std::uint64_t at(const methods::ArrayPlace& place, std::size_t row, std::size_t column) const {
    return place.begin + (row * columns() + column) * sizeof(double);
  }
};
ArrayShape shape_of(methods::ArrayGroup group, const mesh::Layout& layout);

/// Writes rows of an array that have all their columns but the ghosts outside the ends of periodic
/// axes that are cut into pieces, and these ghosts.
class RowWriter {
 public:
  /// Writes those rows of an array of the mesh that are at the nodes of a box, counted from the
  /// first cell.
  RowWriter(const ArrayShape& shape, const mesh::Layout& cells, const mesh::Decomposition& pieces,
            const mesh::CellBox& nodes);

  /// The rows of the box from number `first` on. Sets their checksums.
  void write(const output::ArrayFile& file, const methods::ArrayPlace& place, std::size_t first,
             std::span<double> values, output::RowChecksums& checksums) const;

 private:
  // The places along an axis with the values of one: itself and, near the end of an axis that
  // wraps, the ghost outside the other end.
  std::vector<int> copies_of(int axis, int place) const;
  void write_row(const output::ArrayFile& file, const methods::ArrayPlace& place, int j, int k,
                 std::span<double> row, output::RowChecksums& checksums) const;

  ArrayShape shape_;
  mesh::Layout cells_;
  std::array<bool, 3> wraps_;
  mesh::CellBox nodes_;
};

/// The values at these cells and, in an array with ghosts, in the layers around them.
std::vector<double> window_in(const output::ArrayFile& file, const methods::ArrayPlace& place,
                              const ArrayShape& shape, const mesh::CellBox& cells);

/// The checksums of the rows, of which each rank reads an equal share; 0 for those of the others.
output::RowChecksums checksums_of_share(const output::ArrayFile& file,
                                        const methods::ArrayPlace& place, const ArrayShape& shape,
                                        const parallel::Team& team);

}  // namespace slipflow::simple_ts
