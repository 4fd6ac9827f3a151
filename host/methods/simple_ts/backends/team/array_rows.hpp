// Arrays of a checkpoint in its file: the rows that one of several ranks writes, and the values
// that it reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "slipflow/mesh/mesh.hpp"
#include "slipflow/methods/simulation.hpp"
#include "slipflow/output/array_file.hpp"
#include "slipflow/output/checkpoint_file.hpp"
#include "slipflow/parallel/team.hpp"

namespace slipflow::simple_ts {

/// The rows of an array of the whole mesh. Averages have no ghosts.
struct ArrayShape {
  int pad;  ///< layers of ghosts
  std::size_t columns, rows;

  std::size_t count() const { return columns * rows; }
  /// Position of a value in the file, in bytes.
  std::uint64_t at(const methods::ArrayPlace& place, std::size_t row, std::size_t column) const {
    return place.begin + (row * columns + column) * sizeof(double);
  }
};
ArrayShape shape_of(methods::ArrayGroup group, const mesh::Mesh& mesh);

/// Writes rows of an array that have all their columns but the ghosts outside the ends of periodic
/// axes that are cut into pieces, and these ghosts.
class RowWriter {
 public:
  /// Whether x and y are such axes.
  RowWriter(const ArrayShape& shape, bool wraps_x, bool wraps_y);

  /// The rows of the array from `first` on. Sets their checksums.
  void write(const output::ArrayFile& file, const methods::ArrayPlace& place, std::size_t first,
             std::span<double> values, output::RowChecksums& checksums) const;

 private:
  ArrayShape shape_;
  bool wraps_x_, wraps_y_;
};

/// The values at these cells and, in an array with ghosts, in the layers around them.
std::vector<double> window_in(const output::ArrayFile& file, const methods::ArrayPlace& place,
                              const ArrayShape& shape, const mesh::CellBox& cells);

/// The checksums of the rows, of which each rank reads an equal share; 0 for those of the others.
output::RowChecksums checksums_of_share(const output::ArrayFile& file,
                                        const methods::ArrayPlace& place, const ArrayShape& shape,
                                        const parallel::Team& team);

}  // namespace slipflow::simple_ts
