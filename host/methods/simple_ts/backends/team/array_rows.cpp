#include "array_rows.hpp"

#include "slipflow/mesh/layout.hpp"

namespace slipflow::simple_ts {

using methods::ArrayPlace;
using output::ArrayFile;

namespace {
constexpr auto kGhosts = static_cast<std::size_t>(mesh::kPad);

/// Fills the ghosts outside the ends of a periodic axis.
void copy_ends(std::span<double> row) {
  const std::size_t cells = row.size() - 2 * kGhosts;
  for (std::size_t k = 0; k < kGhosts; ++k) {
    row[k] = row[cells + k];
    row[kGhosts + cells + k] = row[kGhosts + k];
  }
}

/// The rows of the file with the values of a row of cells: itself and, near the end of a periodic
/// axis, the ghosts outside the other end.
std::vector<std::size_t> copies_of(std::size_t row, std::size_t rows, bool wraps) {
  const std::size_t cells = rows - 2 * kGhosts;
  if (wraps && row < 2 * kGhosts) return {row, row + cells};
  if (wraps && row >= cells) return {row, row - cells};
  return {row};
}

std::uint64_t checksum_of(std::span<const double> row) {
  return output::checksums_of_rows(row, row.size()).front();
}
}  // namespace

ArrayShape shape_of(methods::ArrayGroup group, const mesh::Mesh& mesh) {
  const int pad = group == methods::ArrayGroup::averages ? 0 : mesh::kPad;
  return {pad, static_cast<std::size_t>(mesh.x.cells() + 2 * pad),
          static_cast<std::size_t>(mesh.y.cells() + 2 * pad)};
}

RowWriter::RowWriter(const ArrayShape& shape, bool wraps_x, bool wraps_y)
    : shape_(shape), wraps_x_(shape.pad > 0 && wraps_x), wraps_y_(shape.pad > 0 && wraps_y) {}

void RowWriter::write(const ArrayFile& file, const ArrayPlace& place, std::size_t first,
                      std::span<double> values, output::RowChecksums& checksums) const {
  for (std::size_t k = 0; k < values.size() / shape_.columns; ++k) {
    const auto row = values.subspan(k * shape_.columns, shape_.columns);
    if (wraps_x_) copy_ends(row);
    const auto checksum = checksum_of(row);
    for (const std::size_t copy : copies_of(first + k, shape_.rows, wraps_y_)) {
      checksums[copy] = checksum;
      if (copy != first + k) file.write(shape_.at(place, copy, 0), row);
    }
  }
  file.write(shape_.at(place, first, 0), values);
}

std::vector<double> window_in(const ArrayFile& file, const ArrayPlace& place,
                              const ArrayShape& shape, const mesh::CellBox& cells) {
  const std::size_t columns = cells.i1 - cells.i0 + 2 * shape.pad;
  const std::size_t rows = cells.j1 - cells.j0 + 2 * shape.pad;
  std::vector<double> values(columns * rows);
  for (std::size_t row = 0; row < rows; ++row)
    file.read(shape.at(place, cells.j0 + row, cells.i0),
              std::span(values).subspan(row * columns, columns));
  return values;
}

output::RowChecksums checksums_of_share(const ArrayFile& file, const ArrayPlace& place,
                                        const ArrayShape& shape, const parallel::Team& team) {
  const auto ranks = static_cast<std::size_t>(team.size());
  const auto rank = static_cast<std::size_t>(team.rank());
  output::RowChecksums checksums(shape.rows);
  std::vector<double> row(shape.columns);
  for (std::size_t k = shape.rows * rank / ranks; k < shape.rows * (rank + 1) / ranks; ++k) {
    file.read(shape.at(place, k, 0), row);
    checksums[k] = checksum_of(row);
  }
  return checksums;
}

}  // namespace slipflow::simple_ts
